/** Work that the office plans for this device. `at`: the server's time (ISO 8601, UTC). Moments are the server's (ms). */
type Planned = { _id: string; at: string };
/** A choice of work at the device: when, and the plan that was due then, which it certainly comes after, whatever the clocks say. */
type Chosen = { at: number; over: string | null };

const msOf = ({ at }: Planned) => Date.parse(at);

/**
 * Returns the newest plan that has begun, from plans by time; of one time the last. It is found anew from all that is known each time, so that it does not
 * matter when and in which order plans arrived.
 */
export const duePlan = <P extends Planned>(plans: readonly P[], now: number): P | null =>
  plans.findLast((plan) => msOf(plan) <= now) ?? null;
/** Returns the next plan that is to come, from plans by time. */
export const nextPlan = <P extends Planned>(plans: readonly P[], now: number): P | null =>
  plans.find((plan) => msOf(plan) > now) ?? null;

/**
 * Returns true if what was chosen at the device is counted instead of a due plan: it was chosen while that was due, or later than its time. A choice that
 * would be of the future was made by a clock that was wrong: it comes after no other plan.
 */
export const isChosenOver = (plan: Planned, chosen: Chosen | null, now: number): boolean =>
  chosen !== null && (chosen.over === plan._id || (chosen.at >= msOf(plan) && chosen.at <= now));
