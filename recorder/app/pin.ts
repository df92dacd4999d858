import type { RecordedPerson } from '../core/record.ts';
import { readMeta, writeMeta } from '../store/meta.ts';
import { personById } from '../store/roster.ts';
import { afterWrong, opens, waitFor } from './code.ts';
import type { Recorder } from './recorder.ts';

/** The PIN with which a person answers to their own day, where the office has made one (spec/privacy.md V5). It is checked here, so offline too. */
type Pin = { salt: string; hash: string };

/** Returns by what a person's PIN is recognised; null where they have none. */
export async function pinOf({ db }: Recorder, { _id }: RecordedPerson): Promise<Pin | null> {
  const known = _id === null ? undefined : await db.run('readonly', (stores) => personById(stores, _id));
  const [salt, hash] = known?.pin?.split('.') ?? [];
  return salt && hash ? { salt, hash } : null;
}

/**
 * Tries a PIN; returns whether it is right, and the ms until the next try. A try is stored as a wrong one before it is checked, so that no reload takes
 * it back; tries are counted by the PIN's salt, so another PIN starts anew.
 */
export async function tryPin(recorder: Recorder, pin: Pin, typed: string): Promise<{ isRight: boolean; wait: number }> {
  const { wall } = recorder.clocks.now();
  const { salt } = pin;
  const counted = await recorder.db.run('readwrite', async (stores) => {
    const tries = (await readMeta(stores, 'pinTries')) ?? [];
    const before = tries.find((one) => one.salt === salt) ?? { salt, wrong: 0, until: 0 };
    const wait = waitFor(before, wall);
    if (wait > 0) return { wait };
    const after = afterWrong(before, wall);
    await writeMeta(stores, 'pinTries', [...tries.filter((one) => one.salt !== salt), after]);
    return { after };
  });
  if (!counted.after) return { isRight: false, wait: counted.wait };
  const isRight = await opens(pin, typed);
  if (!isRight) return { isRight, wait: waitFor(counted.after, wall) };
  await recorder.db.run('readwrite', async (stores) => {
    const tries = (await readMeta(stores, 'pinTries')) ?? [];
    await writeMeta(
      stores,
      'pinTries',
      tries.filter((one) => one.salt !== salt),
    );
  });
  return { isRight, wait: 0 };
}
