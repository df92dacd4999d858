import { type Message, msg } from '#contract/platform/words.ts';
import { selectLocks } from '../attendance/ledger.sql.ts';
import { byNumber } from '../attendance/order.ts';
import { daysOf, type RecalculatedDays } from '../attendance/recalculated.ts';
import type { Db } from '../platform/db/db.ts';
import { Refusal } from '../platform/http/errors.ts';
import type { LocalDate } from '../platform/zone.ts';
import type { ChangeScope } from './change.ts';
import { selectNames } from './employees.sql.ts';
import { some } from './some.ts';

/** Returns those of some days that are locked. */
export async function lockedDays(tx: Db, accountId: string, days: readonly LocalDate[]): Promise<LocalDate[]> {
  const [from, to] = [days.toSorted()[0], days.toSorted().at(-1)];
  if (from === undefined || to === undefined) return [];
  const locks = await selectLocks(tx, accountId, { from, to });
  return days.filter((day) => locks.some((one) => day >= one.from && day <= one.to));
}

/** The refusal of a change that would judge locked days again; `employees`: all whose days these are. */
export class ForLockedDays extends Refusal {
  readonly employees: readonly Concerned[];
  constructor(said: string | Message, employees: readonly Concerned[]) {
    super('PERIOD_LOCKED', said);
    this.employees = employees;
  }
}
type Concerned = { id: string; number: string };

/** The refusal of a change that may alter figures of locked days: made again by who can compare these (`ChangeScope.compared`), it is refused only if it does. */
export class MayAlterLocked extends ForLockedDays {
  readonly days: RecalculatedDays;
  constructor({ said, employees }: ForLockedDays, days: RecalculatedDays) {
    super(said, employees);
    this.days = days;
  }
}

/**
 * Throws PERIOD_LOCKED, naming the day, who locked it and the employees concerned, where a locked day would be judged again (docs/reference/corrections.md#locks).
 */
export async function requireUnlocked(tx: Db, accountId: string, judged: RecalculatedDays): Promise<void> {
  const refusal = await refusalOf(tx, accountId, judged);
  if (refusal) throw refusal;
}

/** Returns those of these days that are locked; throws MayAlterLocked where one of them, but of new employees, is not among those that are compared. */
export async function requireCompared(
  { tx, accountId, compared }: Pick<ChangeScope, 'tx' | 'accountId' | 'compared'>,
  days: RecalculatedDays,
  added: ReadonlySet<string>,
): Promise<RecalculatedDays> {
  const isLocked = new Set(await lockedDays(tx, accountId, daysOf(days)));
  const locked = new Map(
    [...days].flatMap(([id, own]): [string, LocalDate[]][] => {
      const some = own.filter((day) => isLocked.has(day));
      return some.length > 0 ? [[id, some]] : [];
    }),
  );
  const isKnown = (id: string, own: readonly LocalDate[]) =>
    compared !== undefined && (added.has(id) || own.every((day) => compared.days.get(id)?.includes(day)));
  const unknown = new Map([...locked].filter(([id, own]) => !isKnown(id, own)));
  const refusal = await refusalOf(tx, accountId, unknown);
  if (refusal) throw new MayAlterLocked(refusal, unknown);
  return locked;
}

async function refusalOf(tx: Db, accountId: string, judged: RecalculatedDays): Promise<ForLockedDays | undefined> {
  const days = daysOf(judged);
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) return undefined;
  const locks = await selectLocks(tx, accountId, { from, to });
  const lockOf = (day: LocalDate) => locks.find((one) => day >= one.from && day <= one.to);
  const day = days.find(lockOf);
  const lock = day && lockOf(day);
  if (!lock) return undefined;
  const ids = [...judged].flatMap(([id, own]) => (own.some(lockOf) ? [id] : []));
  const employees = await selectNames(tx, accountId, ids);
  const numbers = employees.flatMap(({ id, number }) => (judged.get(id)?.includes(day) ? [number] : [])).sort(byNumber);
  return new ForLockedDays(
    msg('{day} was locked by {by} and would be judged anew for {people}. Re-open the period, or choose a later date.', {
      day,
      by: lock.by,
      people: some(numbers),
    }),
    employees,
  );
}
