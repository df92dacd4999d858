import { type Activity, activeOn, statedStart } from '../attendance/activity.ts';
import { type EvidenceSpan, gapsIn, isOut } from '../attendance/bucket.ts';
import type { Calendar } from '../attendance/calendar.ts';
import { clockTime, isoOf, type LocalDate, localDateOf, MINUTE, SECOND } from '../attendance/zone.ts';
import { counted } from '../counted.ts';
import { dayInWords } from './dates.ts';
import type { DeviceState } from './dayModel.ts';
import type { Person } from './person.ts';

/** The rule of the specification that decided, and the reason for this day in one plain sentence. */
export type Reason = { rule: number; reason: string };

type Why = {
  calendar: Calendar;
  date: LocalDate;
  firstEvidence: LocalDate | null;
  noShift: string | null;
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
      if (person.excused) return { rule: 8, reason: 'No punch, and the absence is excused.' };
      return { rule: 2, reason: `Not expected: ${noShift ?? 'no shift'}.` };
    case 'pending':
      if (!person.shift) return { rule: 2, reason: 'Not punched yet: expected until the local day is over.' };
      return { rule: 8, reason: `Not due yet: expected at ${start}, with a grace of ${grace}.` };
    case 'unverified':
      return { rule: 8, reason: doubtWords(person, { calendar, date, firstEvidence, silent, span }) };
    case 'absent': {
      const due = person.shift ? `past ${start} and the grace of ${grace}` : 'the local day is over';
      const until = person.provisional && person.shift ? `; provisional until ${clock(person.shift.end)}` : '';
      return { rule: 8, reason: `No punch, ${due}, and nothing says otherwise${until}.` };
    }
    case 'present':
      return presence(person, noShift, start, grace);
  }
}

const inMinutes = (ms: number) => `${Math.round(ms / MINUTE)} min`;

/** Returns the reason why an employee without punches is not called absent. */
function doubtWords(
  { doubt }: Person,
  { calendar, date, firstEvidence, silent, span }: Pick<Why, 'calendar' | 'date' | 'firstEvidence' | 'silent' | 'span'>,
): string {
  switch (doubt) {
    case 'quarantined':
      return 'A punch waits for a decision, see the exceptions of this day: not judged until a user accepts or rejects it.';
    case 'nothing yet':
      return firstEvidence === null
        ? 'No punch, and nothing has been recorded on this farm yet: not judged.'
        : `No punch, and nothing was recorded on this farm before ${dayInWords(firstEvidence)}: not judged.`;
    case 'piecework':
      return 'No punch, but piecework was recorded on this day: not judged yet.';
    default:
      return `No punch, but ${silenceWords(calendar, date, silent, span)}: not judged yet.`;
  }
}

/** 'Gate B has not been in contact since 06:10', with the day if it is another; '14 events of Gate B between 06:10 and 06:40 never arrived'. */
function silenceWords(
  { zone }: Calendar,
  date: LocalDate,
  [device]: readonly DeviceState[],
  span: EvidenceSpan | null,
): string {
  if (!device || device.lastContact === null) return 'a device has not been in contact';
  const moment = (at: number) => {
    const day = localDateOf(zone, at);
    return day === date ? clockTime(zone, at) : `${dayInWords(day)}, ${clockTime(zone, at)}`;
  };
  const [gap] = span && !isOut(device, span) ? gapsIn(device, span) : [];
  if (gap)
    return `${counted(gap.events, 'event')} of ${device.name} between ${moment(gap.from)} and ${moment(gap.to)} never arrived`;
  return `${device.name} has not been in contact since ${moment(device.lastContact)}`;
}

function presence(
  { timeIn, shift, late, lateMs, flags }: Person,
  noShift: string | null,
  start: string,
  grace: string,
): Reason {
  if (!shift) return { rule: 6, reason: `Punched; no shift, so never late: ${noShift ?? 'no shift'}.` };
  if (flags.includes('missing-in'))
    return {
      rule: 7,
      reason: 'Punched; the first record is an OUT after the middle of the shift, so lateness is unknown and counts 0.',
    };
  if (late) return { rule: 7, reason: `Late by ${inMinutes(lateMs)}: in after ${start} and the grace of ${grace}.` };
  if (timeIn !== null && timeIn < shift.start + SECOND) return { rule: 7, reason: `On time: in by ${start}.` };
  return { rule: 7, reason: `On time: in within the grace of ${grace} after ${start}.` };
}

/** The period in which an employee counts. `firstKnown`: the date of their receipt or of their first work day, whichever is earlier. */
export type Employment = { activity: Activity; firstKnown: LocalDate | null; deletedOn: LocalDate | null };

/** Returns the reason why an employee does not count on a date: 'Counts from Mon 16 Nov', 'Inactive since Tue 10 Nov', 'Deleted on ...' (rule 13). */
export function whyUncounted({ activity, firstKnown, deletedOn }: Employment, date: LocalDate): string {
  if (deletedOn !== null && deletedOn <= date) return `Deleted on ${dayInWords(deletedOn)}`;
  if (activeOn(activity, date)) return `Counts from ${dayInWords(firstKnown ?? date)}`;
  const ended = activity.findLast(({ from, isActive }) => !isActive && from !== null && from <= date);
  if (ended?.from) return `Inactive since ${dayInWords(ended.from)}`;
  const start = statedStart(activity);
  return start === null ? 'Never active' : `Counts from ${dayInWords(start)}`;
}
