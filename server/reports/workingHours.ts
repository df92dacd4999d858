import { HOUR_LIMITS, LIMIT_STATES, type LimitState, limitWords, WORST_FIRST } from '#contract/hourLimits.ts';
import { correctionOf, type ListedRow } from '../attendance/corrections.sql.ts';
import { addDays, clockTime, datesOf, type LocalDate, type Zone } from '../attendance/zone.ts';
import type { Db } from '../db/db.ts';
import type { Row } from '../files/table.ts';
import { type Finding, findingsOf, type WorkedDay } from '../pay/limits.ts';
import { withinDates } from '../pay/payPeriods.ts';
import { weekOf } from '../pay/payWindow.ts';
import { readMembers } from '../stats/crew.ts';
import { listedOfCrew } from '../stats/crewLedger.ts';
import { readDayModel } from '../stats/loadDay.ts';
import { readHoursRange } from '../trends/hours.ts';
import { isLimited, limitsOfDay, readWorkedDays } from '../trends/limits.ts';
import { consentReport } from './consents.ts';
import { earningsReport } from './earnings.ts';
import { type PaidReport, paidReport, peopleIn, type Reported, readRange, type Shown, who } from './paid.ts';

/** The report 'Working Hours' (spec/records.md H3): how each person kept the limits of hours in each week, broken ones with the evidence and what was done. */

/** The days after a day whose limits look back at it, and those of their week. */
const DAYS_AFTER = 13 + 6;
/** The most corrections of a week that are looked through. */
const LEDGER_ROWS = 20_000;

type Day = { date: LocalDate; day: WorkedDay; findings: Finding[] };

/** Returns what the report puts on the last day of each week: a row for each person who worked then under a rule with limits. */
async function workingHours(
  db: Db,
  accountId: string,
  { dates, now }: Reported,
  { filter, names, crew }: Shown,
): Promise<PaidReport> {
  const { calendar, days: judged, caller } = await readRange(db, accountId);
  const weekOn = (day: LocalDate) => withinDates(weekOf(day, calendar.hoursRuleOn(null, day)?.weekStart ?? 1), dates);

  /** Returns the minute of each broken limit, by employee, date and limit, from the day's own spans. */
  const minutesOf = async (
    days: Awaited<ReturnType<typeof readWorkedDays>>,
    broken: ReadonlyMap<LocalDate, string[]>,
  ) => {
    const found = new Map<string, string>();
    for (const [date, employeeIds] of broken) {
      const { people } = await db.tenant(accountId, (tx) => readDayModel(tx, accountId, date, now, { employeeIds }));
      for (const person of people)
        for (const { limit, at } of limitsOfDay({ calendar, days }, { date, person }))
          if (at !== null) found.set(`${person.employee._id} ${date} ${limit}`, at);
    }
    return found;
  };

  return {
    async complete(day) {
      const week = weekOn(day);
      if (week.to !== day || !isLimited(calendar)) return [];
      const range = await readHoursRange(db, judged, calendar.hoursRules, {
        caller,
        now,
        query: week,
        isOfAnyAge: true,
      });
      const people = peopleIn(range.roster, crew, filter);
      const days = await readWorkedDays(db, range, calendar, week, people);
      const isMember = await db.tenant(accountId, (tx) => readMembers(tx, accountId, people.crew, [...days.keys()]));
      const weeks = [...days].map(([employeeId, own]) => ({
        employeeId,
        own: own.flatMap((one, nth): Day[] =>
          one.date >= week.from && (isMember?.(employeeId, one.date) ?? true)
            ? [{ date: one.date, day: one, findings: findingsOf(own.slice(0, nth + 1)) }]
            : [],
        ),
      }));
      const broken = new Map<LocalDate, string[]>();
      for (const { employeeId, own } of weeks)
        for (const { date, findings } of own)
          if (findings.some(({ state }) => state === 'broken'))
            broken.set(date, [...(broken.get(date) ?? []), employeeId]);
      const minutes = await minutesOf(days, broken);
      const which = { ...week, offset: 0, limit: LEDGER_ROWS };
      const ledger =
        broken.size > 0 ? await db.tenant(accountId, (tx) => listedOfCrew(tx, accountId, which, crew)) : [];
      const acts = Map.groupBy(
        ledger.filter(({ undoneAt }) => undoneAt === null),
        (row) => row.employeeId,
      );
      return weeks.flatMap(({ employeeId, own }): Row[] => {
        const one = range.roster.get(employeeId);
        const state = worstOf(own);
        if (!one || !state) return [];
        const hours = own.map(({ day: { paidMs } }) => paidMs);
        const values = {
          ...{ date: week.from, weekTo: week.to, ...who(one, names), limits: LIMIT_STATES[state] },
          hours: hours.reduce((sum, ms) => sum + ms, 0),
          daysWorked: own.filter(({ day: { state: is } }) => is === 'worked').length,
          longestDay: Math.max(...hours),
          ...evidenceOf(own, calendar.zone, (date, limit) => minutes.get(`${employeeId} ${date} ${limit}`)),
          done: state === 'broken' ? doneWords(acts.get(employeeId) ?? [], calendar.zone) : '',
        };
        return [{ day, key: employeeId, values }];
      });
    },
    changedBy(changed) {
      const within = changed
        .flatMap((day) => datesOf(day, addDays(day, DAYS_AFTER)))
        .filter((day) => day >= dates.from && day <= dates.to);
      return [...new Set(within.map((day) => weekOn(day).to))].sort();
    },
  };
}

