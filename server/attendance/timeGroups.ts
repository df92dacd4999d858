import type { LocalDate } from '../platform/zone.ts';

/** The time group of an employee, or none, each from a local date on (null: from the beginning); by date. */
export type TimeGroups = readonly { from: LocalDate | null; timeGroupId: string | null }[];
/** An employee's time groups as stored: `timeGroupId` is the newest; without `timeGroups` it has always been in force. */
export type Membership = { timeGroupId: string | null; timeGroups?: TimeGroups | null | undefined };

/** Returns the time group in force on a date. */
export function timeGroupOn({ timeGroupId, timeGroups }: Membership, date: LocalDate): string | null {
  if (!timeGroups) return timeGroupId;
  return timeGroups.findLast(({ from }) => from === null || from <= date)?.timeGroupId ?? null;
}

/** Returns a membership as a list by date, even where it has no dates. */
export const datedGroups = ({ timeGroupId, timeGroups }: Membership): TimeGroups =>
  timeGroups ?? (timeGroupId === null ? [] : [{ from: null, timeGroupId }]);

/**
 * A move to a time group as it was sent: `from` null or undefined means always, but undefined changes nothing for an employee who is in the group
 * already.
 */
export type RequestedGroup = { timeGroupId: string | null; from: LocalDate | null | undefined };

/** Returns the memberships after a change, which is in force from its date on and replaces later ones. Repeating the change has no effect. */
export function membershipAfter(before: Membership, { timeGroupId, from }: RequestedGroup): Membership {
  if (from === undefined && before.timeGroupId === timeGroupId) return before;
  if (from === undefined || from === null) return { timeGroupId, timeGroups: null };
  const kept = datedGroups(before).filter((one) => one.from === null || one.from < from);
  const inForce = kept.at(-1)?.timeGroupId ?? null;
  const dated = inForce === timeGroupId ? kept : [...kept, { from, timeGroupId }];
  const [first] = dated;
  if (!first) return { timeGroupId: null, timeGroups: null };
  if (dated.length === 1 && first.from === null) return { timeGroupId: first.timeGroupId, timeGroups: null };
  return { timeGroupId, timeGroups: dated.map((one) => ({ from: one.from, timeGroupId: one.timeGroupId })) };
}
