import { expect, test } from 'vitest';
import { z } from 'zod';
import type { AttendanceEntry } from '#contract/figures/stats.ts';
import type { SentDirection } from '#server/attendance/events.ts';
import { type IncomingClockRecord, type IncomingEntry, storeRecords } from '#server/attendance/store.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenEmployer } from '#tests/support/factories.ts';
import { givenDevice, givenHoliday, givenLookup } from '#tests/support/factories.work.ts';
import { givenSite } from '#tests/support/site.ts';
import { useTestApp } from '#tests/support/testApp.ts';

const anything = z.unknown();
const t = useTestApp();
const D = '2026-11-20';
const MIN = 60_000;
const local = (time: string, date = D) => `${date}T${time.length === 5 ? `${time}:00` : time}+02:00`;

/** The site of the golden cases. Some tests go on to the next days. */
const golden = () => givenSite(t, { lastContact: local('17:00'), session: { ttlSeconds: 30 * 86_400 } });
type Site = Awaited<ReturnType<typeof golden>>;

let serial = 0;
/** Records as a device sends them, received at `at`. */
function send(
  site: Site,
  at: string,
  punches: (string | [string, SentDirection])[],
  pin: string,
  more: Partial<IncomingClockRecord> = {},
) {
  const clockRecords = punches.map((punch) => ({
    at: new Date(typeof punch === 'string' ? punch : punch[0]),
    direction: typeof punch === 'string' ? ('auto' as const) : punch[1],
    timeId: pin,
    deviceId: site.deviceId,
    source: `device:${site.deviceId}`,
    ...more,
  }));
  return t.db.tenant(site.accountId, (tx) =>
    storeRecords(tx, { accountId: site.accountId, receivedAt: new Date(at), clockRecords }),
  );
}
function sendWork(site: Site, at: string, pieceworkEntries: Partial<IncomingEntry>[]) {
  const entries = pieceworkEntries.map((entry) => ({
    recordId: `r${++serial}`,
    source: `device:${site.deviceId}`,
    deviceId: site.deviceId,
    units: '1',
    startedAt: new Date(at),
    ...entry,
  }));
  return t.db.tenant(site.accountId, (tx) =>
    storeRecords(tx, { accountId: site.accountId, receivedAt: new Date(at), pieceworkEntries: entries }),
  );
}

async function get(site: { token: string }, path: string, query = '') {
  const reply = await t.ask(`/v2/${path}?cacheKey=1${query}`, { token: site.token });
  expect([reply.statusCode, reply.body.slice(0, 300)]).toEqual([200, expect.any(String)]);
  return reply.json();
}
const totals = (site: { token: string }, query = '') => get(site, 'stats/employee/attendance-status-totals', query);
const list = async (site: { token: string }, status: string, query = ''): Promise<AttendanceEntry[]> =>
  (await get(site, `stats/employee/by-attendance-status/${status}`, query)).entries;

test('the golden morning: on time, late, absent, each tile the length of its list', async () => {
  const site = await golden();
  for (const number of ['2', '10', '1', '3']) await site.person(number);
  await send(site, local('07:30'), [local('07:05:59')], '1');
  await send(site, local('07:30'), [local('07:06')], '2');
  await send(site, local('07:30'), [local('07:20')], '10');
  t.clock.set(local('08:00'));

  expect(await totals(site)).toEqual({
    total: 4,
    recalculating: false,
    present: 3,
    absent: 1,
    late: 2,
    onTime: 1,
    pending: 0,
    unverified: 0,
    unverifiedBySilence: 0,
    off: 0,
    expected: 4,
    onSite: 3,
    left: 0,
    asOf: local('08:00'),
    timeZone: 'Africa/Johannesburg',
    devices: { reporting: 1, inUse: 1, lastContact: local('17:00'), silent: 0, silentDevices: [], lost: [] },
  });
  expect((await list(site, 'total')).map((entry) => entry.employee.number)).toEqual(['1', '2', '3', '10']);
  expect((await list(site, 'late')).map((entry) => [entry.employee.number, entry.lateMs])).toEqual([
    ['10', 20 * MIN],
    ['2', 6 * MIN],
  ]);
  expect(await list(site, 'absent')).toMatchObject([{ status: 'absent', provisional: true, timeIn: null }]);
  expect(await list(site, 'onTime')).toMatchObject([{ timeIn: local('07:05:59'), late: false, present: true }]);
});

