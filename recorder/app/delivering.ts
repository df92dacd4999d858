import type { Draft, FoundDefect, Means } from '../core/record.ts';
import { type Full, findArrived, noteDelivered } from '../store/containers.ts';
import { nameOfFull, now } from './containers.ts';
import type { Outcome } from './outcome.ts';
import type { Recorder } from './recorder.ts';

/** A container at a delivery point; `full` is what this device knows of it, and `name` whose it is. */
export type Arrived = { number: string; full: Full | null; name: string | null };
type Verdict = Pick<Draft & { kind: 'delivery' }, 'verdict' | 'fault' | 'weight'> & { means: Means };

/** No record of a delivery or a sample is of a person. */
const NOBODY = { _id: null, number: null, timeId: null, badge: '' };

/** Looks a container up, as this device knows it. */
export const arrived = (recorder: Recorder, number: string): Promise<Arrived> =>
  recorder.db.run('readonly', async (stores) => {
    const full = (await findArrived(stores, number, now(recorder))) ?? null;
    return { number, full, name: full && (await nameOfFull(stores, full)) };
  });

/** Records that a container was accepted or rejected, which makes it empty. */
export function deliver(recorder: Recorder, { number, name }: Arrived, { means, ...said }: Verdict): Promise<Outcome> {
  const at = now(recorder);
  const draft: Draft = { kind: 'delivery', person: NOBODY, means, container: number, ...said };
  return recorder.capturing.take([draft], name === null ? [] : [name], [], (stores, _clocks, group) =>
    noteDelivered(stores, number, at, { group, verdict: said.verdict }),
  );
}

/** Records what was found in a sample of a container. */
export function sample(
  recorder: Recorder,
  container: string,
  said: { means: Means; pieces: number; found: FoundDefect[] },
): Promise<Outcome> {
  return recorder.capturing.take([{ kind: 'sample', person: NOBODY, container, ...said }], [], []);
}
