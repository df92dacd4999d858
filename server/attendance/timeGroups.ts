import type { LocalDate } from './zone.ts';

/** From a local date on (null: always), an employee was in a time group, or in none; by date (spec/setup.md). */
export type TimeGroups = readonly { from: LocalDate | null; timeGroupId: string | null }[];
/** An employee's time groups as stored: `timeGroupId` is the last of them; without `timeGroups` it always was. */
export type Membership = { timeGroupId: string | null; timeGroups?: TimeGroups | null | undefined };

/** The time group in force on a date. */
export function timeGroupOn({ timeGroupId, timeGroups }: Membership, date: LocalDate): string | null {
  if (!timeGroups) return timeGroupId;
  return timeGroups.findLast(({ from }) => from === null || from <= date)?.timeGroupId ?? null;
}

/** A membership by date, also where it was never dated. */
export const datedGroups = ({ timeGroupId, timeGroups }: Membership): TimeGroups =>
  timeGroups ?? (timeGroupId === null ? [] : [{ from: null, timeGroupId }]);

/** A dated move as it was sent: `from` null is always, undefined is always too, unless they are in the group already. */
export type SaidGroup = { timeGroupId: string | null; from: LocalDate | null | undefined };

/** Returns the memberships after a change: it holds from its date on, and takes the place of later ones. The same change again changes nothing. */
export function membershipAfter(before: Membership, { timeGroupId, from }: SaidGroup): Membership {
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