/** Returns what a report of more than one day a row adds to its days; null for a report of the rows of each day. */
export const reportOfDays = async (
  db: Db,
  accountId: string,
  reported: Reported,
  shown: Shown,
): Promise<PaidReport | null> => {
  switch (reported.reportType) {
    case 'working-hours':
      return workingHours(db, accountId, reported, shown);
    case 'earnings':
      return earningsReport(db, accountId, reported, shown);
    case 'consents':
      return consentReport(db, accountId, reported);
    default:
      return paidReport(db, accountId, reported, shown);
  }
};

const worstOf = (days: readonly Day[]): LimitState | undefined =>
  WORST_FIRST.find((state) => days.some(({ findings }) => findings.some((one) => one.state === state)));

type MinuteOf = (date: LocalDate, limit: string) => string | undefined;
/** Returns the broken limits, by name, and the evidence: each day with its first and last punch, what was reached, and the minute. */
function evidenceOf(days: readonly Day[], zone: Zone, minuteOf: MinuteOf) {
  const broken = days.flatMap((one) =>
    one.findings.filter(({ state }) => state === 'broken').map((finding) => ({ ...one, finding })),
  );
  const time = (at: number | null) => (at === null ? 'no punch' : clockTime(zone, at));
  return {
    broken: [...new Set(broken.map(({ finding }) => HOUR_LIMITS[finding.limit]))].join(', '),
    evidence: broken
      .map(({ date, day: { first, last, limits }, finding }) => {
        const words = limitWords({ ...finding, isUnder18: limits?.isUnder18 ?? false });
        const at = minuteOf(date, finding.limit)?.slice(11, 16);
        return `${date}, ${time(first)} to ${time(last)}: ${words}${at ? `, at ${at}` : ''}`;
      })
      .join('; '),
  };
}

/** Returns what was done about a person's days in words: each correction and excuse in force with who made it. */
const doneWords = (rows: readonly ListedRow[], zone: Zone) =>
  rows
    .map((row) => {
      const { days, was, is, reason, note, by } = correctionOf(row, zone, null, true);
      return `${days[0] ?? ''}: ${[[was, is].filter(Boolean).join(', now '), reason, note, `by ${by}`].filter(Boolean).join(', ')}`;
    })
    .join('; ');
