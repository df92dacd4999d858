import type { Draft, Means } from '../core/record.ts';
import { type Full, findFull, noteFull } from '../store/containers.ts';
import { isFull, type Stores } from '../store/database.ts';
import type { Job } from '../store/jobs.ts';
import { type Gathered, readSettings, writeMeta } from '../store/meta.ts';
import type { Clocks } from '../store/readings.ts';
import { findPerson, personById } from '../store/roster.ts';
import type { Outcome, Picked } from './outcome.ts';
import type { Recorder } from './recorder.ts';
import { signal } from './signals.ts';
import { shortName } from './times.ts';
import { creditTime } from './working.ts';

const HOUR_MS = 3_600_000;
type Counted = { picked: Picked; job: Job; means: Means };

/** The server's time (ms) as this device knows it. */
export const now = (recorder: Recorder) => recorder.clocks.now().wall + recorder.view().offset;
/** Announces that nothing was counted. */
export const refuse = (recorder: Recorder, outcome: Outcome): Outcome => {
  signal('repeat', recorder.view().settings.hasSound);
  return outcome;
};
export const isKnownPerson = (recorder: Recorder, text: string) =>
  recorder.db.run('readonly', async (stores) => Boolean((await findPerson(stores, text))?.known));

async function fullOutcome(stores: Stores, number: string, at: number, group?: string): Promise<Outcome | null> {
  const found = await findFull(stores, number, at);
  // An act that runs again after a lost database has counted it itself.
  if (!found || found.group === group) return null;
  return { kind: 'full', container: number, name: await nameOfFull(stores, found), at: found.at };
}
/** Returns whose a container is, where this device may know it. */
export async function nameOfFull(stores: Stores, { employeeId, named }: Full): Promise<string | null> {
  const known = employeeId === null ? undefined : await personById(stores, employeeId);
  return known ? shortName(known) : named;
}
/** Returns the outcome for a container that is full; null: it can be counted. */
export const whetherFull = (recorder: Recorder, number: string) =>
  recorder.db.run('readonly', (stores) => fullOutcome(stores, number, now(recorder)));

/** Stores the containers that wait for their badge; null: they are on disk. */
export const keepGathered = (recorder: Recorder, gathered: Gathered[]): Promise<Outcome | null> =>
  recorder.saveSettings({ gathered }).then(
    () => null,
    (error: unknown) => {
      signal('failed', true);
      return { kind: 'failed', isFull: isFull(error) };
    },
  );

/** Counts containers for a person, an entry each, in one transaction; nothing where one is full: others may have counted it while it waited for its badge. */
export async function countContainers(
  recorder: Recorder,
  containers: readonly Gathered[],
  { picked, job, means }: Counted,
): Promise<Outcome> {
  const { person } = picked;
  const kinds = recorder.view().containerKinds;
  const kindOf = (id: string) => kinds.find(({ _id }) => _id === id);
  const workOf = ({ kindId, work: { lookup1, lookup2 } = job }: Gathered) => ({
    lookup1: lookup1 ?? kindOf(kindId)?.lookup1Code ?? null,
    lookup2,
  });
  const at = now(recorder);
  const act = crypto.randomUUID();
  let full: Outcome | null = null;
  const drafts = async (stores: Stores): Promise<Draft[]> => {
    full = null;
    for (const { number } of containers) full ??= await fullOutcome(stores, number, at, act);
    if (full) return [];
    return containers.map((one): Draft => {
      const { number, kindId } = one;
      const units = kindOf(kindId)?.units ?? '1';
      return { kind: 'piece', person, means, container: { number, kindId }, units, ...workOf(one) };
    });
  };
  const fill = async (stores: Stores, clocks: Clocks, group: string) => {
    if (full) return;
    for (const one of containers) {
      const { number, kindId } = one;
      const hours = kindOf(kindId)?.hours ?? 0;
      const until = at + hours * HOUR_MS;
      const named = person.number ?? person.badge;
      await noteFull(stores, { number, at, until, employeeId: person._id, named, group, ...workOf(one) });
    }
    // In this transaction, so that none of them waits on once it is counted.
    const settings = await readSettings(stores);
    const isCounted = new Set(containers.map(({ number }) => number));
    const gathered = settings.gathered.filter(({ number }) => !isCounted.has(number));
    if (gathered.length < settings.gathered.length) await writeMeta(stores, 'settings', { ...settings, gathered });
    await creditTime(stores, [person], { job, dayStart: recorder.capturing.dayStart(), group }, clocks);
  };
  const outcome = await recorder.capturing.take(drafts, [picked.name], [], fill, act);
  return full ? refuse(recorder, full) : outcome;
}
