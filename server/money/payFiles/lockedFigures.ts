import { centsOf } from '#contract/platform/money.ts';
import { loadCalendar } from '../../attendance/calendars.ts';
import { dayKey, type EmployeeDay, selectLocks } from '../../attendance/ledger.sql.ts';
import { daysOf, joined, type RecalculatedDays } from '../../attendance/recalculated.ts';
import { selectDataVersion } from '../../attendance/recordChanges.sql.ts';
import { payPeriodOn } from '../../figures/pay/payPeriods.ts';
import { readDayModel } from '../../figures/stats/loadDay.ts';
import { judgedDaysWithin } from '../../figures/trends/judgedDays.ts';
import { employeesOf } from '../../figures/trends/people.ts';
import { readCurrency } from '../../masterData/currency.sql.ts';
import { type Db, readingIn } from '../../platform/db/db.ts';
import { EARLIEST, LATEST, type LocalDate } from '../../platform/zone.ts';
import { readEarnings } from '../earnings/read.ts';
import { fileDays, type Lines, linesOf } from './lines.ts';
import { selectJudged } from './lockedFigures.sql.ts';

type Account = { accountId: string; timeZone: string; now: Date };
type Figures = Map<string, EmployeeDay & { figures: string }>;

/**
 * Reads the figures of locked days of some employees, and returns a function that reads them again, later in the transaction and with those of new employees,
 * and returns the days that differ: by the line that the office sees of a day, and by the lines that a payroll file of its lock has.
 */
export async function comparing(tx: Db, account: Account, days: RecalculatedDays) {
  const before = await lockedFigures(tx, account, days);
  return async (ofAdded: RecalculatedDays): Promise<RecalculatedDays> => {
    const after = await lockedFigures(tx, account, joined(days, ofAdded));
    const keys = new Set([...before.keys(), ...after.keys()]);
    const differing = [...keys].flatMap((key) => {
      const [was, is] = [before.get(key), after.get(key)];
      const one = was ?? is;
      return one && was?.figures !== is?.figures ? [one] : [];
    });
    return new Map(
      [...Map.groupBy(differing, ({ employeeId }) => employeeId)].map(([id, some]) => [id, some.map(({ day }) => day)]),
    );
  };
}

async function lockedFigures(tx: Db, account: Account, days: RecalculatedDays): Promise<Figures> {
  const { accountId, timeZone, now } = account;
  const all = daysOf(days);
  const found: Figures = new Map();
  const add = (employeeId: string, day: LocalDate, figures: string) => {
    const key = dayKey({ employeeId, day });
    found.set(key, { employeeId, day, figures: `${found.get(key)?.figures ?? ''}${figures}\n` });
  };
  const db = readingIn(tx);
  const currency = await readCurrency(tx, accountId);
  const cents = currency === null ? null : centsOf(currency);
  const { hoursRules } = await loadCalendar(tx, accountId);
  const periodOf = (date: LocalDate) => payPeriodOn(hoursRules, date);
  const dataVersion = await selectDataVersion(tx, accountId);
  const judged = judgedDaysWithin(db, { get: ({ date }) => readDayModel(db, accountId, date, now) }, true);
  const locks = await selectLocks(tx, accountId, { from: EARLIEST, to: LATEST });
  for (const lock of locks) {
    const isOfLock = (day: LocalDate) => day >= lock.from && day <= lock.to;
    const own = all.filter(isOfLock);
    const [from, to] = [own[0], own.at(-1)];
    if (from === undefined || to === undefined) continue;
    const ofFile = fileDays(lock, locks, periodOf);
    const ids = [...days].flatMap(([id, some]) => (some.some(isOfLock) ? [id] : []));
    await readEarnings(
      db,
      judged,
      { caller: { accountId, timeZone, dataVersion, scope: null }, now, query: { from, to } },
      ({ rostered: { employeeId }, windows }) => {
        const { lines } = linesOf(windows, cents, ofFile);
        // A line of an earlier day, whose week ended in this lock's period, is the lock's.
        for (const [day, text] of textsOf(lines)) add(employeeId, isOfLock(day) ? day : lock.from, text);
      },
      {
        most: Number.POSITIVE_INFINITY,
        windowsFrom: ofFile.gap && from === lock.from ? ofFile.gap.from : from,
        peopleOf: () => employeesOf(ids),
      },
    );
    for (const { employeeId, day, figures } of await selectJudged(tx, accountId, ids, { from, to }))
      if (days.get(employeeId)?.includes(day)) add(employeeId, day, figures);
  }
  return found;
}

/** Returns what the lines of each day say, in an order that is that of their texts. */
function textsOf(lines: Lines): [LocalDate, string][] {
  const byDay = Map.groupBy(lines, ([, { date }]) => date);
  return [...byDay].map(([day, some]) => [
    day,
    some
      .map(([key, { ms, units, amount }]) => `${key}\t${ms}\t${units.toFixed()}\t${amount.toFixed()}`)
      .sort()
      .join('\n'),
  ]);
}
