import { type Message, msg, toMessage, words } from '#contract/platform/words.ts';
import { type Activity, activeOn, statedStart } from '../../attendance/activity.ts';
import { type EvidenceSpan, gapsIn, isBeforeEvidence, isOut } from '../../attendance/bucket.ts';
import type { Calendar } from '../../attendance/calendar.ts';
import { clockTime, isoOf, type LocalDate, localDateOf, MINUTE, SECOND, type Zone } from '../../platform/zone.ts';
import type { DeviceState } from './dayModel.ts';
import type { Person } from './person.ts';

/** The rule of the specification that decided, and the reason for this day in one plain sentence. */
export type Reason = { rule: number; reason: string | Message };

type Why = {
  calendar: Calendar;
  date: LocalDate;
  firstEvidence: number | null;
  noShift: string | Message | null;
  silent: readonly DeviceState[];
  span: EvidenceSpan | null;
  startsAt: number | null;
};

/** Returns the reason why an employee who counts is in their bucket. */
export function reasonOf(
  person: Person,
  { calendar, date, firstEvidence, noShift, silent, span, startsAt }: Why,
): Reason {
  const clock = (at: number) => isoOf(calendar.zone, at).slice(11, 16);
  const start = startsAt === null ? '' : clock(startsAt);
  const grace = inMinutes(person.shift?.graceMs ?? 0);
  switch (person.status) {
    case 'off':
      if (person.excused) return { rule: 8, reason: words('No punch, and the absence is excused.') };
      return { rule: 2, reason: msg('Not expected: {why}.', { why: toMessage(noShift ?? words('no shift')) }) };
    case 'pending':
      if (!person.shift) return { rule: 2, reason: words('Not punched yet: expected until the local day is over.') };
      return {
        rule: 8,
        reason: msg('Not due yet: expected at {start}, with a grace of {grace} min.', { start, grace }),
      };
    case 'unverified':
      return { rule: 8, reason: doubtWords(person, { calendar, date, firstEvidence, silent, span }) };
    case 'absent': {
      if (!person.shift) return { rule: 8, reason: words('No punch, and the day is over.') };
      const given = { start, grace, until: clock(person.shift.end) };
      return {
        rule: 8,
        reason: person.provisional
          ? msg(
              'No punch by {start} and its grace of {grace} min. May still change until the shift ends at {until}.',
              given,
            )
          : msg('No punch by {start} and its grace of {grace} min.', given),
      };
    }
    case 'present':
      return presence(person, { calendar, date, firstEvidence, noShift, start, grace });
  }
}

const inMinutes = (ms: number) => Math.round(ms / MINUTE);

/** Returns the reason why an employee without punches is not called absent. */
function doubtWords(
  { doubt }: Person,
  { calendar, date, firstEvidence, silent, span }: Pick<Why, 'calendar' | 'date' | 'firstEvidence' | 'silent' | 'span'>,
): string | Message {
  switch (doubt) {
    case 'quarantined':
      return words(
        'A punch waits for a decision, see the exceptions of this day: not judged until a user accepts or rejects it.',
      );
    case 'nothing yet':
      return notBegunWords(calendar.zone, date, firstEvidence);
    case 'piecework':
      return words('No punch, but piecework was recorded on this day: not judged yet.');
    default:
      return silenceWords(calendar, date, silent, span);
  }
}

function notBegunWords(zone: Zone, date: LocalDate, firstEvidence: number | null): string | Message {
  if (firstEvidence === null) return words('No punch, and nothing has been recorded on this farm yet: not judged.');
  const day = localDateOf(zone, firstEvidence);
  return day === date
    ? msg('No punch, and the shift began before the first record of this farm at {time}: not judged.', {
        time: clockTime(zone, firstEvidence),
      })
    : msg('No punch, and nothing was recorded on this farm before {day, date}: not judged.', { day });
}

/** Returns what is not known, with moments on another day by their date: 'No punch, but Gate B has not been in contact since 06:10: not judged yet.' */
function silenceWords(
  { zone }: Calendar,
  date: LocalDate,
  [device]: readonly DeviceState[],
  span: EvidenceSpan | null,
): string | Message {
  if (!device || device.lastContact === null)
    return words('No punch, but a device has not been in contact: not judged yet.');
  const moment = (at: number): string | Message => {
    const [day, time] = [localDateOf(zone, at), clockTime(zone, at)];
    return day === date ? time : msg('{day, date}, {time}', { day, time });
  };
  const { name } = device;
  const [gap] = span && !isOut(device, span) ? gapsIn(device, span) : [];
  if (gap)
    return msg(
      'No punch, but {events, plural, one {# event} other {# events}} of {name} between {from} and {to} never arrived: not judged yet.',
      { events: gap.events, name, from: moment(gap.from), to: moment(gap.to) },
    );
  return msg('No punch, but {name} has not been in contact since {since}: not judged yet.', {
    name,
    since: moment(device.lastContact),
  });
}

function presence(
  { timeIn, shift, late, lateMs, flags }: Person,
  {
    calendar,
    date,
    firstEvidence,
    noShift,
    start,
    grace,
  }: Pick<Why, 'calendar' | 'date' | 'firstEvidence' | 'noShift'> & { start: string; grace: number },
): Reason {
  if (!shift) {
    const why = toMessage(noShift ?? words('no shift'));
    return { rule: 6, reason: msg('Punched; no shift, so never late: {why}.', { why }) };
  }
  if (isBeforeEvidence(calendar, date, shift, firstEvidence))
    return {
      rule: 8,
      reason: words('Punched; the shift began before the first record of this farm, so nobody is late.'),
    };
  if (flags.includes('missing-in'))
    return {
      rule: 7,
      reason: words('Punched; an IN is missing, so lateness is unknown and counts 0.'),
    };
  if (late)
    return {
      rule: 7,
      reason: msg('Late by {late} min: in after {start} and the grace of {grace} min.', {
        ...{ late: inMinutes(lateMs), start, grace },
      }),
    };
  if (timeIn !== null && timeIn < shift.start + SECOND)
    return { rule: 7, reason: msg('On time: in by {start}.', { start }) };
  return { rule: 7, reason: msg('On time: in within the grace of {grace} min after {start}.', { grace, start }) };
}

/** The period in which an employee counts. `firstKnown`: the date of their receipt or of their first work day, whichever is earlier. */
export type Employment = { activity: Activity; firstKnown: LocalDate | null; deletedOn: LocalDate | null };

/** Returns the reason why an employee does not count on a date: 'Inactive since Tue 10 Nov: in no number of this day.' (docs/reference/attendance.md#who-counts). */
export function whyUncounted({ activity, firstKnown, deletedOn }: Employment, date: LocalDate): string | Message {
  if (deletedOn !== null && deletedOn <= date)
    return msg('Deleted on {day, date}: in no number of this day.', { day: deletedOn });
  if (activeOn(activity, date)) return countsFrom(firstKnown ?? date);
  const ended = activity.findLast(({ from, isActive }) => !isActive && from !== null && from <= date);
  if (ended?.from) return msg('Inactive since {day, date}: in no number of this day.', { day: ended.from });
  const start = statedStart(activity);
  return start === null ? words('Never active: in no number of this day.') : countsFrom(start);
}
const countsFrom = (day: LocalDate) => msg('Counts from {day, date}: in no number of this day.', { day });
