import type { OpenReason } from '#contract/money/earnings.ts';
import { dayKey, type EmployeeDay } from '../../attendance/ledger.sql.ts';
import { selectDisputes } from '../../attendance/ownDays/acts.sql.ts';
import { selectReviews } from '../../attendance/reviewed.sql.ts';
import { evidenceOf, exceptionKey } from '../../attendance/reviewed.ts';
import type { Db } from '../../platform/db/db.ts';
import { addDays, dayBounds, type LocalDate, zoneOf } from '../../platform/zone.ts';
import { selectWaiting } from './evidence.sql.ts';

/** The reasons in records that leave the pay of a day open until a user decides or leaves them as they are. */
export type Evidence = {
  /** The reasons of an employee's day, which are none of its hours rule or its rates. */
  of: (one: EmployeeDay) => readonly OpenReason[];
  /** Tells whether an exception of an employee's day was left as it is. */
  isReviewed: (kind: string, one: EmployeeDay, evidence: readonly unknown[]) => boolean;
  /** All of it, as data. */
  all: readonly (readonly [string, readonly OpenReason[]])[];
};

export async function readEvidence(
  tx: Db,
  accountId: string,
  timeZone: string,
  { from, to, seesAllWork }: { from: LocalDate; to: LocalDate; seesAllWork: boolean },
): Promise<Evidence> {
  const zone = zoneOf(timeZone);
  const start = new Date(dayBounds(zone, from).start);
  const reviews = await selectReviews(tx, accountId, start);
  const reviewed = new Set(reviews.map(({ key, evidence }) => `${key} ${evidence}`));
  const isCovered = (key: string, evidence: readonly unknown[]) => reviewed.has(`${key} ${evidenceOf(key, evidence)}`);
  const reasons = new Map<string, OpenReason[]>();
  const raise = (one: EmployeeDay, reason: OpenReason) => {
    const own = reasons.get(dayKey(one)) ?? [];
    if (!own.includes(reason)) reasons.set(dayKey(one), [...own, reason]);
  };
  // A record after midnight may be of the work day before.
  const span = { from: start, to: new Date(dayBounds(zone, addDays(to, 1)).end), seesAllWork };
  for (const { employeeId, kind, on, days, recordIds } of await selectWaiting(tx, accountId, timeZone, span))
    if (kind === 'held-record' || !isCovered(exceptionKey({ kind, employeeId, day: on }), recordIds))
      for (const day of days) raise({ employeeId, day }, kind === 'unverified-time' ? kind : 'held-record');
  for (const { employeeId, day, wrong, actId } of await selectDisputes(tx, accountId, {
    from,
    to,
    employeeIds: undefined,
  }))
    if (!isCovered(exceptionKey({ kind: 'dispute', employeeId, day, what: wrong }), [actId]))
      raise({ employeeId, day }, 'dispute');
  return {
    of: (one) => reasons.get(dayKey(one)) ?? NONE,
    isReviewed: (kind, { employeeId, day }, evidence) => isCovered(exceptionKey({ kind, employeeId, day }), evidence),
    all: [...reasons],
  };
}
const NONE: readonly OpenReason[] = [];
