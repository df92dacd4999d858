import { cutToMinute } from '../attendance/zone.ts';
import type { UserCaller } from '../http/callers.ts';
import { SerializedJson } from '../http/route.ts';
import { questionOf } from '../http/versionTag.ts';
import { createSizedCache } from '../sizedCache.ts';

/** The most characters of answers in memory, for all accounts together; an answer of 90 days has about 40,000. */
const MAX_CHARACTERS = 5_000_000;

type Asking = { caller: Pick<UserCaller, 'accountId' | 'dataVersion' | 'scope'>; now: Date; reply: Reply };
/** The part of a reply that has the question, and serializes the answer by its contract. */
type Reply = { request: { url: string }; serialize(answer: unknown): unknown };
type Known = { dataVersion: number; minute: number; text: string };

/**
 * Keeps answers that are the same for every permitted caller of an account, for one data version and minute, like their ETag: each is computed and
 * serialized once, and callers that come meanwhile wait for it.
 */
export function createAnswers() {
  const kept = createSizedCache<Known>(MAX_CHARACTERS, ({ text }) => text.length);
  const underWay = new Map<string, Promise<string>>();
  return async <T>({ caller, now, reply }: Asking, compute: () => Promise<T>): Promise<SerializedJson<T>> => {
    const { accountId, dataVersion } = caller;
    const minute = cutToMinute(now.getTime());
    const question = `${accountId} ${questionOf(caller, reply.request.url)}`;
    const known = kept.get(question);
    if (known && known.minute === minute && known.dataVersion >= dataVersion) return new SerializedJson(known.text);
    const key = `${question} ${dataVersion} ${minute}`;
    const work = async () => {
      const text = reply.serialize(await compute());
      if (typeof text !== 'string') throw new Error('An answer is JSON');
      kept.set(question, { dataVersion, minute, text });
      return text;
    };
    const running = underWay.get(key) ?? work().finally(() => underWay.delete(key));
    underWay.set(key, running);
    return new SerializedJson(await running);
  };
}