test('on its last three days a pay period is said to end', async () => {
  const site = await golden();
  await site.person('1');
  t.clock.set('2026-12-01T06:00:00.000Z');
  const ends = async (date: string) => (await totals(site, `&referenceDate=${date}`)).payPeriodEnds;
  expect(await ends('2026-11-27')).toBeUndefined();
  expect(await ends('2026-11-28')).toBe('2026-11-30');
  expect(await ends('2026-11-30')).toBe('2026-11-30');
});

test('without a punch: pending at 07:05, absent at 07:06, unverified while their device is silent', async () => {
  const site = await golden();
  await site.person('1');
  t.clock.set(local('07:05'));
  expect(await totals(site)).toMatchObject({ pending: 1, absent: 0, expected: 1 });
  t.clock.set(local('07:06'));
  expect(await totals(site)).toMatchObject({ pending: 0, absent: 1 });
  await t.db.run(sql`update device set last_contact = ${local('06:10')}`);
  t.clock.set(local('07:07'));
  expect(await totals(site)).toMatchObject({ absent: 0, unverified: 1, devices: { reporting: 0, silent: 1 } });
});

test('without a punch, their only terminal in contact until 08:42: what it may hold is not known from 08:58 on', async () => {
  const site = await golden();
  const one = await site.person('1');
  const contact = (at: string) =>
    t.db.run(sql`update device set last_contact = ${at} where account_id = ${site.accountId}`);
  await contact(local('08:42'));
  t.clock.set(local('08:56'));
  expect(await totals(site)).toMatchObject({ absent: 1, unverified: 0, devices: { reporting: 1, silent: 0 } });
  t.clock.set(local('08:58'));
  const devices = { reporting: 0, inUse: 1, silent: 1, lastContact: local('08:42') };
  expect(await totals(site)).toMatchObject({ absent: 0, unverified: 1, unverifiedBySilence: 1, devices });
  expect(await get(site, `stats/employee/${one}/day`, `&referenceDate=${D}`)).toMatchObject({
    status: 'unverified',
    reason: 'No punch, but Gate A has not been in contact since 08:42: not judged yet.',
  });
  await contact(local('11:00'));
  t.clock.set(local('11:00'));
  expect(await totals(site)).toMatchObject({ absent: 1, unverified: 0, devices: { reporting: 1, silent: 0 } });

  await contact(local('08:42'));
  t.clock.set(local('12:00', '2026-11-21'));
  const query = `&referenceDate=${D}`;
  expect(await totals(site, query)).toMatchObject({ absent: 0, unverified: 1, devices: { reporting: 0, silent: 1 } });
  await contact(local('17:00', '2026-11-21'));
  t.clock.set(local('17:00', '2026-11-21'));
  expect(await totals(site, query)).toMatchObject({ absent: 1, unverified: 0, devices: { reporting: 1, silent: 0 } });
});

test('silent devices are named with their last contact, longest silent first, even on a past date', async () => {
  const site = await golden();
  await site.person('1');
  const other = await givenDevice(t.db, site.accountId, { description: 'Gate B', lastContact: local('05:00') });
  await t.db.run(sql`update device set last_contact = ${local('06:10')} where device_id <> ${other.deviceId}`);
  t.clock.set(local('07:06'));
  const expected = [
    { name: 'Gate B', id: other.deviceId, since: local('05:00') },
    { name: 'Gate A', since: local('06:10') },
  ];
  expect((await totals(site)).devices).toMatchObject({ reporting: 0, silent: 2, silentDevices: expected });
  t.clock.set(local('13:06', '2026-11-21'));
  const yesterday = await totals(site, `&referenceDate=${D}`);
  expect(yesterday).toMatchObject({ absent: 0, unverified: 1, devices: { silent: 2, silentDevices: expected } });
});

