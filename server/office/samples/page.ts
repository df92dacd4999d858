import { LIMIT_STATES, limitMessage } from '#contract/figures/hourLimits.ts';
import { msg, toMessage, words } from '#contract/platform/words.ts';
import type { Column } from '#contract/reports/reportColumns.ts';
import type { Calendar } from '../../attendance/calendar.ts';
import { loadCalendar } from '../../attendance/calendars.ts';
import { DAYS_OF_LIMITS_BEFORE } from '../../attendance/refresh.ts';
import { findingsOf, type WorkedDay } from '../../figures/pay/limits.ts';
import { readWorkedDays } from '../../figures/trends/limits.ts';
import type { State } from '../../figures/trends/oneState.ts';
import { employeesOf } from '../../figures/trends/people.ts';
import { readRoster } from '../../figures/trends/range.ts';
import { htmlFile } from '../../platform/files/htmlFile.ts';
import type { Cells } from '../../platform/files/table.ts';
import { dayInFigures, momentInFigures } from '../../platform/words/figures.ts';
import type { Words } from '../../platform/words/words.ts';
import { addDays, clockTime, datesOf, localTime, zoneOf } from '../../platform/zone.ts';
import type { DrawnPeriod, OpenedSample } from './samples.sql.ts';

/** The page of an auditor's link (docs/reference/records.md#an-auditors-sample): each day of the people drawn, without a script. */

const text = (id: string, label: string): Column => ({ id, label, kind: 'text', width: 20 });
const hours = (id: string, label: string): Column => ({ id, label, kind: 'hours', width: 12, total: true });
const COLUMNS: readonly Column[] = [
  text('person', words('Employee')),
  { id: 'date', label: words('Date'), kind: 'date', width: 12 },
  text('state', words('Status')),
  text('from', words('First In')),
  text('to', words('Last Out')),
  hours('paid', words('Paid')),
  hours('overtime', words('Overtime')),
  hours('night', words('Night')),
  text('limits', words('Limits of Hours')),
];
const STATES = { worked: words('Worked'), unverified: words('Can’t tell yet'), off: words('No work') } as const;

/** Returns the page as text, in the language of `spoken`. Its days are as they are judged now, with corrections since the sample was drawn. */
export async function samplePage(state: State, sample: OpenedSample, spoken: Words, now: Date): Promise<string> {
  const { accountId, timeZone, periods } = sample;
  const zone = zoneOf(timeZone);
  const calendar = await loadCalendar(state.db, accountId);
  const { say } = spoken;
  const { name, seed, drawn, accountName, from, to } = sample;
  const moment = (at: number) => momentInFigures(spoken, localTime(zone, at));
  const trust = [
    msg('Drawn for {name} by seed {seed}. Sample {drawn} that this account has drawn of these days.', {
      ...{ name, seed, drawn },
    }),
    ...periods.map((period) =>
      msg('{from} to {to}: {drawn} of {of, plural, one {# person} other {# people}} who worked.', {
        from: dayInFigures(spoken, period.from),
        to: dayInFigures(spoken, period.to),
        drawn: period.people.length,
        of: period.of,
      }),
    ),
    msg('In each pay period those with the smallest SHA-256 of seed, first day and employee number, a line each.'),
    msg('This link ends at {time}.', { time: moment(Date.parse(sample.endsAt)) }),
  ].map(say);
  const title = say(msg('Audit sample of working hours'));
  const head = { words: spoken, title, accountName, from, to, madeAt: moment(now.getTime()), trust, groupAt: 0 };
  const columns = COLUMNS.map((column) => ({ ...column, label: say(column.label) }));
  const batches = async function* (): AsyncGenerator<Cells[]> {
    for (const period of periods) yield await rowsOf(state, calendar, { ...sample, now, spoken }, period);
  };
  let page = '';
  for await (const part of htmlFile(head, columns, batches())) page += part;
  return page;
}

async function rowsOf(
  { db, days: judged, dataVersion }: State,
  calendar: Calendar,
  { accountId, timeZone, now, spoken }: OpenedSample & { now: Date; spoken: Words },
  { from, to, people }: DrawnPeriod,
): Promise<Cells[]> {
  const first = addDays(from, -DAYS_OF_LIMITS_BEFORE);
  const days = await judged.judge({ accountId, timeZone, dataVersion, now }, first, to);
  const roster = await readRoster(db, accountId, people);
  const range = {
    ...{ ...days, ...employeesOf(people), accountId, dates: datesOf(from, to) },
    ...{ unfinished: new Set<string>(), roster },
  };
  const worked = await readWorkedDays(db, range, calendar, { from, to }, employeesOf(people));
  return people.flatMap((employeeId) => {
    const one = roster.get(employeeId);
    const own = worked.get(employeeId) ?? [];
    const name = one ? `${one.number} ${one.firstName} ${one.lastName}`.trim() : '';
    return own.flatMap((day, nth) =>
      day.date < from ? [] : [[name, ...cellsOf(calendar, own.slice(0, nth + 1), day, spoken)]],
    );
  });
}

function cellsOf({ zone }: Calendar, until: readonly WorkedDay[], day: WorkedDay, { say }: Words): Cells {
  const { date, state, first, last, paidMs, overtimeMs, nightMs, isSettled, limits } = day;
  const time = (at: number | null) => (at === null ? '' : clockTime(zone, at));
  const told = findingsOf(until).map((one) =>
    say(
      msg('{label}: {text}', {
        label: limitMessage({ ...one, isUnder18: limits?.isUnder18 ?? false }),
        text: toMessage(LIMIT_STATES[one.state]),
      }),
    ),
  );
  const status = say(isSettled ? STATES[state] : msg('{state}, a punch is missing', { state: { id: STATES[state] } }));
  const figures = state === 'off' ? [null, null, null] : [paidMs, overtimeMs, nightMs];
  return [date, status, time(first), time(last), ...figures, told.join('; ')];
}
