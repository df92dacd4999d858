import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { HOURS_RULE_DEFAULTS } from '#contract/masterData/hoursRules.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { givenSyncKey } from './factories.payroll.ts';
import { givenAccount, givenAdmin } from './factories.ts';
import type { InProcessJobs } from './jobs.ts';
import type { TestApp } from './testApp.ts';
import { multipart } from './zip.ts';

/** The instance key of the fixture, so that its sealed data can be opened on any machine. */
export const RELEASE_ENVIRONMENT = {
  SECRET_KEY: Buffer.alloc(32, 26).toString('base64url'),
  PUBLIC_URL: 'https://tallyboard.test',
  PASSWORD_MEMORY_KIB: '19456',
  PASSWORD_PASSES: '2',
};
const PASSWORD = 'harbour lantern 26';
const SERIAL = 'RELEASE0001';

/** The ids of a kept installation. */
export type Release = { accountId: string; backupJobId: string; deviceId: string };
type Ask = TestApp['ask'];
const OFFICE = ['Setup.MANAGE', 'Attendance.CORRECT', 'Attendance.LOCK_PERIOD', 'Pay.VIEW', 'Pay.MANAGE'] as const;

const okOf = (reply: LightMyRequestResponse) => {
  if (reply.statusCode !== 200) throw new Error(`${reply.statusCode} ${reply.body}`);
  return reply.json();
};

/** Makes a small farm with something of every kind through the public interfaces, and a backup of it. */
export async function givenRelease(t: TestApp): Promise<Release> {
  const { token } = await givenAdmin(t.db);
  const accountId = await givenAccount(t.db, {
    code: 'farm',
    name: 'Fruit & Söhne',
    timeZone: 'Europe/Brussels',
    allowedSystemIds: ['PAY'],
  });
  const { accountId: systemId } = okOf(await t.ask('/v2/session', { token }));
  const person = { firstName: 'Zoë', lastName: 'O’Neil', password: PASSWORD };
  const permissions = { api: [...EMPLOYER_PERMISSIONS, ...OFFICE] };
  const people = [
    { ...person, accountId, username: 'zoe', email: 'zoe@farm.test', permissions },
    { ...person, accountId: systemId, username: 'ada', email: 'ada@farm.test' },
  ];
  for (const body of people) okOf(await t.ask('/v2/user', { token, body }));
  const key = await givenSyncKey(t.db, accountId);
  const group = { code: 'DAY', name: 'Day' };
  const days = [1, 2, 3, 4, 5];
  const employees = Array.from({ length: 8 }, (_, n) => ({
    code: `E${n}`,
    number: `${n}`,
    firstName: `Ann ${n}`,
    lastName: '=1+1; "Ö"',
    isActive: n !== 7,
    timeId: `${100 + n}`,
    timeGroupCode: 'DAY',
  }));
  const body = {
    name: 'Payroll',
    timeGroups: [group],
    lookups: [{ lookup: 1, entries: [{ code: 'APPLE', description: 'Äpfel' }] }],
    standardTimes: days.map((weekday) => ({
      code: `S${weekday}`,
      timeGroupCode: 'DAY',
      weekday,
      startTime: '07:00',
      endTime: '16:00',
      breaks: [{ startTime: '12:00', endTime: '12:30' }],
    })),
    holidays: [{ code: 'H', name: 'Armistice', date: '2026-11-11', timeGroupCode: null }],
    employees,
    pieceworkEntries: employees.slice(0, 5).map(({ code }, n) => ({
      code: `P${n}`,
      employeeCode: code,
      lookup1Code: n % 2 ? 'APPLE' : null,
      units: `${n}.125`,
      startedAt: '2026-11-20T07:00:00Z',
      durationMs: 1_800_000,
    })),
  };
  okOf(await t.ask('/v2/payroll/PAY/sync', { token: key, body }));
  okOf(await t.ask(`/v2/device/adms/for-account/${accountId}`, { token, body: { serial: SERIAL } }));
  const { id: deviceId } = okOf(
    await t.ask(`/v2/device/v2/for-account/${accountId}`, {
      token,
      body: { serialNumber: 'P1', imei: '350000000000000' },
    }),
  );
  const lines = [19, 20].flatMap((day) =>
    employees
      .slice(0, 6)
      .flatMap(({ timeId }, n) => [
        `${timeId}\t2026-11-${day} 0${n < 4 ? 6 : 7}:5${n}:00\t0\t1\t\t0\t0\n`,
        ...(n === 3 ? [] : [`${timeId}\t2026-11-${day} 10:1${n}:00\t1\t15\t\t0\t0\n`]),
      ]),
  );
  const headers = { 'content-type': 'text/plain' };
  const url = `/iclock/cdata?SN=${SERIAL}&table=ATTLOG&Stamp=1`;
  const posted = await t.app.inject({ method: 'POST', url, headers, payload: lines.join('') });
  if (!posted.body.startsWith(`OK: ${lines.length}`)) throw new Error(posted.body);
  const employer = await signIn((path, options) => t.ask(path, options), 'zoe');
  const alert = { description: 'Who is late', category: 'attendance', viaEmail: true, daysOfWeek: [1, 5] };
  const slots = { times: [{ enabled: true, time: '08:15' }], targetGroups: [], emailRecipients: ['boss@farm.test'] };
  okOf(await t.ask('/v2/alert', { token: employer, body: { ...alert, ...slots } }));
  await givenOffice((path, options) => t.ask(path, { token: employer, ...options }));
  const all = { includePayrollData: true, includeEmployees: true, includeBiometricTemplates: true };
  const { backupJobId } = okOf(
    await t.ask(`/v2/backup-restore/${accountId}/backup/start`, {
      token,
      body: { ...all, includeClockRecords: true, includeUsers: true },
    }),
  );
  await t.jobs.drain();
  return { accountId, backupJobId, deviceId };
}

