import { createSyncKey, updateAccountSettings } from '#contract/access/accountSettings.ts';
import { createAccount } from '#contract/access/accounts.ts';
import { changePassword, logIn } from '#contract/access/session.ts';
import { createUser } from '#contract/access/users.ts';
import { createUnmanagedDevice } from '#contract/intake/enrolment.ts';
import { syncPayroll } from '#contract/intake/payroll.ts';
import { activateDevice } from '#contract/intake/sync.ts';
import { createAlert } from '#contract/reports/alerts.ts';
import type { Call } from '#server/operations/demo/client.ts';
import { instantOn, MINUTE, midnightUtc, zoneOf } from '#server/platform/zone.ts';
import { slotsBetween } from '#server/reports/alerts/slots.ts';

/** Employers in three zones, what their people do each day, and what each alert must then say: a model separate from the server's. */
export type Category = 'attendance' | 'piecework' | 'break' | 'report';
export type AlertOf = { category: Category; alertId: string; times: string[]; viaEmail: boolean };
export type Employer = {
  zone: string;
  accountId: string;
  username: string;
  deviceToken: string;
  daysOfWeek: number[];
  recipients: string[];
  alerts: AlertOf[];
};
export const PASSWORD = 'alerts-are-sent-once';
export const SYSTEM = 'PAY';
const PEOPLE = ['1', '2', '3', '4', '5'];

export async function givenEmployerOf(
  call: Call,
  admin: string,
  zone: string,
  night: string,
  daysOfWeek: number[],
): Promise<Employer> {
  const code = zone.replaceAll('/', '-');
  const holder = { firstName: 'Fay', lastName: 'Ult', contactNo: '1', emailAddr: 'fay@example.test' };
  const { _id: accountId } = await call(createAccount, { body: { isActive: true, code, name: code, holder } }, admin);
  const params = { accountId };
  await call(updateAccountSettings, { params, body: { timeZone: zone, allowedSystemIds: [SYSTEM] } }, admin);
  const username = code.toLowerCase();
  const first = 'until-the-first-log-in';
  const person = { firstName: 'Emp', lastName: 'Loyer', username, email: `${username}@example.test`, password: first };
  await call(createUser, { body: { accountId, ...person } }, admin);
  const { token } = await call(logIn, { body: { username, password: first } });
  await call(changePassword, { body: { currentPassword: first, newPassword: PASSWORD } }, token);
  const { key } = await call(createSyncKey, { params, body: { systemId: SYSTEM, description: 'Pay' } }, admin);
  await call(syncPayroll, { params: { systemId: SYSTEM }, body: payroll() }, key);
  const made = await call(createUnmanagedDevice, { params, body: { serialNumber: code, imei: code } }, admin);
  const { deviceToken } = await call(activateDevice, { body: { activationToken: made.activationToken } });

  const recipients = [`boss@${username.replaceAll('_', '')}.test`, `deputy@${username.replaceAll('_', '')}.test`];
  const alerts: AlertOf[] = [];
  const slots: [Category, string[], boolean][] = [
    ['attendance', [night, '07:15'], true],
    ['piecework', ['16:00'], true],
    ['break', ['16:00'], false],
  ];
  for (const [category, times, viaEmail] of slots) {
    const body = {
      ...{ category, viaEmail, description: category, daysOfWeek, targetGroups: [] },
      ...{ emailRecipients: viaEmail ? recipients : [], times: times.map((time) => ({ enabled: true, time })) },
    };
    const { _id: alertId } = await call(createAlert, { body }, token);
    alerts.push({ category, alertId, times, viaEmail });
  }
  return { zone, accountId, username, deviceToken, daysOfWeek, recipients, alerts };
}

/** Groups, a standard time and employees, as a payroll system sends them. */
export const payroll = () => ({
  timeGroups: [{ code: 'DAY', name: 'Day' }],
  standardTimes: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    ...{ code: `DAY-${weekday}`, timeGroupCode: 'DAY', weekday, startTime: '07:00', endTime: '16:30' },
    breaks: [{ startTime: '12:00', endTime: '13:00' }],
  })),
  employees: PEOPLE.map((number) => ({
    ...{ code: number, number, firstName: 'P', lastName: number, isActive: true, timeId: number, timeGroupCode: 'DAY' },
  })),
});

export type Slot = { employer: Employer; alert: AlertOf; localDate: string; slot: string; dueAt: number };

