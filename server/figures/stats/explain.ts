import type { DayExplanation } from '#contract/figures/explain.ts';
import { english, type Message, words } from '#contract/platform/words.ts';
import { answersTo } from '../../attendance/answers.ts';
import { evidenceSpan, isSilent } from '../../attendance/bucket.ts';
import { type Calendar, expectation } from '../../attendance/calendar.ts';
import { loadCalendar } from '../../attendance/calendars.ts';
import { deriveDays, shiftsOf, type WorkDay } from '../../attendance/derive.ts';
import type { WorkEvent } from '../../attendance/events.ts';
import { judgeDay } from '../../attendance/judge.ts';
import { datesOfEntries } from '../../attendance/piecework.ts';
import { timeGroupOn } from '../../attendance/timeGroups.ts';
import { verifyWords } from '../../attendance/verifyModes.ts';
import { questionOfDays } from '../../attendance/window.ts';
import type { Db } from '../../platform/db/db.ts';
import { notFound } from '../../platform/http/errors.ts';
import { dayBounds, isoOf, type LocalDate, MINUTE } from '../../platform/zone.ts';
import { ruleInWords } from '../pay/ruleInWords.ts';
import { type Crew, modelOfCrew, readMembers } from './crew.ts';
import type { DayModel } from './dayModel.ts';
import {
  type EmploymentRow,
  type RecordRow,
  selectAssignedDevices,
  selectEmployment,
  selectGroupName,
  selectRecords,
} from './explain.sql.ts';
import { explainLedger } from './explainLedger.ts';
import { gapsOf } from './lists.ts';
import type { Person } from './person.ts';
import { reasonOf, whyUncounted } from './reasons.ts';

/**
 * Returns 'Why?': how one employee's day was judged, with the records behind it; `knows`: with notes and kinds of excuse. NOT_FOUND for an employee who is not
 * of the crew on that day.
 */
export async function explain(
  db: Db,
  model: DayModel,
  { employeeId, crew }: { employeeId: string; crew: Crew },
  knows: boolean,
): Promise<DayExplanation> {
  const counted = model.people.find(({ employee }) => employee._id === employeeId);
  return db.tenant(model.accountId, async (tx) => {
    const isMember = await readMembers(tx, model.accountId, crew, [employeeId]);
    if (isMember && !isMember(employeeId, model.date)) throw notFound(words('Employee not found'));
    const calendar = await loadCalendar(tx, model.accountId);
    const employment = counted ? null : await selectEmployment(tx, model.accountId, employeeId);
    const person = counted ?? (employment && uncounted(employment, calendar, modelOfCrew(model, crew)));
    if (!person) throw notFound(words('Employee not found'));
    const { events, records, dateOf } = await eventsOf(tx, calendar, model, person);
    const own = new Set((await selectAssignedDevices(tx, model.accountId, employeeId)).map(({ deviceId }) => deviceId));
    const assigned = model.devices.filter(({ deviceId }) => own.has(deviceId));
    const devices = assigned.length > 0 ? assigned : model.devices;
    const isOfScope = ({ deviceId }: { deviceId: string }) => crew.devices?.every((ids) => ids.has(deviceId)) ?? true;
    const expected = expectation(calendar, person.timeGroupId, model.date);
    const { date, now } = model;
    const span = expected && evidenceSpan(expected, { now, dayStart: dayBounds(calendar.zone, date).start });
    const silent = devices.filter((device) => span !== null && isSilent(device, span));
    const group = person.timeGroupId ? await selectGroupName(tx, model.accountId, person.timeGroupId) : undefined;
    const iso = (at: number) => isoOf(calendar.zone, at);
    const noShift = calendar.noShiftReason(person.timeGroupId, model.date);
    const { rule, reason } = employment
      ? { rule: 13, reason: whyUncounted(employment, model.date) }
      : reasonOf(person, { ...model, calendar, noShift, silent, span, startsAt: expected?.start ?? null });
    const paidBy = ruleOf(calendar, person);
    return {
      employee: person.employee,
      referenceDate: model.date,
      timeZone: calendar.zone.name,
      asOf: iso(person.asOf),
      status: counted ? person.status : null,
      late: person.late,
      lateMs: person.lateMs,
      provisional: person.provisional,
      flags: [...person.flags],
      rule,
      reason: english(reason),
      words: { reason, noShift: person.shift ? null : noShift, rule: paidBy },
      shift: person.shift && {
        start: iso(person.shift.start),
        end: iso(person.shift.end),
        graceMinutes: person.shift.graceMs / MINUTE,
        breakGraceMinutes: person.shift.breakGraceMs / MINUTE,
        timeGroup: group?.name ?? '',
        breaks: person.shift.breaks.map((pause) => ({ start: iso(pause.start), end: iso(pause.end) })),
      },
      noShift: person.shift || noShift === null ? null : english(noShift),
      events: events.map((event, index) => ({
        at: iso(event.at),
        direction: event.direction,
        flags: isForgotten(events, index, person) ? [...event.flags, 'missing-out'] : event.flags,
        punches: event.merged.punches.flatMap((punch) => {
          const record = records.get(`${punch.at} ${punch.direction}`);
          if (!record) return [];
          return [
            {
              recordId: record.recordId,
              clockRecordId: record.clockRecordId,
              correctionId: record.correctionId,
              at: iso(punch.at),
              direction: punch.direction,
              kept: punch.at === event.at,
              device: record.device,
              receivedAt: iso(Date.parse(record.receivedAt)),
              clock: record.clock,
              means: record.means,
              clockedBy: verifyWords(record.verifyMode, record.dialect),
              workCode: record.workCode,
            },
          ];
        }),
      })),
      gaps: gapsOf(calendar.zone, person),
      lateTimeMs: person.lateMs,
      irregularBreakTimeMs: person.irregularMs,
      earlyLeaveMs: person.earlyLeaveMs,
      ...(await explainLedger(tx, model, person, { knows, crew, dateOf })),
      paid: paidOf(person, paidBy),
      devices: devices.filter(isOfScope).map((device) => ({
        name: device.name,
        lastContact: device.lastContact === null ? null : iso(device.lastContact),
        silent: silent.includes(device),
      })),
    };
  });
}

