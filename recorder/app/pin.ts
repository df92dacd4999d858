import { type OwnDayFigures, pinBits, proofText } from '#contract/figures/ownDayFigures.ts';
import type { RecordedPerson } from '../core/record.ts';
import { readMeta, writeMeta } from '../store/meta.ts';
import { personById } from '../store/roster.ts';
import { afterWrong, bytesOf, derive, hex, waitFor } from './code.ts';
import type { Recorder } from './recorder.ts';

/**
 * The PIN with which a person answers to their own day, where the office has made one (docs/reference/privacy.md#their-own-day). The server checks it, by a proof that is sent
 * with the answer; by its first bits a slip is seen here, so offline too.
 */
type Pin = { salt: string; bits: string };

/** Returns by what a slip in a person's PIN is recognised; null where they have none. */
export async function pinOf({ db }: Recorder, { _id }: RecordedPerson): Promise<Pin | null> {
  const known = _id === null ? undefined : await db.run('readonly', (stores) => personById(stores, _id));
  const [salt, bits] = known?.pinCheck?.split('.') ?? [];
  return salt && bits ? { salt, bits } : null;
}

/** The key by which a typed PIN makes proofs, or the ms until the next try. */
export type Tried = { key: string } | { key: null; wait: number };

/**
 * Tries a PIN. A try is stored as a wrong one before it is checked, so that no reload takes it back; tries are counted by the PIN's salt, so another PIN
 * starts anew.
 */
export async function tryPin(recorder: Recorder, { salt, bits }: Pin, typed: string): Promise<Tried> {
  const { wall } = recorder.clocks.now();
  const counted = await recorder.db.run('readwrite', async (stores) => {
    const tries = (await readMeta(stores, 'pinTries')) ?? [];
    const before = tries.find((one) => one.salt === salt) ?? { salt, wrong: 0, until: 0 };
    const wait = waitFor(before, wall);
    if (wait > 0) return { wait };
    const after = afterWrong(before, wall);
    await writeMeta(stores, 'pinTries', [...tries.filter((one) => one.salt !== salt), after]);
    return { after };
  });
  if (!counted.after) return { key: null, wait: counted.wait };
  const key = await derive(typed, salt);
  if (pinBits(key) !== bits) return { key: null, wait: waitFor(counted.after, wall) };
  await recorder.db.run('readwrite', async (stores) => {
    const tries = (await readMeta(stores, 'pinTries')) ?? [];
    await writeMeta(
      stores,
      'pinTries',
      tries.filter((one) => one.salt !== salt),
    );
  });
  return { key };
}

type Answer = { employeeId: string; day: string; wrong: string | null; shown: OwnDayFigures };
/** Returns the proof of a PIN for one answer: a number that is used once, and the HMAC of the answer with it. */
export async function proofOf(key: string, answer: Answer): Promise<string> {
  const nonce = hex(crypto.getRandomValues(new Uint8Array(8)));
  const how = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', bytesOf(key), how, false, ['sign']);
  const mac = await crypto.subtle.sign('HMAC', imported, new TextEncoder().encode(proofText(answer, nonce)));
  return `${nonce}.${hex(new Uint8Array(mac))}`;
}
