import type { Calendar } from '../../attendance/calendar.ts';
import { type Corrected, deriveCorrected } from '../../attendance/corrected.ts';
import { daysOfMovedStarts } from '../../attendance/firstDays.ts';
import type { RecalculatedDays } from '../../attendance/recalculated.ts';
import { firstRetainedDay } from '../../attendance/refresh.ts';
import type { readLocked } from '../../masterData/daysMoved.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/errors.ts';
import { type LocalDate, localDateOf } from '../../platform/zone.ts';
import {
  type Applied,
  type Attempt,
  movesLockedDay,
  notSafe,
  periodLocked,
  refuseByWorkDay,
  refuseInactive,
} from './attempts.ts';
import { daysTakenOtherwise } from './goneOn.ts';
import { type Context, changesOf, oldestOf, type Resolved } from './resolved.ts';
import { unsafeOf } from './safety.ts';
import type { Seen } from './seen.ts';

type Deciding = {
  accountId: string;
  calendar: Calendar;
  now: Date;
  correctionDays: number;
  context: Context | undefined;
  seen: Seen;
  locked: Awaited<ReturnType<typeof readLocked>>;
  onlySafe: boolean;
};
/** The days that the items which are not refused lead to, before anything is written. */
export type Decided = {
  attempts: readonly Attempt[];
  corrected: readonly Corrected[];
  /** The days that move because an employee counts from another day on. */
  moved: ReadonlyMap<string, readonly LocalDate[]>;
  /** Locked days, by employee, that are paid together with open ones that change: whether they are paid otherwise is known once all is written. */
  paidTogether: RecalculatedDays;
};

/** The most locked days of employees whose figures are compared, which takes seconds. */
const MOST_COMPARED = 50_000;

/**
 * Refuses items for the days that they lead to. Whether an item is of a locked day, adds to a day on which its employee is not active, or changes a locked day
 * through its effect on another one, is known from these alone. Where it is refused, the employees concerned are derived again without it.
 */
export async function decide(tx: Db, tried: readonly Attempt[], deciding: Deciding): Promise<Decided> {
  const { accountId, calendar, now, correctionDays, context, seen, locked, onlySafe } = deciding;
  const { isLocked, lockedBy } = locked;
  const today = localDateOf(calendar.zone, now.getTime());
  const kept = firstRetainedDay(today);
  // Whose pay is open because of a record of nobody is not known from the item.
  const mayOpenPay = ({ subject, isOfNobody, dates }: Resolved) =>
    (isOfNobody || 'recordId' in subject) && lockedBy(dates).length > 0;
  let attempts = tried.map((one) =>
    !(one instanceof Refusal) && mayOpenPay(one.resolved) ? refusalBy(isLocked)(one) : one,
  );
  for (;;) {
    const corrected = await deriveCorrected(tx, accountId, calendar, changesOf(resolvedOf(attempts)), now);
    const open = refuseByWorkDay(attempts, corrected, {
      zone: calendar.zone,
      isLocked,
      oldest: oldestOf({ today, correctionDays }),
      isSeen: (employeeId, day) => seen?.isMember?.(employeeId, day) ?? true,
    });
    const active = context ? refuseInactive(open, corrected, context) : open;
    if (active.some((one, i) => one !== attempts[i])) {
      attempts = active;
      continue;
    }
    const moved = await daysOfMovedStarts(tx, accountId, corrected, kept);
    const changed = joined(corrected, moved, attempts);
    const paidTogether = new Map(
      [...changed].flatMap(([id, days]): [string, LocalDate[]][] => {
        const some = lockedBy(days);
        return some.length > 0 ? [[id, some]] : [];
      }),
    );
    const isTooMuch = [...paidTogether.values()].flat().length > MOST_COMPARED;
    const otherwise = new Set(
      corrected.filter((one) => daysTakenOtherwise(one, calendar).some(isLocked)).map(({ employeeId }) => employeeId),
    );
    const isShut = (id: string) =>
      otherwise.has(id) ||
      (changed.get(id) ?? []).some(isLocked) ||
      (paidTogether.get(id) ?? []).some((day) => isTooMuch || day < kept);
    const shut = new Set([...changed.keys(), ...otherwise].filter(isShut));
    const unsafe = onlySafe
      ? await unsafeOf(tx, accountId, corrected, { calendar, now, seesAllWork: seen?.seesAllWork ?? true })
      : new Set<string>();
    if (shut.size + unsafe.size === 0) return { attempts, corrected, moved, paidTogether };
    attempts = refuseOf(refuseOf(attempts, shut, refusalBy(isLocked)), unsafe, notSafe);
  }
}

/** Returns the days of each employee that change: by their records, because they count from another day on, or by an excuse or approved time. */
function joined(
  corrected: readonly Corrected[],
  moved: ReadonlyMap<string, readonly LocalDate[]>,
  attempts: readonly Attempt[],
) {
  const days = new Map<string, LocalDate[]>();
  const add = (id: string, some: readonly LocalDate[]) => days.set(id, [...(days.get(id) ?? []), ...some]);
  for (const { employeeId, changed } of corrected) add(employeeId, changed);
  for (const [employeeId, some] of moved) add(employeeId, some);
  for (const { row, employeeIds, dates } of resolvedOf(attempts))
    if (row.table === 'excuse') for (const id of employeeIds) add(id, dates);
  return days;
}

const refusalBy =
  (isLocked: (day: LocalDate) => boolean) =>
  ({ resolved }: Applied): Refusal =>
    resolved.dates.some(isLocked) ? periodLocked() : movesLockedDay();

/** Refuses the items that concern some employees. */
export const refuseOf = (
  attempts: readonly Attempt[],
  employeeIds: ReadonlySet<string>,
  refusalOf: (one: Applied) => Refusal,
): Attempt[] =>
  attempts.map((one) =>
    !(one instanceof Refusal) && one.resolved.employeeIds.some((id) => employeeIds.has(id)) ? refusalOf(one) : one,
  );

export const resolvedOf = (attempts: readonly Attempt[]) =>
  attempts.flatMap((one) => (one instanceof Refusal ? [] : one.resolved));