/** Returns 'Why?' for an employee who does not count on the day: the records are shown without a judgement. */
const uncounted = (row: EmploymentRow, calendar: Calendar, { date, asOf }: DayModel): Person => ({
  ...judgeDay([], null, { asOf, now: asOf }),
  employee: { _id: row.employeeId, number: row.number, firstName: row.firstName, lastName: row.lastName },
  timeGroupId: timeGroupOn(row, date),
  timeGroups: row.timeGroups,
  employeeGroupId: null,
  jobDescriptionId: null,
  deviceIds: null,
  silentOn: [],
  shift: calendar.shiftOn(timeGroupOn(row, date), date),
  status: 'off',
  quarantined: false,
  corrected: false,
  excused: false,
  excusedMs: 0,
  provisional: false,
  present: false,
  asOf,
  entries: 0,
  units: '0',
  workedMs: 0,
  paid: null,
  paying: null,
});

/** Returns the rule of the paid hours of a day in words; null without one. */
function ruleOf({ hoursRules }: Calendar, { paid }: Person): Message | null {
  const rule = hoursRules.find(({ hoursRuleId }) => hoursRuleId === paid?.hoursRuleId);
  return rule ? ruleInWords(rule) : null;
}

/** Returns the paid hours of a day with their rule; null without a rule. */
function paidOf({ paid }: Person, rule: Message | null): DayExplanation['paid'] {
  if (!paid || !rule) return null;
  const { hoursRuleId: _, ...hours } = paid;
  return { ...hours, paidMs: hours.isSettled ? hours.paidMs : 0, rule: english(rule) };
}

/** Returns true for the IN of an interval that is still open after 16 hours: it has the flag that the list entry shows (docs/reference/attendance.md#hours-clocked). */
const isForgotten = (events: readonly WorkEvent[], index: number, { flags }: Person) =>
  index === events.length - 1 && events[index]?.direction === 'in' && flags.includes('missing-out')
    ? !events[index]?.flags.includes('missing-out')
    : false;

/** Returns the events of the day, with their records by time and direction, and a function that finds the work day of an entry around it. */
async function eventsOf(tx: Db, calendar: Calendar, { accountId, date }: DayModel, person: Person) {
  const shifts = shiftsOf(calendar, person);
  const employeeId = person.employee._id;
  const question = questionOfDays(calendar, shifts, employeeId, { from: date, to: date });
  let days = new Map<LocalDate, WorkDay>();
  for await (const answers of answersTo(tx, { accountId, calendar }, [question]))
    for (const { decided } of answers) if (decided !== 'nothing') days = deriveDays(decided.steps, shifts);
  const events: readonly WorkEvent[] = days.get(date)?.events ?? [];
  const all = [...days.values()].flatMap((day) => day.events).sort((one, other) => one.at - other.at);
  const [first, last] = [events[0], events.at(-1)];
  const records = new Map<string, RecordRow>();
  if (first && last)
    for (const row of await selectRecords(tx, accountId, employeeId, {
      from: new Date(first.merged.first),
      to: new Date(last.merged.last),
    }))
      records.set(`${Date.parse(row.at)} ${row.direction}`, row);
  return { events, records, dateOf: datesOfEntries(all, shifts) };
}
