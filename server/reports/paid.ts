import type { ReportRequest, ReportType } from '#contract/reports/reports.ts';
import { loadCalendar } from '../attendance/calendars.ts';
import { payPeriodOn, withinDates } from '../figures/pay/payPeriods.ts';
import { weekAfter } from '../figures/pay/weekAfter.ts';
import { type Crew, isOfCrew } from '../figures/stats/crew.ts';
import { selectHoursDays, selectHoursSums } from '../figures/trends/hours.sql.ts';
import { hoursAsked, readHoursRange, settledHours } from '../figures/trends/hours.ts';
import type { State } from '../figures/trends/oneState.ts';
import { EVERYBODY, type People } from '../figures/trends/people.ts';
import type { Rostered } from '../figures/trends/roster.sql.ts';
import type { Row } from '../platform/files/table.ts';
import { addDays, datesOf, type LocalDate } from '../platform/zone.ts';
import { type Filter, type GroupNames, YES } from './rows.ts';

/** The rows of paid hours by class (docs/reference/paid-hours.md), which a week's limit makes of more than one day. */

const DAYS_AT_ONCE = 7;
const isPaid = (type: ReportType) => type === 'paid-hours' || type === 'paid-hours-period';
export type Reported = { reportType: ReportType; dates: ReportRequest['dates']; now: Date };
/** The people and names of a report. */
export type Shown = { filter: Filter; names: GroupNames; crew: Crew };
export type PaidReport = {
  /** Completes the rows of a day: adds the hours by class, or puts the rows of a pay period on its last day. */
  complete(day: LocalDate, rows: Row[]): Promise<Row[]>;
  /** Returns the days of the report whose rows a change of some days can change. */
  changedBy(days: readonly LocalDate[]): LocalDate[];
};

/** Returns what a report reads ranges of judged days with: the account's calendar, and a caller whose people are not limited here but by `peopleIn`. */
export async function readRange({ db, dataVersion }: State, accountId: string) {
  const calendar = await loadCalendar(db, accountId);
  return { calendar, caller: { accountId, timeZone: calendar.zone.name, dataVersion, scope: null } };
}

/** Returns what a report of paid hours adds to its days; null for another report. */
export async function paidReport(
  state: State,
  accountId: string,
  { reportType, dates, now }: Reported,
  { filter, names, crew }: Shown,
): Promise<PaidReport | null> {
  if (!isPaid(reportType)) return null;
  const { db, days } = state;
  const { calendar, caller } = await readRange(state, accountId);
  const rules = calendar.hoursRules;
  const read = (from: LocalDate, to: LocalDate) =>
    readHoursRange(db, days, rules, { caller, now, query: { from, to }, isOfAnyAge: true });
  const periodOf = (day: LocalDate) => withinDates(payPeriodOn(rules, day), dates);
  /** The hours of some days by date. As each day's hours depend on its week, as many are read at once. */
  let ahead = { from: '', to: '', days: new Map<LocalDate, Awaited<ReturnType<typeof selectHoursDays>>>() };
  const hoursOf = async (day: LocalDate) => {
    if (day < ahead.from || day > ahead.to) {
      const to = [addDays(day, DAYS_AT_ONCE - 1), dates.to].sort()[0] ?? day;
      const asked = hoursAsked(await read(day, to), calendar, day, EVERYBODY);
      const found = await db.tenant(accountId, (tx) => selectHoursDays(tx, accountId, asked));
      ahead = { from: day, to, days: Map.groupBy(found, (one) => one.day) };
    }
    return new Map((ahead.days.get(day) ?? []).map((one) => [one.employeeId, one]));
  };
  return {
    async complete(day, rows) {
      if (rules.length === 0) return [];
      if (reportType === 'paid-hours') {
        const hours = await hoursOf(day);
        return rows.flatMap((row) => {
          const paid = hours.get(row.key);
          if (!paid || (paid.paidMs === 0 && paid.earlyMs === 0 && paid.isSettled)) return [];
          return [
            {
              ...row,
              values: {
                ...row.values,
                ...classCells(settledHours(paid)),
                early: paid.earlyMs,
                open: paid.isSettled ? '' : YES,
              },
            },
          ];
        });
      }
      const period = periodOf(day);
      if (period.to !== day) return [];
      const range = await read(period.from, period.to);
      const asked = hoursAsked(range, calendar, period.from, peopleIn(range.roster, crew, filter));
      const sums = await db.tenant(accountId, (tx) => selectHoursSums(tx, accountId, asked));
      return sums.flatMap(({ employeeId, ...paid }): Row[] => {
        const one = range.roster.get(employeeId);
        if (!one || (paid.paidMs === 0 && paid.unsettledDays === 0)) return [];
        const open = { openDays: paid.unsettledDays };
        const values = { date: period.from, periodTo: period.to, ...who(one, names), ...classCells(paid), ...open };
        return [{ day, key: employeeId, values }];
      });
    },
    changedBy(changed) {
      const within = new Set(datesOf(dates.from, dates.to));
      const affected = changed.flatMap((day) => [day, ...weekAfter(rules, day)]).filter((day) => within.has(day));
      const shown = reportType === 'paid-hours' ? affected : affected.map((day) => periodOf(day).to);
      return [...new Set(shown)].sort();
    },
  };
}

/** Returns the people of a report: those of a scope who fit its filter as well. */
export function peopleIn(roster: ReadonlyMap<string, Rostered>, crew: Crew, filter: Filter): People {
  const { timeGroups: ofScope, ...own } = crew;
  const chosen = {
    employeeGroups: filter.employeeGroupIds,
    jobDescriptions: filter.jobDescriptionIds,
    devices: filter.deviceIds && [filter.deviceIds],
  };
  const members = [...roster.values()].filter(
    (one) => isOfCrew(one, own) && isOfCrew(one, chosen) && (filter.employeeIds?.has(one.employeeId) ?? true),
  );
  const ofFilter = filter.timeGroupIds;
  const timeGroups =
    ofScope && ofFilter ? new Set([...ofFilter].filter((id) => ofScope.has(id))) : (ofScope ?? ofFilter);
  return { crew: { timeGroups }, members: new Set(members.map(({ employeeId }) => employeeId)), key: 'report' };
}

export const who = (
  { number, firstName, lastName, employeeGroupId, timeGroupId, jobDescriptionId }: Rostered,
  names: GroupNames,
) => {
  const name = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
  return {
    ...{ number, firstName, lastName },
    employeeGroup: name(employeeGroupId),
    timeGroup: name(timeGroupId),
    jobDescription: name(jobDescriptionId),
  };
};

type Classes = Record<
  | 'paidMs'
  | 'ordinaryMs'
  | 'overtime1Ms'
  | 'overtime2Ms'
  | 'sundayMs'
  | 'holidayMs'
  | 'nightMs'
  | 'weightedMs'
  | 'takenOffMs'
  | 'unsettledMs',
  number
>;
const classCells = (paid: Classes) => ({
  paid: paid.paidMs,
  ordinary: paid.ordinaryMs,
  overtime1: paid.overtime1Ms,
  overtime2: paid.overtime2Ms,
  sunday: paid.sundayMs,
  holiday: paid.holidayMs,
  night: paid.nightMs,
  weighted: paid.weightedMs,
  takenOff: paid.takenOffMs,
  unsettled: paid.unsettledMs,
});