/** Returns every slot after `from` and up to `to`, in order of time. */
export const slotsOf = (employers: readonly Employer[], from: number, to: number): Slot[] =>
  employers
    .flatMap((employer) =>
      employer.alerts.flatMap((alert) => {
        const times = alert.times.map((time) => ({ enabled: true, time }));
        return slotsBetween({ daysOfWeek: employer.daysOfWeek, times }, employer.zone, from, to).map((slot) => ({
          ...slot,
          employer,
          alert,
        }));
      }),
    )
    .sort((a, b) => a.dueAt - b.dueAt);

type Punch = { who: string; time: string };
type Piece = { who: string; from: string; to: string; units: number };

/** Returns the punches and work of a day: other people are late or absent from day to day. */
function dayOf(localDate: string): { punches: Punch[]; pieces: Piece[] } {
  const n = midnightUtc(localDate) / 86_400_000;
  const punches: Punch[] = [
    { who: '1', time: '06:55' },
    ...(n % 2 === 0
      ? [
          { who: '1', time: '10:00' },
          { who: '1', time: '10:30' },
        ]
      : []),
    { who: '1', time: '16:40' },
    { who: '2', time: '06:58' },
    { who: '2', time: '12:00' },
    { who: '2', time: '12:58' },
    { who: '3', time: n % 3 === 0 ? '06:59' : `07:${String(6 + (n % 7)).padStart(2, '0')}` },
    ...(n % 4 === 0 ? [] : [{ who: '4', time: '06:50' }]),
    // Between the slot and a late summary: not there yet as of the slot.
    { who: '5', time: '07:16' },
  ];
  const pieces: Piece[] = [
    { who: '1', from: '08:00', to: '11:30', units: 40 + (n % 7) },
    { who: '2', from: '13:00', to: '15:30', units: 12.5 },
    { who: '3', from: '15:40', to: '16:01', units: 7 },
  ];
  return { punches, pieces };
}

/** Returns a device's records of a day: those after `after` and up to `until`. */
export function recordsOf({ zone }: Employer, localDate: string, after: number, until: number) {
  const at = (time: string) => instantOn(zoneOf(zone), localDate, time);
  const isNew = (time: string) => at(time) > after && at(time) <= until;
  const iso = (time: string) => new Date(at(time)).toISOString();
  const { punches, pieces } = dayOf(localDate);
  return {
    clockRecords: punches
      .filter(({ time }) => isNew(time))
      .map(({ who, time }) => ({
        recordId: `${localDate} ${who} ${time}`,
        timeId: who,
        at: iso(time),
        direction: 'auto',
      })),
    pieceworkEntries: pieces
      .filter(({ to }) => isNew(to))
      .map(({ who, from, to, units }) => ({
        ...{ recordId: `${localDate} ${who} ${from}`, timeId: who, lookup1Code: 'A', lookup2Code: null },
        ...{ jobDescription: null, units, startedAt: iso(from), endedAt: iso(to) },
      })),
  };
}

const count = (size: number, noun: string) => `${size} ${noun}${size === 1 ? '' : 's'}`;

/** The subject that a slot's summary must have. */
export function expectedSubject({ alert: { category }, localDate, slot }: Slot): string {
  const { punches, pieces } = dayOf(localDate);
  if (category === 'piecework') {
    const done = pieces.filter(({ to }) => to <= slot);
    const units = done.reduce((sum, piece) => sum + piece.units, 0);
    return `piecework: ${units.toFixed(2)} units by ${count(done.length, 'employee')}`;
  }
  if (category === 'break') {
    const irregular = punches.some(({ time }) => time === '10:30');
    return `break: ${count(irregular ? 1 : 0, 'employee')} with irregular breaks, ${irregular ? 30 : 0} min`;
  }
  const first = PEOPLE.flatMap((who) => punches.find((punch) => punch.who === who)?.time ?? []).filter(
    (time) => time <= slot,
  );
  const isDue = slot > '07:05';
  const late = first.filter((time) => time > '07:05').length;
  if (category === 'report') return `report: Latecomers, ${localDate}, ${count(late, 'row')}`;
  return `attendance: ${first.length} present, ${isDue ? PEOPLE.length - first.length : 0} absent, ${late} late`;
}

/** The time before a slot at which the devices deliver the records that count for it. */
export const DELIVERED_MS = MINUTE;
