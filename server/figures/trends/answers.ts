import type { CrewFilters } from '#contract/platform/filters.ts';
import type { Db } from '../../platform/db/db.ts';
import type { UserCaller } from '../../platform/http/callers.ts';
import { SerializedJson } from '../../platform/http/route.ts';
import { claimVersion, questionIn, type TaggedReply } from '../../platform/http/versionTag.ts';
import { createSizedCache } from '../../platform/sizedCache.ts';
import { cutToMinute } from '../../platform/zone.ts';
import { knownFilters } from '../stats/crew.ts';
import type { OneState, State } from './oneState.ts';

/** The most characters of answers in memory, for all accounts together; an answer of 90 days has about 40,000. */
const MAX_CHARACTERS = 5_000_000;

export type Asking = {
  caller: Pick<UserCaller, 'accountId' | 'timeZone' | 'dataVersion' | 'scope'>;
  now: Date;
  /** The part of a reply that has the question, and serializes the answer by its contract. */
  reply: TaggedReply & { serialize(answer: unknown): unknown };
};
type Known = { dataVersion: number; minute: number; text: string };

type Read<C, T> = (state: State, call: C) => Promise<T>;
/** Reads an answer within one state; `read` gets the call with the version of that state. */
async function readVersion<C extends Asking, T>(oneState: OneState, call: C, read: Read<C, T>) {
  return oneState({ ...call.caller, now: call.now }, async (state) => {
    const { dataVersion } = state;
    return { answer: await read(state, { ...call, caller: { ...call.caller, dataVersion } }), dataVersion };
  });
}

/** Returns a function that reads an answer of a call within one state. */
export const createReads =
  (oneState: OneState) =>
  async <C extends Asking, T>(call: C, read: Read<C, T>): Promise<T> => {
    const { answer, dataVersion } = await readVersion(oneState, call, read);
    claimVersion(call, dataVersion);
    return answer;
  };

/**
 * Keeps answers that are the same for every permitted caller of an account, for one data version and minute, like their ETag: each is computed within one
 * state and serialized once, and callers that come meanwhile wait for it.
 */
export function createAnswers(db: Db, oneState: OneState) {
  const kept = createSizedCache<Known>(MAX_CHARACTERS, ({ text }) => text.length);
  const underWay = new Map<string, Promise<Known>>();
  return async <C extends Asking & { query: CrewFilters }, T>(
    asked: C,
    compute: Read<C, T>,
  ): Promise<SerializedJson<T>> => {
    const { caller, now, reply } = asked;
    const call = { ...asked, query: await knownFilters(db, caller.accountId, asked.query) };
    const minute = cutToMinute(now.getTime());
    const question = `${caller.accountId} ${questionIn(caller, reply.request.url, call.query)}`;
    const known = kept.get(question);
    const work = async (): Promise<Known> => {
      const { answer, dataVersion } = await readVersion(oneState, call, compute);
      const text = reply.serialize(answer);
      if (typeof text !== 'string') throw new Error('An answer is JSON');
      const made = { dataVersion, minute, text };
      kept.set(question, made);
      return made;
    };
    const running = () => {
      const key = `${question} ${caller.dataVersion} ${minute}`;
      const answer = underWay.get(key) ?? work().finally(() => underWay.delete(key));
      underWay.set(key, answer);
      return answer;
    };
    const isCurrent = known && known.minute === minute && known.dataVersion >= caller.dataVersion;
    const { text, dataVersion } = isCurrent ? known : await running();
    claimVersion(call, dataVersion);
    return new SerializedJson(text);
  };
}
