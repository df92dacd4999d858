import { asOfFor, evidenceSpan, isBeforeEvidence, isDue, judgeBucket } from '../../attendance/bucket.ts';
import { type Calendar, expectation, type Shift } from '../../attendance/calendar.ts';
import { readEvents } from '../../attendance/fact.ts';
import type { HoursRule } from '../../attendance/hoursRules.ts';
import { type DayFigures, excuseFigures, judgeDay, withoutLateness } from '../../attendance/judge.ts';
import type { ExcusedRow } from '../../attendance/ledger.sql.ts';
import { type Spent, spentTogether } from '../../attendance/piecework.ts';
import { timeGroupOn } from '../../attendance/timeGroups.ts';
import type { LocalDate } from '../../platform/zone.ts';
import { type PaidInput, paidDayOf } from '../pay/paidDay.ts';
import type { FactRow, PersonRow, QuarantinedRow } from './day.sql.ts';
import type { Person } from './person.ts';
import { type Contact, type Silence, silentFor, silentIn } from './silence.ts';

type Evidence<Row> = ReadonlyMap<string, readonly Row[]>;
/** The evidence of a day, by employee. Instants are epoch ms; `now` is cut to the minute. */
type Judging = {
  calendar: Calendar;
  date: LocalDate;
  today: LocalDate;
  now: number;
  dayStart: number;
  dayEnd: number;
  devices: readonly Contact[];
  /** The devices of each employee who has any of their own. */
  assigned: ReadonlyMap<string, readonly string[]>;
  /** The instant of the account's first evidence; null before there is any (docs/reference/attendance.md#status). */
  firstEvidence: number | null;
  facts: ReadonlyMap<string, FactRow>;
  excuses: Evidence<ExcusedRow>;
  corrected: ReadonlySet<string>;
  /** Piecework by employee, for rules that pay its time. */
  work: ReadonlyMap<string, readonly Spent[]>;
  /** That of earlier days which goes on in this one. */
  goingOn: ReadonlyMap<string, readonly Spent[]>;
  /** Instants of punches that say 'break'. */
  breakKeys: Evidence<{ at: number }>;
  /** Quarantined punches, which wait for a decision. */
  waiting: Evidence<QuarantinedRow>;
};

const NO_FACT = { events: '', entries: 0, units: '0', workedMs: 0 };
const NOTHING: ReadonlySet<string> = new Set();
const NO_DEVICES: readonly string[] = [];

/**
 * Judges the employees of a day. Also returns the devices that are silent by the shifts of those employees. Thousands of people are
 * judged at a time, so values that a time group shares are computed once, rare values cost nothing for the others, and each person is one literal.
 */