test('only the devices that somebody clocks on are evidence, and recorded piecework is too', async () => {
  const site = await golden();
  const assigned = await site.person('1');
  await site.person('2');
  await givenDevice(t.db, site.accountId, { lastContact: local('07:50'), employeeIds: [assigned] });
  await t.db.run(sql`update device set last_contact = ${local('06:10')} where device_id = ${site.deviceId}`);
  t.clock.set(local('08:00'));
  expect(await totals(site)).toMatchObject({ absent: 1, unverified: 1, unverifiedBySilence: 1 });
  await sendWork(site, local('09:00'), [{ timeId: '1', startedAt: new Date(local('08:30')) }]);
  // A silent device affects only the employees assigned to it.
  expect(await totals(site)).toMatchObject({ absent: 0, unverified: 2, unverifiedBySilence: 1 });
});

test('late 20 and a gap of 90 minutes: 50 minutes wasted, and the totals are the sums of the details', async () => {
  const site = await golden();
  await site.person('1');
  await site.person('2');
  await send(
    site,
    local('16:30'),
    ['07:20', '11:40', '13:10', '16:00'].map((time) => local(time)),
    '1',
  );
  await send(
    site,
    local('16:30'),
    ['07:00', '11:58', '13:02'].map((time) => local(time)),
    '2',
  );
  t.clock.set(local('17:00'));
  expect(await get(site, 'stats/time-wasted/totals')).toEqual({
    totalTimeMs: 50 * MIN,
    lateTimeMs: 20 * MIN,
    irregularBreakTimeMs: 30 * MIN,
  });
  const { entries } = await get(site, 'stats/time-wasted/details');
  expect(entries).toMatchObject([
    {
      employee: { number: '1' },
      totalTimeMs: 50 * MIN,
      gaps: [{ out: local('11:40'), in: local('13:10'), creditedMs: 60 * MIN, irregularMs: 30 * MIN }],
    },
  ]);
});

test('a batch received at 11:00 holding 06:57 changes the day and raises the version', async () => {
  const site = await golden();
  await site.person('1');
  t.clock.set(local('11:00'));
  const before = await t.ask('/v2/stats/employee/attendance-status-totals', { token: site.token });
  expect(before.json()).toMatchObject({ present: 0, absent: 1 });
  await send(site, local('11:00'), [local('06:57')], '1');
  const after = await t.ask('/v2/stats/employee/attendance-status-totals', {
    token: site.token,
    headers: { 'if-none-match': String(before.headers.etag) },
  });
  expect(after.statusCode).toBe(200);
  expect(after.json()).toMatchObject({ present: 1, absent: 0, late: 0 });
  expect(after.headers.etag).not.toBe(before.headers.etag);
});

test('an unchanged refresh is a 304; the next minute is not', async () => {
  const site = await golden();
  await site.person('1');
  for (const path of ['employee/attendance-status-totals', 'piecework/top-10', 'time-wasted/totals']) {
    t.clock.set(local('09:00:10'));
    const url = `/v2/stats/${path}?cacheKey=1`;
    const first = await t.ask(url, { token: site.token });
    const headers = { 'if-none-match': String(first.headers.etag) };
    t.clock.set(local('09:00:40'));
    const again = await t.ask(url.replace('cacheKey=1', 'cacheKey=2'), { token: site.token, headers });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    t.clock.set(local('09:01:00'));
    expect((await t.ask(url, { token: site.token, headers })).statusCode).toBe(200);
  }
});

test('the cache key is ignored, whatever its value', async () => {
  const site = await golden();
  for (const key of ['1', '1761034567890-7', 'refresh', '', '0.5']) {
    const url = `/v2/stats/employee/attendance-status-totals?cacheKey=${key}`;
    expect((await t.ask(url, { token: site.token })).statusCode, key).toBe(200);
  }
});

test('duplicates are acknowledged, another record of a used id is refused, and neither changes anything', async () => {
  const site = await golden();
  await site.person('1');
  const first = await send(site, local('08:00'), [[local('07:00'), 'in']], '1', { recordId: 'a' });
  expect(first).toMatchObject({ clockRecords: ['accepted'], changed: true });
  const version = () => t.db.rows(anything, sql`select data_version from account`);
  const before = await version();
  expect(await send(site, local('08:01'), [[local('07:00'), 'in']], '1', { recordId: 'a' })).toMatchObject({
    clockRecords: ['duplicate'],
    changed: false,
  });
  expect(await send(site, local('08:01'), [[local('07:30'), 'in']], '1', { recordId: 'a' })).toMatchObject({
    clockRecords: [{ rejected: 'id-used' }],
    changed: false,
  });
  expect(await send(site, local('08:02'), [[local('07:00'), 'in']], '1', { source: 'device:other' })).toMatchObject({
    clockRecords: ['duplicate'],
  });
  expect(await version()).toEqual(before);
  expect(await send(site, local('08:03'), [], '1')).toMatchObject({ changed: false });
});

