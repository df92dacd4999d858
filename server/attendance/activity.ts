import type { LocalDate } from './zone.ts';

/** From a local date on (null: always), an employee was active or not; in order of date (rule 13). */
export type Activity = readonly { from: LocalDate | null; isActive: boolean }[];

/** Whether an employee counts on a date. One who was never said to be active does not. */
export function activeOn(activity: Activity, date: LocalDate): boolean {
  let active = false;
  for (const change of activity) if (change.from === null || change.from <= date) active = change.isActive;
  return active;
}

/**
 * The activity after a sync said `isActive` on the local date `today`; `inactiveFrom` dates the end of it.
 * New employees are active always: their history may arrive after them.
 */
export function activityAfter(
  activity: Activity,
  said: { isActive: boolean; inactiveFrom?: LocalDate | null },
  today: LocalDate,
): Activity {
  const end = said.inactiveFrom ?? null;
  if (activity.length === 0) {
    if (said.isActive)
      return end
        ? [
            { from: null, isActive: true },
            { from: end, isActive: false },
          ]
        : [{ from: null, isActive: true }];
    return end
      ? [
          { from: null, isActive: true },
          { from: end, isActive: false },
        ]
      : [{ from: null, isActive: false }];
  }
  const from = said.isActive && !end ? today : (end ?? today);
  const isActive = said.isActive && !end;
  const latest = activity.at(-1);
  // Repeating what is known changes nothing, whatever the day.
  if (latest && latest.isActive === isActive && (isActive || end === null || latest.from === end)) return activity;
  // Another end than was said before takes its place, also a later one.
  const isMoved = !isActive && latest?.isActive === false && latest.from !== null;
  const standing = isMoved ? activity.slice(0, -1) : activity;
  const kept = standing.filter((change) => change.from === null || change.from < from);
  return kept.at(-1)?.isActive === isActive ? kept : [...kept, { from, isActive }];
}
