import { asOfFor, evidenceSpan, isBeforeEvidence, isSilent, judgeBucket } from '#server/attendance/bucket.ts';
import {
  type Calendar,
  calendarOf,
  expectation,
  type Holiday,
  type StandardTime,
} from '#server/attendance/calendar.ts';
import { deriveHistory, shiftsOf, type WorkDay } from '#server/attendance/derive.ts';
import type { SentDirection } from '#server/attendance/events.ts';
import { writeEvents } from '#server/attendance/fact.ts';
import { judgeDay, withoutLateness } from '#server/attendance/judge.ts';
import { type Entry, pairTotals, workedMs } from '#server/attendance/piecework.ts';
import { dayBounds, instantOf, localDateOf, midnightUtc } from '#server/platform/zone.ts';

export const GROUP = 'group';

/** Returns a week of equal days of one time group; by default 07:00 to 16:00 with a break from 12:00 to 13:00. */
export function week(over: Partial<StandardTime> = {}, weekdays = [1, 2, 3, 4, 5, 6, 7]): StandardTime[] {
  return weekdays.map((weekday) => ({
    timeGroupId: GROUP,
    weekday,
    startTime: '07:00',
    endTime: '16:00',
    breaks: [{ startTime: '12:00', endTime: '13:00' }],
    graceMinutes: 5,
    breakGraceMinutes: 5,
    preMinutes: 120,
    postMinutes: 240,
    effectiveFrom: null,
    isRest: false,
    ...over,
  }));
}

export type Spoken = string | readonly [string, SentDirection];

/** Judges a day of one employee, given in local times ('2026-11-20 07:05:59'), as of a local time. */
export function story(
  tale: {
    zone?: string;
    times?: readonly StandardTime[];
    holidays?: readonly Holiday[];
    punches?: readonly Spoken[];
    entries?: readonly Entry[];
    group?: string | null;
    /** The last contacts of the devices they clock on, in local time. */
    contacts?: readonly (string | null)[];
    /** Their last contacts said that the day was ended with nothing pending. */
    dayEnded?: boolean;
    /** The local time of the account's first evidence, or its date; null: there is none yet. */
    firstEvidence?: string | null;
    /** Work days before it keep the earlier rules. */
    rulesFrom?: string;
    paidRulesFrom?: string;
  },
  date: string,
  now: string,
) {
  const calendar = calendarOf(tale.zone ?? 'Africa/Johannesburg', tale.times ?? week(), tale.holidays, [], {
    rulesFrom: tale.rulesFrom ?? null,
    paidRulesFrom: tale.paidRulesFrom ?? null,
  });
  const group = tale.group === undefined ? GROUP : tale.group;
  const shifts = shiftsOf(calendar, group);
  const punches = (tale.punches ?? []).map((spoken) =>
    typeof spoken === 'string'
      ? { at: local(calendar, spoken), direction: 'auto' as const }
      : { at: local(calendar, spoken[0]), direction: spoken[1] },
  );
  const days = deriveHistory(punches, tale.entries ?? [], shifts);
  const day = days.get(date) ?? { events: [], entries: [] };
  const nowAt = local(calendar, now);
  const expected = expectation(calendar, group, date);
  const { start: dayStart, end: dayEnd } = dayBounds(calendar.zone, date);
  const moment = { now: nowAt, asOf: asOfFor(date, localDateOf(calendar.zone, nowAt), nowAt, expected, dayEnd) };
  const first = tale.firstEvidence === null ? null : local(calendar, tale.firstEvidence ?? '2000-01-01');
  const beforeEvidence = expected !== null && isBeforeEvidence(calendar, date, expected, first);
  const judged = judgeDay(day.events, shifts.on(date), moment);
  const figures = beforeEvidence ? withoutLateness(judged) : judged;
  const contacts = (tale.contacts ?? [now]).map((at) => ({
    lastContact: at === null ? null : local(calendar, at),
    dayEnded: tale.dayEnded ?? false,
  }));
  const span = expected && evidenceSpan(expected, { now: nowAt, dayStart });
  const bucket = judgeBucket(
    {
      punched: day.events.length > 0,
      worked: day.entries.length > 0,
      expected,
      untimed: !calendar.hasStandardTimes,
      beforeEvidence,
      silent: span !== null && contacts.some((device) => isSilent(device, span)),
      quarantined: false,
    },
    moment,
  );
  return { calendar, days, day, moment, ...figures, ...bucket };
}

export const local = (calendar: Calendar, text: string) => {
  const [date = '', time = '00:00'] = text.split(' ');
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return instantOf(calendar.zone, midnightUtc(date) + ((hours * 60 + minutes) * 60 + seconds) * 1000);
};
export const MIN = 60_000;

/** Returns the facts of work days, by day, in a form that can be compared. */
export const factsOf = (days: ReadonlyMap<string, WorkDay>) =>
  [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([day, work]) => [day, ...factOf(work)]);
const factOf = ({ events, entries }: WorkDay) => [
  writeEvents(events),
  entries.length,
  workedMs(entries),
  ...pairTotals(entries)
    .map((pair) => JSON.stringify(pair, Object.keys(pair).sort()))
    .sort(),
];