test('one batch: accepted, duplicate within it, unknown PIN kept, unknown number refused', async () => {
  const site = await golden();
  await site.person('1');
  const at = new Date(local('07:00'));
  const base = { source: 'device:x', direction: 'in' as const, at };
  const { clockRecords } = await t.db.tenant(site.accountId, (tx) =>
    storeRecords(tx, {
      accountId: site.accountId,
      receivedAt: at,
      clockRecords: [
        { ...base, employeeNumber: '1' },
        { ...base, timeId: '1' },
        { ...base, timeId: '99' },
        { ...base, employeeNumber: 'nobody' },
      ],
    }),
  );
  expect(clockRecords).toEqual(['accepted', 'duplicate', 'accepted', { rejected: 'unknown-employee' }]);
});

test('a punch far in the future is stored and counts nowhere; received again in its time it counts', async () => {
  const site = await golden();
  await site.person('1');
  expect((await send(site, local('06:00'), [local('07:00')], '1')).clockRecords).toEqual(['accepted']);
  t.clock.set(local('08:00'));
  expect(await totals(site)).toMatchObject({ present: 0, absent: 1 });
  expect((await send(site, local('06:30'), [local('07:00')], '1', { recordId: 'early' })).changed).toBe(true);
  expect(await totals(site)).toMatchObject({ present: 0 });
  // A record that was sent early (a wrong clock, or to keep the real one from counting) does not displace the real one.
  expect((await send(site, local('08:00'), [local('07:00')], '1')).clockRecords).toEqual(['accepted']);
  expect(await totals(site)).toMatchObject({ present: 1 });
  expect((await send(site, local('08:00'), [local('07:00')], '1')).clockRecords).toEqual(['duplicate']);
});

test('a punch up to five minutes in the future counts', async () => {
  const site = await golden();
  await site.person('1');
  await send(site, local('06:55:30'), [local('07:00:30')], '1');
  t.clock.set(local('08:00'));
  expect(await totals(site)).toMatchObject({ present: 1 });
});

test('a holiday and a rest day are off; working on one is present, expected, never late', async () => {
  const site = await golden();
  await site.person('1');
  await site.person('2');
  await givenHoliday(t.db, site.accountId, D, { name: 'Founders' });
  await send(site, local('13:00'), [local('08:00'), local('12:00')], '1');
  t.clock.set(local('14:00'));
  expect(await totals(site)).toMatchObject({ present: 1, off: 1, late: 0, expected: 1, total: 2 });
  const [off] = await list(site, 'off');
  const why = await get(site, `stats/employee/${off?.employee._id}/day`);
  expect(why).toMatchObject({ status: 'off', noShift: 'Holiday: Founders', shift: null });
});

test('an account without standard times expects everybody until the day is over, then says absent', async () => {
  const site = await golden();
  await t.db.run(sql`delete from standard_time`);
  await site.person('1');
  await site.person('2');
  await send(site, local('11:00'), [local('10:00')], '1');
  t.clock.set(local('23:59'));
  expect(await totals(site)).toMatchObject({ present: 1, pending: 1, withoutShift: 1, late: 0 });
  await t.db.run(sql`update device set last_contact = ${local('00:30', '2026-11-21')}`);
  t.clock.set(local('01:00', '2026-11-21'));
  expect(await totals(site, `&referenceDate=${D}`)).toMatchObject({ present: 1, pending: 0, absent: 1 });
});

test('inactive and deleted employees leave the counts from their date on; earlier days stay', async () => {
  const site = await golden();
  await site.person('1');
  await site.person('2', { inactiveFrom: D });
  await site.person('3', { isActive: false });
  await site.person('4', { deletedAt: local('09:00') });
  t.clock.set(local('10:00'));
  expect(await totals(site)).toMatchObject({ total: 1 });
  expect(await totals(site, '&referenceDate=2026-11-19')).toMatchObject({ total: 3 });
});

