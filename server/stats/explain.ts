import type { DayExplanation } from '#contract/stats.ts';
import { answersTo } from '../attendance/answers.ts';
import { isSilent } from '../attendance/bucket.ts';
import { type Calendar, expectation } from '../attendance/calendar.ts';
import { loadCalendar } from '../attendance/calendars.ts';
import { deriveDays, shiftsOf } from '../attendance/derive.ts';
import type { WorkEvent } from '../attendance/events.ts';
import { questionOfDays } from '../attendance/window.ts';
import { isoOf, MINUTE, SECOND } from '../attendance/zone.ts';
import type { Db } from '../db/db.ts';
import { notFound } from '../http/errors.ts';
import type { DayModel, DeviceState, Person } from './dayModel.ts';
import { type RecordRow, selectAssignedDevices, selectGroupName, selectRecords } from './explain.sql.ts';
import { gapsOf } from './lists.ts';

/** 'Why?': how one employee's day was judged, with the raw records behind it. */
export async function explain(db: Db, model: DayModel, employeeId: string): Promise<DayExplanation> {
  const person = model.people.find(({ employee }) => employee._id === employeeId);
  if (!person) throw notFound('Employee');
  return db.tenant(model.accountId, async (tx) => {
    const calendar = await loadCalendar(tx, model.accountId);
    const { events, records } = await eventsOf(tx, calendar, model, person);
    const own = new Set((await selectAssignedDevices(tx, model.accountId, employeeId)).map(({ deviceId }) => deviceId));
    const assigned = model.devices.filter(({ deviceId }) => own.has(deviceId));
    const devices = assigned.length > 0 ? assigned : model.devices;
    const expected = expectation(calendar, person.timeGroupId, model.date);
    const silent = devices.filter((device) => expected !== null && isSilent(device, expected.start));
    const group = person.timeGroupId ? await selectGroupName(tx, model.accountId, person.timeGroupId) : undefined;
    const iso = (at: number) => isoOf(calendar.zone, at);
    const noShift = calendar.noShiftReason(person.timeGroupId, model.date);
    return {
      employee: person.employee,
      referenceDate: model.date,
      timeZone: calendar.zone.name,
      asOf: iso(person.asOf),
      status: person.status,
      late: person.late,
      lateMs: person.lateMs,
      provisional: person.provisional,
      flags: person.flags,
      reason: reasonOf(person, { calendar, noShift, silent, startsAt: expected?.start ?? null }),
      shift: person.shift && {
        start: iso(person.shift.start),
        end: iso(person.shift.end),
        graceMinutes: person.shift.graceMs / MINUTE,
        breakGraceMinutes: person.shift.breakGraceMs / MINUTE,
        timeGroup: group?.name ?? '',
        breaks: person.shift.breaks.map((pause) => ({ start: iso(pause.start), end: iso(pause.end) })),
      },
      noShift: person.shift ? null : noShift,
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
              at: iso(punch.at),
              direction: punch.direction,
              kept: punch.at === event.at,
              device: record.device,
              receivedAt: iso(Date.parse(record.receivedAt)),
            },
          ];
        }),
      })),
      gaps: gapsOf(calendar.zone, person),
      lateTimeMs: person.lateMs,
      irregularBreakTimeMs: person.irregularMs,
      earlyLeaveMs: person.earlyLeaveMs,
      devices: devices.map((device) => ({
        name: device.name,
        lastContact: device.lastContact === null ? null : iso(device.lastContact),
        silent: silent.includes(device),
      })),
    };
  });
}

/** An interval still open after 16 hours: its IN carries the flag that the list entry shows (rule 10). */
const isForgotten = (events: readonly WorkEvent[], index: number, { flags }: Person) =>
  index === events.length - 1 && events[index]?.direction === 'in' && flags.includes('missing-out')
    ? !events[index]?.flags.includes('missing-out')
    : false;

/** The events of the day, and their records by time and direction. */
async function eventsOf(tx: Db, calendar: Calendar, { accountId, date }: DayModel, person: Person) {
  const shifts = shiftsOf(calendar, person.timeGroupId);
  const employeeId = person.employee._id;
  const question = questionOfDays(calendar, shifts, employeeId, { from: date, to: date });
  let events: readonly WorkEvent[] = [];
  for await (const answers of answersTo(tx, { accountId, calendar }, [question]))
    for (const { decided } of answers)
      if (decided !== 'nothing') events = deriveDays(decided.steps, shifts).get(date)?.events ?? [];
  const [first, last] = [events[0], events.at(-1)];
  const records = new Map<string, RecordRow>();
  if (first && last)
    for (const row of await selectRecords(tx, accountId, employeeId, {
      from: new Date(first.merged.first),
      to: new Date(last.merged.last),
    }))
      records.set(`${Date.parse(row.at)} ${row.direction}`, row);
  return { events, records };
}

type Why = { calendar: Calendar; noShift: string | null; silent: readonly DeviceState[]; startsAt: number | null };

/** The rule that decided, in one sentence. */
function reasonOf(person: Person, { calendar, noShift, silent, startsAt }: Why): string {
  const clock = (at: number) => isoOf(calendar.zone, at).slice(11, 16);
  const minutes = (ms: number) => `${Math.round(ms / MINUTE)} min`;
  const start = startsAt === null ? '' : clock(startsAt);
  const grace = minutes(person.shift?.graceMs ?? 0);
  switch (person.status) {
    case 'off':
      return `Not expected: ${noShift ?? 'no shift'} (rule 2).`;
    case 'pending':
      if (!person.shift) return 'Not punched yet: expected until the local day is over (rule 2).';
      return `Not due yet: expected at ${start}, with a grace of ${grace} (rule 8).`;
    case 'unverified':
      if (person.quarantined)
        return 'A punch waits for a decision, see the exceptions of this day: not judged until somebody accepts or rejects it (rule 8).';
      if (person.entries > 0) return 'No punch, but piecework was recorded on this day: not judged yet (rule 8).';
      return `No punch, but ${silent[0]?.name ?? 'a device'} has not been in contact since ${start}: not judged yet (rule 8).`;
    case 'absent': {
      const due = person.shift ? `past ${start} and the grace of ${grace}` : 'the local day is over';
      const until = person.provisional && person.shift ? `; provisional until ${clock(person.shift.end)}` : '';
      return `No punch, ${due}, and nothing speaks against it${until} (rule 8).`;
    }
    case 'present':
      return presence(person, noShift, start, grace, minutes);
  }
}

function presence(
  { timeIn, shift, late, lateMs, flags }: Person,
  noShift: string | null,
  start: string,
  grace: string,
  minutes: (ms: number) => string,
): string {
  if (!shift) return `Punched; no shift, so never late: ${noShift ?? 'no shift'} (rules 6 and 7).`;
  if (flags.includes('missing-in'))
    return 'Punched; the first record is an OUT after the middle of the shift, so lateness is unknown and counts 0 (rule 7).';
  if (late) return `Late by ${minutes(lateMs)}: in after ${start} and the grace of ${grace} (rule 7).`;
  if (timeIn !== null && timeIn < shift.start + SECOND) return `On time: in by ${start} (rule 7).`;
  return `On time: in within the grace of ${grace} after ${start} (rule 7).`;
}
