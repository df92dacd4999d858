import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { DASHBOARD_DATA_RETENTION_DAYS } from '#contract/platform/limits.ts';

/** A rule behind the figures in plain words; `number` is the one that the server gives with 'Why?'. */
export type FigureRule = { number: number; title: MessageDescriptor; text: readonly MessageDescriptor[] };

/** Every rule of docs/reference/attendance.md and docs/reference/piecework.md, in its order, and then those of paid hours: the one source of the page 'How figures are worked out'. */
export const FIGURE_RULES: readonly FigureRule[] = [
  {
    number: 1,
    title: msg`Time and time zone`,
    text: [
      msg`Everything goes by the clock of the farm’s time zone, whatever the clock of the phone or computer you look with.`,
      msg`When clocks are set forward or back, a night shift is as long as it really was: an hour shorter or longer. A terminal’s time that does not exist on that night moves forward; one that exists twice is the first of the two, unless the terminal’s records before it say otherwise.`,
    ],
  },
  {
    number: 2,
    title: msg`Shift: when an employee is expected`,
    text: [
      msg`An employee’s shift has standard hours for each weekday. Hours that end after midnight belong to the day on which they start.`,
      msg`On a rest day, on a holiday and without a shift nobody is expected. They count as Off, or as Present if they clock all the same.`,
      msg`Where no hours are set up at all, every active employee is expected every day and nobody is late. Who has not clocked is ‘Not due yet’ until the day is over, then Absent.`,
    ],
  },
  {
    number: 3,
    title: msg`Which day a punch belongs to`,
    text: [
      msg`A punch belongs to the shift around it, from some time before its start (2 hours unless set otherwise) until some time after its end (4 hours). Going home after a night shift belongs to the day on which the night began.`,
      msg`A punch outside every shift belongs to the date on which that stretch of work began. A gap of more than 4 hours begins a new stretch.`,
    ],
  },
  {
    number: 4,
    title: msg`Two punches for one`,
    text: [
      msg`The same punch sent twice is stored once. Punches of one person within two minutes, on whatever device, count as one: the first time when coming in, the last when going out. Nothing is deleted: Why? shows all of them.`,
      msg`If two of them say opposite directions, both count where the first fits: going out while the person is in, or coming in while they are out. Otherwise the first was a slip of the key, and the last direction counts; so it is at the start of a shift, and where the two would belong to different days. A key pressed within two minutes after a corrected punch belongs to that punch.`,
    ],
  },
  {
    number: 5,
    title: msg`In or out`,
    text: [
      msg`The direction that the device sent is used. Without one, punches alternate: in, out, in, out.`,
      msg`The first punch in the first half of a shift is always coming in, even if the wrong key was pressed; it is marked ‘direction corrected’. A first punch out in the second half stays one and is marked ‘no punch in’. Of two ins in a row the first is marked ‘no punch out’; of two outs the later counts. Two outs more than 15 minutes apart are marked ‘no punch in’: the hours count, but they are open until a user decides when the person came back.`,
    ],
  },
  {
    number: 6,
    title: msg`Present, and time in`,
    text: [
      msg`Present are employees with at least one punch on the day. Time in is the first punch in.`,
      msg`Without a shift on the day an employee is present, and never late.`,
    ],
  },
  {
    number: 7,
    title: msg`Late`,
    text: [
      msg`Late are employees who come in after the start of the shift and its grace, usually 5 minutes. Seconds do not count: with a start at 07:00 and 5 minutes of grace, 07:05:59 is on time and 07:06 is late.`,
      msg`The grace is a threshold, not a gift: who comes at 07:06 is 6 minutes late, not one. Where the punch in is missing, nobody knows whether they were late, and it counts as not late.`,
    ],
  },
  {
    number: 8,
    title: msg`Present, not due yet, can’t tell yet, absent or off`,
    text: [
      msg`Every active employee is in exactly one of these. Present: has a punch. Off: not expected and no punch. Not due yet: expected, but the start of the shift and its grace are not over yet.`,
      msg`Absent: expected, past the grace, no punch, and the evidence is complete. Until the shift ends it is provisional.`,
      msg`Can’t tell yet: expected, past the grace, no punch, but the evidence is not complete: a device that they clock on has been silent for 15 minutes or more, so that nobody knows what it holds, piecework was recorded for them on that day, or a punch of theirs waits for a decision. A day after the end of the shift a silent device or piecework alone holds nobody any longer: they become absent.`,
      msg`Before the farm’s first record of anything nobody is called absent: those days say ‘Can’t tell yet’. On the day of that first record, shifts that began before it are not judged either: who has no punch stays ‘Can’t tell yet’, and nobody is late. The figures of today are as of this minute, those of a past day as of the end of its shifts.`,
    ],
  },
  {
    number: 9,
    title: msg`Totals and the attendance pie`,
    text: [
      msg`Total is all active employees: the sum of Present, Absent, Not due yet, Can’t tell yet and Off. Late people are among those present; On Time is the rest of them. Expected is everybody but those who are off.`,
      msg`The pie shows On Time, Absent and Late. ‘40 of 44 attended’ means that 40 of the 44 who were expected are present; people who came on their day off are among both. Of others it says ‘Not due yet’ or ‘Can’t tell yet’ in words: they never count as absent.`,
    ],
  },
  {
    number: 10,
    title: msg`Hours clocked`,
    text: [
      msg`Each punch in goes with the next punch out. Who is still in counts until now, at most until the end of the shift.`,
      msg`Sixteen hours after a punch in without an out it is marked ‘no punch out’, and the time is estimated to the end of the shift. No punch is ever made up.`,
    ],
  },
  {
    number: 11,
    title: msg`Irregular breaks and leaving early`,
    text: [
      msg`Time away during the shift is compared with the breaks of the shift. What lies outside the breaks is irregular; up to the grace for breaks, usually 5 minutes, it counts as nothing, beyond it in full.`,
      msg`Who is away counts as on a break until the shift ends. If they do not come back, it becomes leaving early, which is shown but is not time wasted.`,
    ],
  },
  {
    number: 12,
    title: msg`Time Wasted`,
    text: [
      msg`Time wasted is late time and irregular breaks together. The total is exactly the sum of the people in the list.`,
    ],
  },
  {
    number: 13,
    title: msg`From when and until when an employee counts`,
    text: [
      msg`An employee counts from the date that payroll or an import gives; without one, from the day on which they were first received or first clocked, whichever is earlier. Who is hired today was not absent last week.`,
      msg`Inactive and deleted employees are in no figure from that day on; the figures of the days before stay. What they clock all the same is shown among the exceptions, and so is a PIN that matches no employee: its punches wait and count once an employee has that PIN.`,
      msg`A PIN of which a terminal has another person’s name, or that clocks where its employee is not assigned and others are, counts for its employee, and is shown among the exceptions: it may be two people.`,
    ],
  },
  {
    number: 14,
    title: msg`Late records and changes`,
    text: [
      msg`Whatever arrives late, from a terminal without a network or from payroll, is worked into the days that it belongs to. Changed hours, groups and holidays are too, so a figure of a past day can change; reports say when data arrived after they were exported.`,
      msg`A punch more than 5 minutes in the future counts nowhere and is shown among the exceptions: check the clock of that device.`,
    ],
  },
  {
    number: 15,
    title: msg`Piecework: which entries count`,
    text: [
      msg`An entry belongs to the day of the hours at work or of the shift in which it was started. Entries recorded while an employee was not clocked in count, and are shown among the exceptions. A correction has negative units.`,
      msg`Names that payroll has deleted are still shown; what has no name is listed under ‘(none)’. Units are added exactly, without rounding.`,
    ],
  },
  {
    number: 16,
    title: msg`Units per hour, best and lowest performers`,
    text: [
      msg`Units/hr is all units of the day divided by the hours in which they were recorded. Hours that overlap count once: 40 units from 08:00 to 10:00 and 20 units from 09:00 to 11:00 are 60 units in 3 hours, 20.00 per hour.`,
      msg`By Units/hr people are ranked with at least 15 recorded minutes, by Units with at least one entry. Who did no piecework is no lowest performer.`,
    ],
  },
  {
    number: 17,
    title: msg`Piecework Time Spent`,
    text: [
      msg`The recorded time of each combination. Time that overlaps counts for each: two tasks at once are two tasks.`,
    ],
  },
  {
    number: 18,
    title: msg`How far back`,
    text: [
      msg`The last ${DASHBOARD_DATA_RETENTION_DAYS} days, with today, are on the dashboard, and can be exported and worked out again. A person’s page shows days of whatever age, worked out by the same rules. Punches and entries themselves are stored as they were received and are never changed.`,
    ],
  },
  {
    number: 19,
    title: msg`Paid hours`,
    text: [
      msg`Where an hours rule is set up, the clocked time is paid in whole minutes. Time within the margin before the shift counts only if the rule says so, or where a user approves it; what was worked before that margin is paid. Time without an OUT is not paid until that is decided.`,
      msg`A day on which a punch is missing or work goes on is in no sum of paid hours: its time is beside them as open.`,
      msg`Breaks are paid unless they are set up as unpaid. A gap that was clocked, at least half as long as a break and within two hours of it, or with the key of a break, is that break: the nearest gap is, and a gap is one break only; further such gaps are parts of it. An unpaid break that was clocked is taken off as clocked, or as long as it is at least. One that was not is taken off only of more than some hours of work without such a gap (5 unless set otherwise), and never leaves less than these, unless it is approved as worked through.`,
      msg`Rounding is to the nearest minutes that the rule says: of the first IN and the last OUT of a day, or of each. A rule can take breaks off by hours worked instead, such as 30 minutes after 6 hours and 45 after 9: what the clocked gaps of 15 minutes and more lack of it.`,
      msg`A shift that touches a Sunday or a holiday belongs whole to the day with the greater part of its paid time, on equal parts to the holiday or the Sunday; or it is cut at midnight. Night is what the clock shows, beside those classes: an hour that is repeated when clocks are set back counts twice. Paid hours of Sundays and holidays fill the first limits of a week only where the rule says so, and its second limit always.`,
    ],
  },
  {
    number: 20,
    title: msg`Ordinary time and overtime`,
    text: [
      msg`Time is ordinary up to the limit of the day or of the week, whichever comes first; what is over is overtime 1, and what is over the second limits overtime 2. Overtime does not fill the first limit of the week; all time fills the second one. A limit of several weeks from a date applies to what these leave as ordinary.`,
      msg`Each day goes by the rule that is in force on it. A week that has begun goes on to its end, also where a new rule starts weeks on another day; the days up to the next start are a short week of their own. Hours under a rule with other factors fill the week’s limit whole. So no change of rule loses hours, and no lower limit pays less.`,
      msg`No correction changes what a locked day says, also not through the limit of its week. What arrives late is never refused: the locked day is then listed among the exceptions as changed.`,
    ],
  },
];