export function judgePeople(day: Judging, rows: readonly PersonRow[]): { people: Person[]; silence: Silence } {
  const { now } = day;
  const groups = new Map<string | null, ReturnType<typeof groupDayOf>>();
  const people = rows.map((row): Person => {
    const { employeeId } = row;
    const timeGroupId = timeGroupOn(row, day.date);
    const group = groups.get(timeGroupId) ?? groupDayOf(day, timeGroupId);
    groups.set(timeGroupId, group);
    const { shift, expected, asOf, rule, beforeEvidence } = group;
    const deviceIds = day.assigned.get(employeeId) ?? null;
    const fact = day.facts.get(employeeId) ?? NO_FACT;
    const events = readEvents(fact.events);
    const quiet = silentFor(group.silent, deviceIds);
    const quarantined =
      expected !== null &&
      (day.waiting.get(employeeId)?.some(({ at }) => {
        const instant = Date.parse(at);
        return instant >= (shift?.windowStart ?? expected.start) && instant <= expected.windowEnd;
      }) ??
        false);
    const excuses = day.excuses.get(employeeId);
    const judgements = excuses ? new Set<string>(excuses.map(({ judgement }) => judgement)) : NOTHING;
    const isExcused = events.length === 0 && expected !== null && judgements.has('absence');
    const judged = judgeDay(events, shift, { asOf, now });
    const figures = excuseFigures(beforeEvidence ? withoutLateness(judged) : judged, judgements);
    const { status, provisional, doubt } = judgeBucket(
      {
        punched: events.length > 0,
        worked: fact.entries > 0,
        expected,
        untimed: !day.calendar.hasStandardTimes,
        silent: quiet.length > 0,
        quarantined,
        beforeEvidence,
        excused: isExcused,
      },
      { asOf, now },
    );
    const paying =
      rule &&
      paidInput(day, {
        ...{ timeGroupId, rule, shift, figures, approved: judgements },
        work: day.work.get(employeeId) ?? [],
        earlier: day.goingOn.get(employeeId) ?? [],
        keys: day.breakKeys.get(employeeId) ?? [],
      });
    return {
      employee: { _id: employeeId, number: row.number, firstName: row.firstName, lastName: row.lastName },
      timeGroupId,
      timeGroups: row.timeGroups,
      employeeGroupId: row.employeeGroupId,
      jobDescriptionId: row.jobDescriptionId,
      deviceIds,
      silentOn:
        quiet.length > 0 && expected && events.length === 0 && isDue(expected, asOf)
          ? quiet.map(({ deviceId }) => deviceId)
          : NO_DEVICES,
      shift,
      paid: paying && paidDayOf(paying),
      paying: figures.isOpen || status === 'unverified' ? paying : null,
      status,
      provisional,
      doubt,
      present: status === 'present',
      asOf,
      timeIn: figures.timeIn,
      late: figures.late,
      lateMs: figures.lateMs,
      flags: figures.flags,
      isOpen: figures.isOpen,
      lacksFirstIn: figures.lacksFirstIn,
      intervals: figures.intervals,
      gaps: figures.gaps,
      irregularMs: figures.irregularMs,
      earlyLeaveMs: figures.earlyLeaveMs,
      excusedMs: figures.excusedMs,
      entries: fact.entries,
      units: fact.units,
      workedMs: fact.workedMs,
      quarantined,
      corrected: day.corrected.has(employeeId) || judgements.has('worked-through') || judgements.has('early'),
      excused: isExcused || figures.excusedMs > 0,
    };
  });
  return { people, silence: [...groups.values()].flatMap(({ span, silent }) => (span ? [{ span, silent }] : [])) };
}

type Paying = {
  timeGroupId: string | null;
  rule: HoursRule;
  shift: Shift | null;
  figures: DayFigures;
  work: readonly Spent[];
  earlier: readonly Spent[];
  keys: readonly { at: number }[];
  approved: ReadonlySet<string>;
};
const paidInput = ({ calendar, date }: Judging, { work, earlier, keys, figures, ...paying }: Paying): PaidInput => ({
  ...paying,
  calendar,
  date,
  intervals: figures.intervals,
  breakKeys: keys.length > 0 ? new Set(keys.map(({ at }) => at)) : NO_KEYS,
  lacksIn: figures.flags.includes('missing-in'),
  working: () => (work.length > 0 ? spentTogether(work) : NO_TIME),
  goingOn: () => (earlier.length > 0 ? spentTogether(earlier).spans : NO_TIME.spans),
});
const NO_KEYS: ReadonlySet<number> = new Set();
const NO_TIME = { spans: [], plainMs: 0 };

/** Returns the values of a day that all employees of a time group share. */
function groupDayOf(day: Judging, timeGroupId: string | null) {
  const { calendar, date, today, now, dayEnd, devices } = day;
  const expected = expectation(calendar, timeGroupId, date);
  const span = expected && evidenceSpan(expected, day);
  return {
    shift: calendar.shiftOn(timeGroupId, date),
    expected,
    rule: calendar.hoursRuleOn(timeGroupId, date),
    asOf: asOfFor(date, today, now, expected, dayEnd),
    span,
    silent: span ? silentIn(devices, span) : [],
    beforeEvidence: expected !== null && isBeforeEvidence(calendar, date, expected, day.firstEvidence),
  };
}