/** Does what an office does since 0.2.0: rules and rates of pay, corrections, a locked day, a note. */
async function givenOffice(ask: Ask) {
  const send = async (path: string, body: object, method: 'POST' | 'PUT' = 'POST') =>
    okOf(await ask(`/v2${path}`, { body, method }));
  await send('/setup/hours-rules', {
    ...HOURS_RULE_DEFAULTS,
    timeGroupId: null,
    from: null,
    periodStart: '2026-11-01',
  });
  await send('/pay/currency', { currency: 'EUR' }, 'PUT');
  const rate = { from: '2026-11-01', jobDescriptionId: null, employeeGroupId: null, lookup1: null, lookup2: null };
  const rateOf = (kind: string, amount: string, employeeId: string | null) =>
    send('/pay/rates', { ...rate, kind, amount, employeeId });
  await rateOf('piece', '3.10', null);
  await rateOf('minimum', '12.79', null);
  const { rows } = okOf(await ask(`/v2/stats/roll?from=${DAY}&to=${DAY}`));
  for (const [n, day] of ['2026-11-18', '2026-11-19'].entries()) {
    const employeeId: string = rows[n].employee._id;
    await rateOf('hourly', '13.1234', employeeId);
    const { basis } = okOf(await ask(`/v2/stats/employee/${employeeId}/day?referenceDate=${day}`));
    const change = { do: 'add-punch', employeeId, at: `${day}T17:20:00Z`, direction: 'out' };
    await send('/corrections', { reason: 'other', note: 'Seen at the gate', items: [{ day, basis, change }] });
  }
  await send('/period-locks', { from: '2026-11-16', to: '2026-11-18' });
  await send('/day-notes', { day: DAY, text: 'The lift is out of order' });
}

const signIn = async (ask: Ask, username: string): Promise<string> =>
  okOf(await ask('/v2/session', { body: { username, password: PASSWORD } })).token;