test('piecework: 60 units in 3 hours, units by lookup, time spent with overlaps, units without time', async () => {
  const site = await golden();
  await site.person('1', { firstName: 'Ann', lastName: 'Bee' });
  await site.person('2');
  await givenLookup(t.db, site.accountId, 1, 'A', 'Apples');
  await givenLookup(t.db, site.accountId, 2, 'N', 'North');
  const work = (from: string, to: string | null, units: string, more: Partial<IncomingEntry> = {}) => ({
    timeId: '1',
    lookup1Code: 'A',
    lookup2Code: 'N',
    units,
    startedAt: new Date(local(from)),
    endedAt: to === null ? null : new Date(local(to)),
    ...more,
  });
  await sendWork(site, local('12:00'), [
    work('08:00', '10:00', '40.1'),
    work('09:00', '11:00', '19.9'),
    work('09:00', null, '5', { timeId: '2', lookup1Code: 'ZZ', lookup2Code: null }),
  ]);
  t.clock.set(local('12:00'));
  const top = await get(site, 'stats/piecework/top-10');
  expect(top.performers).toEqual([
    { employeeId: expect.any(String), number: '1', firstName: 'Ann', lastName: 'Bee', performance: 20, totalUnits: 60 },
  ]);
  const byUnits = await get(site, 'stats/piecework/bottom-10', '&orderBy=units');
  expect(byUnits.performers).toMatchObject([
    { number: '2', performance: null, totalUnits: 5 },
    { number: '1', performance: 20, totalUnits: 60 },
  ]);
  expect((await get(site, 'stats/piecework/total-units/by-lookup2')).groups).toEqual([
    { code: 'N', description: 'North', totalUnits: 60, entries: [{ code: 'A', description: 'Apples', units: 60 }] },
    { code: null, description: '(none)', totalUnits: 5, entries: [{ code: 'ZZ', description: 'ZZ', units: 5 }] },
  ]);
  expect((await get(site, 'stats/piecework/employee-unit-breakdown-by-category')).categories).toMatchObject([
    {
      lookup1Description: 'Apples',
      lookup2Description: 'North',
      totalUnits: 60,
      employees: [{ number: '1', units: 60 }],
    },
    { lookup1Code: 'ZZ', lookup2Code: null, lookup2Description: '(none)', totalUnits: 5 },
  ]);
  expect(await get(site, 'stats/piecework/total-time-by-category')).toEqual({
    categories: [
      { lookup1Code: 'A', lookup1Name: 'Apples', lookup2Code: 'N', lookup2Name: 'North', totalTimeMs: 240 * MIN },
    ],
    totalTimeMs: 240 * MIN,
  });
});

test('Why? shows the shift, the punches kept and merged, the terminal and when it arrived', async () => {
  const site = await golden();
  const employeeId = await site.person('1');
  await send(
    site,
    local('07:10'),
    [
      [local('06:58:00'), 'out'],
      [local('06:58:40'), 'auto'],
    ],
    '1',
  );
  t.clock.set(local('10:00'));
  const why = await get(site, `stats/employee/${employeeId}/day`, `&referenceDate=${D}`);
  expect(why).toMatchObject({
    status: 'present',
    late: false,
    flags: ['direction-corrected'],
    shift: { start: local('07:00'), end: local('16:00'), timeGroup: 'Day shift', graceMinutes: 5 },
    noShift: null,
    events: [
      {
        at: local('06:58:00'),
        direction: 'in',
        punches: [
          { at: local('06:58:00'), direction: 'out', kept: true, device: 'Gate A', receivedAt: local('07:10') },
          { at: local('06:58:40'), direction: 'auto', kept: false },
        ],
      },
    ],
    devices: [{ name: 'Gate A', silent: false }],
  });
  expect(why.reason).toBe('On time: in by 07:00.');
});

