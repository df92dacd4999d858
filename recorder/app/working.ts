import { isSamePerson, type Moment, personKey, type RecordedPerson } from '../core/record.ts';
import { GAP_MS, PART_MS, timeBegins } from '../core/workingTime.ts';
import type { Stores } from '../store/database.ts';
import { allRunning, deleteJob, type Job, putJob, type Running, runningId, timeDrafts } from '../store/jobs.ts';
import { capture, HELD_MS, since } from '../store/log.ts';
import { deleteMeta, type Off, writeMeta } from '../store/meta.ts';
import { addReading, type Clocks, lastReading } from '../store/readings.ts';

/** People's working time: started, stored in parts, ended. Each function is part of one transaction. */
export type Since = { from: Moment; wall: number };

export async function begin(
  stores: Stores,
  person: RecordedPerson,
  job: Pick<Job, 'lookup1' | 'lookup2'>,
  since: Since,
  begunBy?: Running['begunBy'],
) {
  const { lookup1, lookup2 } = job;
  await putJob(stores, { id: runningId(person), kind: 'running', person, lookup1, lookup2, ...since, begunBy });
}

/** Returns a reading of now as a moment. */
export const momentNow = async (stores: Stores, clocks: Clocks): Promise<Since> => ({
  from: { reading: await addReading(stores, clocks), plus: 0 },
  wall: clocks.wall,
});

/**
 * Returns the moment at which the time of an employee who scans `now` starts: the later of the job's start and their clocking in on this device today.
 * If they have clocked out or their time was ended since, it starts with the scan, so that nothing counts twice. `dayStart`: the device's clock (ms).
 */
export async function beginningOf(
  stores: Stores,
  { job, person, dayStart }: { job: Job; person: RecordedPerson; dayStart: number },
  now: Since,
): Promise<Since> {
  const records = (await since(stores, dayStart)).filter((record) => personKey(record.person) === personKey(person));
  const clocked = records.findLast(({ kind }) => kind === 'clock');
  const isOut = clocked?.kind === 'clock' && clocked.direction === 'out';
  const begins = timeBegins(job.timedSince?.wall ?? null, clocked?.wall ?? null, now.wall);
  const isStored = records.some(({ kind, wall }) => kind === 'time' && wall > begins);
  if (isOut || isStored) return now;
  if (!clocked || clocked.wall !== begins) return job.timedSince ?? now;
  // Once the record is sent, its reading may have been deleted.
  const settled = clocked.at === undefined ? {} : { settled: Date.parse(clocked.at) };
  return { from: { ...clocked.from, ...settled }, wall: clocked.wall };
}

/** Continues, for the job of a scan (the act `group`), the time of those who are credited by it, if the job measures time. */
export async function creditTime(
  stores: Stores,
  people: readonly RecordedPerson[],
  { job, dayStart, group }: { job: Job; dayStart: number; group: string },
  clocks: Clocks,
): Promise<void> {
  if (!job.timedSince) return;
  const now = await momentNow(stores, clocks);
  const begunBy = { group, until: clocks.wall + HELD_MS };
  for (const person of people) {
    const at = (await allRunning(stores)).find((one) => isSamePerson(one.person, person));
    const isOfJob = at?.lookup1 === job.lookup1 && at.lookup2 === job.lookup2;
    if (!at) await begin(stores, person, job, await beginningOf(stores, { job, person, dayStart }, now), begunBy);
    else if (!isOfJob) {
      await storeTime(stores, [at], clocks, { act: group, ends: true });
      await begin(stores, person, job, now, begunBy);
    }
  }
}
/** Ends the time of an employee who clocks out (the act `group`). */
export async function endTime(stores: Stores, person: RecordedPerson, group: string, clocks: Clocks): Promise<void> {
  const ended = (await allRunning(stores)).filter((one) => isSamePerson(one.person, person));
  await storeTime(stores, ended, clocks, { act: group, ends: true });
}

/**
 * Stores the working time of `people` up to now, or up to `until`; `ends`: their time stops. It is undone together with the act `act`
 * (store/corrections.ts).
 */
export async function storeTime(
  stores: Stores,
  people: readonly Running[],
  clocks: Clocks,
  { ends = false, until, act = 'time' }: { ends?: boolean; until?: Since; act?: string } = {},
): Promise<void> {
  if (people.length === 0) return;
  const drafts = people.flatMap((one) => timeDrafts(one, until?.wall ?? clocks.wall, until?.from ?? null));
  // A stretch is stored once: when it comes up again, it is recognised by its start.
  const [first] = people;
  const group = `${act} ${first?.id} ${first?.from.reading} ${first?.from.plus} ${people.length}`;
  await capture(stores, group, drafts, clocks);
  const reading = (await lastReading(stores))?.id ?? 0;
  for (const one of people)
    if (ends) await deleteJob(stores, one.id);
    else await putJob(stores, { ...one, ...(until ?? { from: { reading, plus: 0 }, wall: clocks.wall }) });
}

/** A clock that was set back must not keep anything undoable for longer. */
const isUndoable = (begunBy: Running['begunBy'], wall: number) =>
  begunBy !== undefined && wall < begunBy.until && begunBy.until <= wall + HELD_MS;
/** Stores the parts that are half an hour long. */
export async function storeDueParts(stores: Stores, clocks: Clocks): Promise<void> {
  const due = (await allRunning(stores)).filter(
    ({ wall, begunBy }) => clocks.wall - wall >= PART_MS && !isUndoable(begunBy, clocks.wall),
  );
  await storeTime(stores, due, clocks);
}

/**
 * Handles a time since `alive` in which the Recorder was off while working time ran: stores the time up to then, and asks about the rest
 * (`answerOff`). Does nothing where it was not off, or no time ran.
 */
export async function noteOff(stores: Stores, alive: Since | null, clocks: Clocks): Promise<void> {
  if (!alive || clocks.wall - alive.wall < GAP_MS) return;
  const people = (await allRunning(stores)).filter(({ wall }) => wall <= alive.wall);
  if (people.length === 0) return;
  await storeTime(
    stores,
    people.filter(({ wall }) => wall < alive.wall),
    clocks,
    { until: alive },
  );
  await writeMeta(stores, 'off', { from: alive.wall, to: clocks.wall });
}
/** Returns the moment of the last reading, until which the Recorder was on. */
export async function lastAlive(stores: Stores): Promise<Since | null> {
  const last = await lastReading(stores);
  return last ? { from: { reading: last.id, plus: 0 }, wall: last.wall } : null;
}
/** Stores the stretch in which the Recorder was off, if the crew worked meanwhile. */
export async function answerOff(stores: Stores, { from }: Off, clocks: Clocks, hasWorked: boolean): Promise<void> {
  const people = (await allRunning(stores)).filter(({ wall }) => wall <= from);
  if (hasWorked) await storeTime(stores, people, clocks);
  else {
    const now = await momentNow(stores, clocks);
    for (const one of people) await putJob(stores, { ...one, ...now });
  }
  await deleteMeta(stores, 'off');
}