const DAY = '2026-11-20';
/** Calls about what an installation of 0.1.0 has none of. */
const OFFICE_ANSWERS = [
  '/v2/setup/hours-rules',
  '/v2/pay/rates',
  '/v2/pay/people?from=2026-11-18&to=2026-11-20',
  '/v2/pay/cost?from=2026-11-18&to=2026-11-20',
  '/v2/stats/hours?from=2026-11-18&to=2026-11-20',
  '/v2/stats/roll?from=2026-11-18&to=2026-11-20',
  '/v2/corrections?from=2026-11-18&to=2026-11-20&startRow=0&endRow=50',
  '/v2/period-locks',
  '/v2/exceptions?from=2026-11-19&to=2026-11-20',
  `/v2/day-notes?day=${DAY}`,
];

/** Returns the answers to calls by the installation's users, whose passwords are those of that release. */
export async function askAll(ask: Ask, { accountId, deviceId }: Release): Promise<Record<string, unknown>> {
  const [employer, admin] = [await signIn(ask, 'zoe'), await signIn(ask, 'ada')];
  const date = 'referenceDate=2026-11-20';
  const asked: [path: string, token: string][] = [
    [`/v2/stats/employee/attendance-status-totals?${date}`, employer],
    [`/v2/stats/employee/by-attendance-status/present?${date}`, employer],
    [`/v2/stats/employee/by-attendance-status/absent?${date}`, employer],
    [`/v2/stats/piecework/total-units/by-lookup1?${date}`, employer],
    [`/v2/stats/piecework/top-10?${date}`, employer],
    [`/v2/stats/piecework/total-time-by-category?${date}`, employer],
    [`/v2/stats/time-wasted/totals?${date}`, employer],
    ['/v2/device', employer],
    ['/v2/alert/by-category/attendance', employer],
    ['/v2/account/groups', employer],
    ['/v2/account/standard-times', employer],
    ['/v2/account?startRow=0&endRow=10', admin],
    [`/v2/account/settings/${accountId}`, admin],
    [`/v2/account/${accountId}/contents`, admin],
    [`/v2/account/${accountId}/sync-keys`, admin],
    [`/v2/employee/by-account/${accountId}`, admin],
    [`/v2/user/by-account/${accountId}?startRow=0&endRow=10`, admin],
    [`/v2/device/by-account/${accountId}/${deviceId}/recorder`, admin],
  ];
  const said: Record<string, unknown> = {};
  for (const [path, token] of asked) said[`GET ${path}`] = okOf(await ask(path, { token }));
  for (const path of OFFICE_ANSWERS) said[`GET ${path}`] = (await ask(path, { token: employer })).json();
  const body = {
    reportType: 'employee-attendance',
    dates: { from: '2026-11-19', to: '2026-11-20' },
    exportType: 'csv',
  };
  const report = await ask('/v2/stats/generateReport', { token: employer, body });
  said['POST /v2/stats/generateReport'] = report.body;
  return said;
}

/** Restores the account's backup of that release over it. */
export async function restoreOwnBackup(app: FastifyInstance, jobs: InProcessJobs, { accountId, backupJobId }: Release) {
  const base = `/v2/backup-restore/${accountId}`;
  const login = { username: 'ada', password: PASSWORD };
  const { token } = okOf(await app.inject({ method: 'POST', url: '/v2/session', payload: login }));
  const headers = { authorization: token };
  const archive = await app.inject({ url: `${base}/backup/${backupJobId}/download`, headers });
  const sent = multipart(archive.rawPayload);
  const { restoreJobId } = okOf(
    await app.inject({
      method: 'POST',
      url: `${base}/restore/upload`,
      payload: sent.payload,
      headers: { ...headers, ...sent.headers },
    }),
  );
  const items = ['Payroll Data', 'Employees', 'Clock Records', 'Users'];
  const payload = { items, strategy: 'replace' };
  okOf(await app.inject({ method: 'POST', url: `${base}/restore/${restoreJobId}/start`, headers, payload }));
  await jobs.drain();
  const { status, failureReason } = okOf(await app.inject({ url: `${base}/restore/${restoreJobId}/status`, headers }));
  if (status !== 'Successful') throw new Error(`The backup of then could not be restored: ${failureReason}`);
}
