import type { PlannedWork, WorkPlan } from '#contract/intake/workPlans.ts';
import { MAX_WORK_PLANS } from '#contract/platform/limits.ts';
import type { Db } from '../../platform/db/db.ts';
import type { DeviceCaller } from '../../platform/http/callers.ts';
import { addDays, instantOn, localDateOf, type Zone, zoneOf } from '../../platform/zone.ts';
import { type StoredPlan, selectPlans } from './workPlans.sql.ts';

/** A plan with its instant (ms): that of its local time in the account's present zone. */
export type TimedPlan = StoredPlan & { ms: number };

/** Returns plans by device and instant. Of two local times that a change of the clock makes one instant, the later on the clock is the later. */
export const inOrder = (plans: readonly StoredPlan[], zone: Zone): TimedPlan[] =>
  plans
    .map((plan) => ({ ...plan, ms: instantOn(zone, plan.day, plan.time) }))
    .sort((a, b) =>
      a.deviceId === b.deviceId ? a.ms - b.ms || compare(a.time, b.time) : compare(a.deviceId, b.deviceId),
    );
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Returns what a device is told of its plans in order: the newest that has begun, and those to come. `now`: ms. */
export function told(plans: readonly TimedPlan[], now: number): PlannedWork[] {
  const first = plans.findLastIndex(({ ms }) => ms <= now);
  return plans.slice(Math.max(first, 0), Math.max(first, 0) + MAX_WORK_PLANS).map(workOf);
}

/** Returns plans in order as the office sees them. `now`: ms. */
export const shown = (plans: readonly TimedPlan[], now: number): WorkPlan[] =>
  plans.map((plan, i) => {
    const next = plans[i + 1];
    const isFollowed = next !== undefined && next.deviceId === plan.deviceId && next.ms <= now;
    const { deviceId, day, time, takenAt, changed } = plan;
    const state = plan.ms > now ? 'planned' : isFollowed ? 'past' : 'in-force';
    return { ...workOf(plan), deviceId, day, time, takenAt, changed, state };
  });

const workOf = ({ _id, ms, by, lookup1Code, lookup2Code, unitsPerScan }: TimedPlan): PlannedWork => ({
  ...{ _id, at: new Date(ms).toISOString(), by, lookup1Code, lookup2Code, unitsPerScan },
});

/** Returns all that a device is told of the work that is planned for it. */
export async function plansFor(tx: Db, { accountId, deviceId, timeZone }: DeviceCaller, now: Date) {
  const zone = zoneOf(timeZone);
  const plans = await selectPlans(tx, accountId, [deviceId], addDays(localDateOf(zone, now.getTime()), -1));
  return told(inOrder(plans, zone), now.getTime());
}
