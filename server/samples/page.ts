import { LIMIT_STATES, limitWords } from '#contract/hourLimits.ts';
import type { Column } from '#contract/reportColumns.ts';
import type { Calendar } from '../attendance/calendar.ts';
import { loadCalendar } from '../attendance/calendars.ts';
import { DAYS_OF_LIMITS_BEFORE } from '../attendance/refresh.ts';
import { addDays, clockTime, datesOf, localTime, zoneOf } from '../attendance/zone.ts';
import type { Db } from '../db/db.ts';
import { htmlFile } from '../files/htmlFile.ts';
import type { Cells } from '../files/table.ts';
import { findingsOf, type WorkedDay } from '../pay/limits.ts';
import type { JudgedDays } from '../trends/judgedDays.ts';
import { readWorkedDays } from '../trends/limits.ts';
import { employeesOf } from '../trends/people.ts';
import { readRoster } from '../trends/range.ts';
import type { DrawnPeriod, OpenedSample } from './samples.sql.ts';

/** The page of an auditor's link (spec/records.md H3): each day of the people drawn, without a script. */

const text = (id: string, label: string): Column => ({ id, label, kind: 'text', width: 20 });
const hours = (id: string, label: string): Column => ({ id, label, kind: 'hours', width: 12, total: true });
const COLUMNS: readonly Column[] = [
  text('person', 'Employee'),
  { id: 'date', label: 'Date', kind: 'date', width: 12 },
  text('state', 'Status'),
  text('from', 'First In'),
  text('to', 'Last Out'),
  hours('paid', 'Paid'),
  hours('overtime', 'Overtime'),
  hours('night', 'Night'),
  text('limits', 'Limits of Hours'),
];
const STATES = { worked: 'Worked', unverified: 'Cannot be said', off: 'No work' } as const;

/** Returns the page as text. Its days are as they are judged now, with corrections since the sample was drawn. */
export async function samplePage(db: Db, judged: JudgedDays, sample: OpenedSample, now: Date): Promise<string> {
  const { accountId, timeZone, periods } = sample;
  const zone = zoneOf(timeZone);
  const calendar = await db.tenant(accountId, (tx) => loadCalendar(tx, accountId));
  const trust = [
    `Drawn for ${sample.name} by seed ${sample.seed}. Sample ${sample.drawn} that this account has drawn of these days.`,
    ...periods.map(({ from, to, of, people }) => `${from} to ${to}: ${people.length} of ${of} people who worked.`),
    'In each pay period those with the smallest SHA-256 of seed, first day and employee number, a line each.',
    `This link ends at ${localTime(zone, Date.parse(sample.endsAt))}.`,
  ];
  const head = {
    ...{
      title: 'Auditor’s sample of working hours',
      accountName: sample.accountName,
      from: sample.from,
      to: sample.to,
    },
    ...{ madeAt: localTime(zone, now.getTime()), trust, groupAt: 0 },
  };
  const batches = async function* (): AsyncGenerator<Cells[]> {
    for (const period of periods) yield await rowsOf(db, judged, calendar, { ...sample, now }, period);
  };
  let page = '';
  for await (const part of htmlFile(head, COLUMNS, batches())) page += part;
  return page;
}

async function rowsOf(
  db: Db,
  judged: JudgedDays,
  calendar: Calendar,
  { accountId, timeZone, dataVersion, now }: OpenedSample & { now: Date },
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
      day.date < from ? [] : [[name, ...cellsOf(calendar, own.slice(0, nth + 1), day)]],
    );
  });
}

function cellsOf({ zone }: Calendar, until: readonly WorkedDay[], day: WorkedDay): Cells {
  const { date, state, first, last, paidMs, overtimeMs, nightMs, isSettled, limits } = day;
  const time = (at: number | null) => (at === null ? '' : clockTime(zone, at));
  const told = findingsOf(until).map(
    (one) => `${limitWords({ ...one, isUnder18: limits?.isUnder18 ?? false })}: ${LIMIT_STATES[one.state]}`,
  );
  const status = isSettled ? STATES[state] : `${STATES[state]}, a punch is missing`;
  const figures = state === 'off' ? [null, null, null] : [paidMs, overtimeMs, nightMs];
  return [date, status, time(first), time(last), ...figures, told.join('; ')];
}
