import { HOUR_LIMITS, LIMIT_STATES, type LimitState, limitMessage, WORST_FIRST } from '#contract/figures/hourLimits.ts';
import { english, type Message, msg, toMessage } from '#contract/platform/words.ts';
import { correctionOf, effectOf, type ListedRow } from '../attendance/corrections.sql.ts';
import { type Finding, findingsOf, type WorkedDay } from '../figures/pay/limits.ts';
import { withinDates } from '../figures/pay/payPeriods.ts';
import { weekOf } from '../figures/pay/payWindow.ts';
import { readMembers } from '../figures/stats/crew.ts';
import { listedOfCrew } from '../figures/stats/crewLedger.ts';
import { readDayModel } from '../figures/stats/loadDay.ts';
import { readHoursRange } from '../figures/trends/hours.ts';
import { isLimited, limitsOfDay, readWorkedDays } from '../figures/trends/limits.ts';
import type { State } from '../figures/trends/oneState.ts';
import type { Row } from '../platform/files/table.ts';
import { addDays, clockTime, datesOf, type LocalDate, type Zone } from '../platform/zone.ts';
import { consentReport } from './consents.ts';
import { containersReport } from './containers.ts';
import { earningsReport } from './earnings.ts';
import { type PaidReport, paidReport, peopleIn, type Reported, readRange, type Shown, who } from './paid.ts';
import { qualityReport } from './quality.ts';

/** The report 'Working Hours' (docs/reference/records.md#an-auditors-sample): how each person kept the limits of hours in each week, broken ones with the evidence and what was done. */

/** The days after a day whose limits look back at it, and those of their week. */
const DAYS_AFTER = 13 + 6;
/** The most corrections of a week that are looked through. */
const LEDGER_ROWS = 20_000;

type Day = { date: LocalDate; day: WorkedDay; findings: Finding[] };

/** Returns what the report puts on the last day of each week: a row for each person who worked then under a rule with limits. */
async function workingHours(
  state: State,
  accountId: string,
  { dates, now }: Reported,
  { filter, names, crew }: Shown,
): Promise<PaidReport> {
  const { db, days: judged } = state;
  const { calendar, caller } = await readRange(state, accountId);
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
        const evidence = evidenceOf(own, calendar.zone, (date, limit) => minutes.get(`${employeeId} ${date} ${limit}`));
        const done = doneOf(state === 'broken' ? (acts.get(employeeId) ?? []) : [], calendar.zone);
        const values = {
          ...{ date: week.from, weekTo: week.to, ...who(one, names), limits: LIMIT_STATES[state] },
          hours: hours.reduce((sum, ms) => sum + ms, 0),
          daysWorked: own.filter(({ day: { state: is } }) => is === 'worked').length,
          longestDay: Math.max(...hours),
          broken: brokenIn(own),
          evidence: english(evidence),
          done: english(done),
        };
        return [{ day, key: employeeId, values, said: { evidence, done } }];
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
  state: State,
  accountId: string,
  reported: Reported,
  shown: Shown,
): Promise<PaidReport | null> => {
  switch (reported.reportType) {
    case 'working-hours':
      return workingHours(state, accountId, reported, shown);
    case 'earnings':
      return earningsReport(state, accountId, reported, shown);
    case 'consents':
      return consentReport(state.db, accountId, reported);
    case 'quality':
      return qualityReport(state.db, accountId, reported, shown);
    case 'containers':
      return containersReport(state.db, accountId, shown);
    default:
      return paidReport(state, accountId, reported, shown);
  }
};

const worstOf = (days: readonly Day[]): LimitState | undefined =>
  WORST_FIRST.find((state) => days.some(({ findings }) => findings.some((one) => one.state === state)));

type MinuteOf = (date: LocalDate, limit: string) => string | undefined;
const brokenOf = (days: readonly Day[]) =>
  days.flatMap((one) => one.findings.filter(({ state }) => state === 'broken').map((finding) => ({ ...one, finding })));
/** Returns the broken limits by name. */
const brokenIn = (days: readonly Day[]) =>
  [...new Set(brokenOf(days).map(({ finding }) => HOUR_LIMITS[finding.limit]))].join(', ');

/** Returns a list as one message; what people typed is a value of it. */
const listOf = (parts: readonly (string | Message)[], between: string): Message => ({
  id: parts.map((_, nth) => `{${nth}}`).join(between),
  values: Object.fromEntries(parts.map((part, nth) => [nth, part])),
});

/** Returns the evidence of what was broken: each day with its first and last punch, what was reached, and the minute. */
function evidenceOf(days: readonly Day[], zone: Zone, minuteOf: MinuteOf): Message {
  const time = (at: number | null) => (at === null ? msg('no punch') : clockTime(zone, at));
  const told = brokenOf(days).map(({ date, day: { first, last, limits }, finding }) => {
    const limit = limitMessage({ ...finding, isUnder18: limits?.isUnder18 ?? false });
    const values = { date, first: time(first), last: time(last), limit };
    const at = minuteOf(date, finding.limit)?.slice(11, 16);
    return at
      ? msg('{date}, {first} to {last}: {limit}, at {at}', { ...values, at })
      : msg('{date}, {first} to {last}: {limit}', values);
  });
  return listOf(told, '; ');
}

/** Returns what was done about a person's days: each correction and excuse in force with who made it. */
function doneOf(rows: readonly ListedRow[], zone: Zone): Message {
  const told = rows.map((row) => {
    const { days, reason, note, by } = correctionOf(row, zone, null, true);
    const { was, is } = effectOf(row, zone);
    const effect = was && is ? msg('{was}, now {is}', { was, is }) : (was ?? is);
    const parts = [effect, reason && toMessage(reason), note, msg('by {name}', { name: by })];
    const what = listOf(
      parts.flatMap((part) => (part ? [part] : [])),
      ', ',
    );
    return msg('{day}: {what}', { day: days[0] ?? '', what });
  });
  return listOf(told, '; ');
}