test('dates outside the retention are refused', async () => {
  const site = await golden();
  for (const date of ['2026-11-21', '2026-08-22']) {
    const reply = await t.ask(`/v2/stats/time-wasted/totals?referenceDate=${date}`, { token: site.token });
    expect([reply.statusCode, reply.json().errorCode]).toEqual([400, 'DATE_OUT_OF_RANGE']);
  }
  expect((await t.ask('/v2/stats/time-wasted/totals?referenceDate=2026-08-23', { token: site.token })).statusCode).toBe(
    200,
  );
});

test('each call needs its permission, and shows the session’s account only', async () => {
  const site = await golden();
  await site.person('1');
  const other = await givenEmployer(t.db, {});
  expect(await totals(other)).toMatchObject({ total: 0 });
  const [listed] = await list(site, 'total');
  const why = `/v2/stats/employee/${listed?.employee._id}/day`;
  expect((await t.ask(why, { token: other.token })).statusCode).toBe(404);
  const attendance = [
    'employee/attendance-status-totals',
    'employee/by-attendance-status/total',
    'time-wasted/totals',
    'time-wasted/details',
  ];
  const piecework = [
    'total-units/by-lookup1',
    'employee-unit-breakdown-by-category',
    'top-10',
    'bottom-10',
    'total-time-by-category',
  ];
  const denied = async (token: string, path: string) => {
    const reply = await t.ask(`/v2/stats/${path}`, { token });
    expect([path, reply.statusCode, reply.json().errorCode]).toEqual([path, 401, 'PERMISSION_DENIED']);
  };
  const onlyPiecework = await givenEmployer(t.db, { permissions: ['Stats.GET_PERFORMANCE_METRICS'] });
  const onlyAttendance = await givenEmployer(t.db, { permissions: ['Stats.GET_ATTENDANCE_INFORMATION'] });
  for (const path of attendance) await denied(onlyPiecework.token, path);
  for (const path of piecework) await denied(onlyAttendance.token, `piecework/${path}`);
});

test('exceptions: an unknown PIN, a clock ahead, an inactive person, piecework outside every interval', async () => {
  const site = await golden();
  await site.person('1');
  await site.person('2', { inactiveFrom: D });
  await send(site, local('08:00'), [local('07:00'), local('07:30')], '404');
  await send(site, local('08:00'), [local('08:06')], '1');
  await send(site, local('08:30'), [local('07:00'), local('08:00')], '1');
  await send(site, local('08:30'), [local('07:00')], '2');
  await sendWork(site, local('12:00'), [
    { timeId: '1', startedAt: new Date(local('07:30')), endedAt: new Date(local('09:00')) },
    { timeId: '1', startedAt: new Date(local('08:01')), endedAt: new Date(local('09:00')) },
    { timeId: '1', startedAt: new Date(local('08:00')) },
  ]);
  t.clock.set(local('12:00'));
  const { exceptions } = await get(site, 'exceptions', `&from=${D}&to=${D}`);
  const kinds = ['unmatched-pin', 'future-clock', 'inactive-clocked', 'piecework-without-clock'];
  const found = exceptions.filter(({ kind }: { kind: string }) => kinds.includes(kind));
  expect(found).toHaveLength(kinds.length);
  const about = (number: string) => expect.objectContaining({ number });
  for (const one of [
    { kind: 'unmatched-pin', employee: null, detail: 'PIN 404 matches no employee: 2 records waiting' },
    { kind: 'future-clock', employee: about('1'), detail: expect.stringContaining('in the future') },
    { kind: 'inactive-clocked', employee: about('2') },
    { kind: 'piecework-without-clock', employee: about('1') },
  ])
    expect(found).toContainEqual(expect.objectContaining({ ...one, day: D }));
});

test('sync status: last accepted data and who is online', async () => {
  const site = await golden();
  await site.person('1');
  await send(site, local('08:00'), [local('07:00')], '1');
  await send(site, local('09:00'), [local('07:00')], '1');
  // Its last contact was at 17:00: within 3 minutes.
  t.clock.set(local('17:03'));
  expect(await get(site, 'account/sync-status')).toEqual({
    payrollSystems: [],
    devices: [{ id: site.deviceId, online: true, lastSync: new Date(local('08:00')).toISOString() }],
  });
  t.clock.set(local('17:04'));
  expect((await get(site, 'account/sync-status')).devices[0].online).toBe(false);
});
