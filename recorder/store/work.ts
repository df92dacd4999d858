import type { WorkReport } from '#contract/intake/workPlans.ts';
import { formatUnits, parseUnits } from '../core/units.ts';
import { duePlan, isChosenOver, nextPlan } from '../core/workPlans.ts';
import type { Stores } from './database.ts';
import { type Job, type JobRow, putJob } from './jobs.ts';
import { type Plan, readMeta, writeMeta } from './meta.ts';

/** The work of this device: chosen here, or planned by the office. */

/** Returns the key of a job: what is counted. */
export const jobId = (lookup1: string | null, lookup2: string | null) =>
  `job ${JSON.stringify([lookup1 ?? '', lookup2 ?? ''])}`;
/** Returns the jobs that were chosen here, the last first. */
export const chosenJobs = (rows: readonly JobRow[]): Job[] =>
  rows.filter((row) => row.kind === 'job').sort((a, b) => b.usedAt - a.usedAt);

/** The work of a moment: `job` is counted; `plan` where the office has set it. `instead`: the plan instead of which it was chosen here, at `since` (server's time, ms). `next`: the plan to come. */
export type Work = { job: Job | null; plan: Plan | null; instead: Plan | null; since: number; next: Plan | null };
/** The rows of this device; `offset`: the server's time minus the device's clock (ms). */
type Rows = { jobs: readonly JobRow[]; plans: readonly Plan[]; offset: number };
/** Returns what is counted at a moment of the device's clock. */
export function workAt({ jobs, plans, offset }: Rows, wall: number): Work {
  const now = wall + offset;
  const [job = null] = chosenJobs(jobs);
  const due = duePlan(plans, now);
  const next = nextPlan(plans, now);
  const chosen = job && (job.chosen ?? { at: job.usedAt + offset, over: null });
  if (!due) return { job, plan: null, instead: null, since: 0, next };
  if (!job || !chosen || !isChosenOver(due, chosen, now))
    return { job: jobOf(due, jobs), plan: due, instead: null, since: 0, next };
  return { job, plan: null, instead: due, since: chosen.at, next };
}

/** Returns the job that a plan sets. */
export function jobOf(
  { lookup1Code: lookup1, lookup2Code: lookup2, unitsPerScan }: Plan,
  jobs: readonly JobRow[],
): Job {
  const id = jobId(lookup1, lookup2);
  const perScan = parseUnits(unitsPerScan) ?? 1_000;
  const known = jobs.find((row): row is Job => row.kind === 'job' && row.id === id);
  return { id, kind: 'job', lookup1, lookup2, usual: perScan, usedAt: 0, timedSince: null, ...known, perScan };
}
const changedTo = ({ _id: planId }: Plan, { lookup1, lookup2, perScan }: Job, at: number) => ({
  planId,
  at: new Date(at).toISOString(),
  lookup1Code: lookup1,
  lookup2Code: lookup2,
  unitsPerScan: formatUnits(perScan),
});

/** Chooses at the device what is counted; the office will see it if a plan was due. */
export async function chooseJob(stores: Stores, job: Job, { wall, offset }: { wall: number; offset: number }) {
  const at = wall + offset;
  const plans = (await readMeta(stores, 'plans')) ?? [];
  const due = duePlan(plans, at);
  await putJob(stores, { ...job, usedAt: wall, chosen: { at, over: due?._id ?? null } });
  if (!due) return;
  const others = ((await readMeta(stores, 'changes')) ?? []).filter(
    ({ planId }) => planId !== due._id && plans.some(({ _id }) => _id === planId),
  );
  await writeMeta(stores, 'changes', [...others, changedTo(due, job, at)]);
}

/** Returns the report on the plans for the server, at a moment of the device's clock. */
export async function workReportOf(stores: Stores, rows: Rows, wall: number): Promise<WorkReport> {
  const { job, instead, since } = workAt(rows, wall);
  const chosen = (await readMeta(stores, 'changes')) ?? [];
  const changed = chosen.filter(({ planId }) => rows.plans.some(({ _id }) => _id === planId));
  // A plan that arrives when other work has been chosen since its time was changed by that.
  if (job && instead && changed.every(({ planId }) => planId !== instead._id))
    changed.push(changedTo(instead, job, since));
  return { taken: rows.plans.map(({ _id }) => _id), changed };
}
