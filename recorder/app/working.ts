import type { Moment, RecordedPerson } from '../core/record.ts';
import { GAP_MS, PART_MS } from '../core/workingTime.ts';
import type { Stores } from '../store/database.ts';
import { allRunning, deleteJob, type Job, putJob, type Running, runningId, timeDrafts } from '../store/jobs.ts';
import { capture } from '../store/log.ts';
import { addReading, type Clocks, lastReading } from '../store/readings.ts';

/** Working time of people: begun, stored in parts, ended. Each is one transaction's part. */
export type Since = { from: Moment; wall: number };

export async function begin(
  stores: Stores,
  person: RecordedPerson,
  job: Pick<Job, 'lookup1' | 'lookup2'>,
  since: Since,
) {
  const { lookup1, lookup2 } = job;
  await putJob(stores, { id: runningId(person), kind: 'running', person, lookup1, lookup2, ...since });
}

/** A reading of now as a moment. */
export const momentNow = async (stores: Stores, clocks: Clocks): Promise<Since> => ({
  from: { reading: await addReading(stores, clocks), plus: 0 },
  wall: clocks.wall,
});

/** Stores the time of `people` up to now; `ends`: their time stops. Without `keep` the stretch is left out. */
export async function storeTime(
  stores: Stores,
  people: readonly Running[],
  clocks: Clocks,
  { ends = false, keep = true }: { ends?: boolean; keep?: boolean },
): Promise<void> {
  if (people.length === 0) return;
  const drafts = keep ? people.flatMap((one) => timeDrafts(one, clocks.wall)) : [];
  // A stretch is stored once: asked anew it is known by where it began.
  const [first] = people;
  const group = `time ${first?.id} ${first?.from.reading} ${first?.from.plus} ${people.length}`;
  if (drafts.length > 0) await capture(stores, group, drafts, clocks);
  else await addReading(stores, clocks);
  const reading = (await lastReading(stores))?.id ?? 0;
  for (const one of people)
    if (ends) await deleteJob(stores, one.id);
    else await putJob(stores, { ...one, from: { reading, plus: 0 }, wall: clocks.wall });
}

/** Stores the parts that are half an hour long. */
export async function storeDueParts(stores: Stores, clocks: Clocks): Promise<void> {
  const due = (await allRunning(stores)).filter(({ wall }) => clocks.wall - wall >= PART_MS);
  await storeTime(stores, due, clocks, {});
}

/** While people's time ran the Recorder was off for this stretch (device's clock, ms); null when it was not, or nobody's time ran. */
export async function offStretch(stores: Stores, clocks: Clocks): Promise<{ from: number; to: number } | null> {
  const last = await lastReading(stores);
  const people = await allRunning(stores);
  if (!last || people.length === 0 || clocks.wall - last.wall < GAP_MS) return null;
  return { from: last.wall, to: clocks.wall };
}
