import type { LocalDate } from '../platform/zone.ts';

/** The activity of an employee: active or not, each from a local date on (null: from the beginning), in order of date (docs/reference/attendance.md#who-counts). */
export type Activity = readonly { from: LocalDate | null; isActive: boolean }[];

/** Tells whether an employee is active on a date. One without any activity is not. */
export function activeOn(activity: Activity, date: LocalDate): boolean {
  let active = false;
  for (const change of activity) if (change.from === null || change.from <= date) active = change.isActive;
  return active;
}

/** Tells whether an employee was there and is not any more on a date. One who has yet to begin has not left. */
export const hasLeft = (activity: Activity, date: LocalDate): boolean =>
  activity.some(({ from }) => from === null || from <= date) && !activeOn(activity, date);

/** Returns the local date on which the first activity begins; null where it has no date, or where there is no activity. */
export const statedStart = (activity: Activity): LocalDate | null =>
  activity.find(({ isActive }) => isActive)?.from ?? null;

/**
 * Tells whether an employee counts on a date (docs/reference/attendance.md#who-counts). Without a stated start they count from the first day on which they could be known: `arrived`
 * tells whether they had been received, or had a record, by the end of that date.
 */
export const countsOn = (activity: Activity, date: LocalDate, arrived: boolean): boolean =>
  activeOn(activity, date) && (arrived || statedStart(activity) !== null);

/** The activity fields of a synced employee: `activeFrom` undefined keeps the stated start, null removes it. */
export type ActivityChange = {
  isActive: boolean;
  activeFrom?: LocalDate | null | undefined;
  inactiveFrom?: LocalDate | null | undefined;
};

const ALWAYS: Activity = [{ from: null, isActive: true }];
const NEVER: Activity = [{ from: null, isActive: false }];

/**
 * Returns the activity after a sync on the local date `today`; `activeFrom` sets its start, and `inactiveFrom`, a later date, its end. Repeating
 * known values changes nothing, whatever the day.
 */
export function activityAfter(activity: Activity, change: ActivityChange, today: LocalDate): Activity {
  const isAny = change.isActive || change.activeFrom || change.inactiveFrom;
  const known = activity.length > 0 ? activity : isAny ? ALWAYS : NEVER;
  const started = change.activeFrom === undefined ? known : withStart(known, change.activeFrom);
  // Who returns, to leave again, does so one after the other.
  const isAgain = change.inactiveFrom != null && isReturn(known, change.activeFrom);
  const begun = isAgain ? withEnd(started, { isActive: true, activeFrom: change.activeFrom }, today) : started;
  const after = withEnd(begun, change, today);
  return isSame(after, activity) ? activity : after;
}

/** Tells whether a start is one after the end of the activity: of an employee who comes back. */
export function isReturn(activity: Activity, activeFrom: LocalDate | null | undefined): boolean {
  const latest = activity.at(-1);
  return latest?.isActive === false && latest.from !== null && activeFrom != null && activeFrom >= latest.from;
}

const isSame = (one: Activity, other: Activity) =>
  one.length === other.length &&
  one.every(({ from, isActive }, i) => from === other[i]?.from && isActive === other[i]?.isActive);

/** Sets the start of the period of activity that `from` falls into, or of the next one. */
function withStart(activity: Activity, from: LocalDate | null): Activity {
  const index = activity.findLastIndex(({ isActive }, i) => {
    const before = activity[i - 1];
    return isActive && (!before || (from !== null && (before.from === null || before.from < from)));
  });
  const end = activity[index + 1]?.from ?? null;
  if (index < 0 || (from !== null && end !== null && from >= end)) return activity;
  return activity.map((change, i) => (i === index ? { from, isActive: true } : change));
}

/** Ends the activity, or starts it again, on the given date or else today. */
function withEnd(
  activity: Activity,
  { isActive: requestedActive, activeFrom, inactiveFrom }: ActivityChange,
  today: LocalDate,
) {
  const latest = activity.at(-1);
  const end = inactiveFrom ?? null;
  const isActive = requestedActive && end === null;
  if (latest?.isActive === isActive && (isActive || end === null || latest.from === end)) return activity;
  const restart = isActive && activeFrom && (!latest?.from || isReturn(activity, activeFrom)) ? activeFrom : null;
  // An end that has not come yet leaves nothing behind.
  if (isActive && restart === null && latest?.from && latest.from > today && activity.at(-2)?.isActive)
    return activity.slice(0, -1);
  const from = restart ?? end ?? today;
  // A new end replaces the former one, even a later one.
  const isMoved = !isActive && latest?.isActive === false && latest.from !== null;
  const standing = isMoved ? activity.slice(0, -1) : activity;
  const kept = standing.filter((change) => change.from === null || change.from < from);
  return kept.at(-1)?.isActive === isActive ? kept : [...kept, { from, isActive }];
}
