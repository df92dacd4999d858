import { expect, test } from 'vitest';
import type { Exception } from '#contract/office/exceptions.ts';
import { givenPay, MONDAY, TUESDAY, type Work } from '../support/payWorld.ts';
import { useTestApp } from '../support/testApp.ts';

/**
 * A day that is not locked may move the pay of one that is, by the window or workweek that both are of, or as one of the four weeks that say what the
 * ordinary hours of a holiday are. Records are listed as such; a correction and a line of a list are refused.
 */
const t = useTestApp();
const [WEDNESDAY, SUNDAY] = ['2026-11-11', '2026-11-15'];
const nine = (units: number) => ({ from: '07:00', to: '16:00', units: { crate: units } });
const eight = { from: '07:00', to: '15:00' };
const MONDAY_AND_TUESDAY = { [MONDAY]: nine(100), [TUESDAY]: nine(60) };
const OF_FOUR_WEEKS = {
  ...{ '2026-10-26': eight, '2026-10-28': eight, '2026-11-02': eight },
  '2026-11-04': { from: '07:00', to: '12:00' },
};
const FLOORS = {
  sunday: { ordinaryHours: false, wages: 1 },
  holiday: { ordinaryHours: false, wages: 2 },
  holidayOff: true,
};
const HOLIDAY = { standardTimes: [], holidays: [{ code: 'H', name: 'H', date: WEDNESDAY, timeGroupCode: null }] };
const rests = [{ afterMinutes: 120, restMinutes: 10 }];
const weekly = { payPeriod: 'weekly', periodStart: MONDAY };

type Case = {
  work: Work;
  parts?: object;
  hours?: object;
  rule: object;
  locked: [string, string];
  day: string;
  /** The times that are clocked as well; by default only crates are added. */
  clocked?: string[];
};
/** Tells whether the work of a day can move a locked one, and whether what is corrected of it does. */
type Moves = 'moves' | 'may' | 'cannot';
/** Days of a workweek without its last. */
const MIDDLE: [string, string] = [TUESDAY, WEDNESDAY];
const late: Case = { work: MONDAY_AND_TUESDAY, rule: {}, locked: [TUESDAY, SUNDAY], day: MONDAY };
test.each<[string, Case, Moves]>([
  ['a top-up of its workweek', { ...late, rule: { window: 'workweek' } }, 'moves'],
  [
    'a top-up of its pay period',
    { ...late, rule: { window: 'period' }, hours: weekly, locked: [TUESDAY, SUNDAY] },
    'moves',
  ],
  ['rest at the average of its workweek', { ...late, rule: { window: 'day', restRate: 'average', rests } }, 'moves'],
  [
    'rest at the average of a workweek that ends after the lock',
    { ...late, rule: { window: 'day', premiumBase: 'minimum', restRate: 'average', rests }, locked: MIDDLE },
    'moves',
  ],
  [
    'a premium of a workweek that ends after the lock',
    { ...late, rule: { window: 'day' }, hours: { dayLimitMinutes: 480 }, locked: MIDDLE },
    'moves',
  ],
  ['a workweek without anything at its average', { ...late, rule: { window: 'day' }, locked: MIDDLE }, 'may'],
  [
    'a holiday by the hours of four weeks',
    {
      ...late,
      work: OF_FOUR_WEEKS,
      parts: HOLIDAY,
      rule: { window: 'day', floors: FLOORS },
      locked: [MONDAY, SUNDAY],
      day: '2026-11-04',
      clocked: ['12:30', '16:30'],
    },
    'moves',
  ],
  [
    'crates within the hours of four weeks',
    {
      ...late,
      work: OF_FOUR_WEEKS,
      parts: HOLIDAY,
      rule: { window: 'day', floors: FLOORS },
      locked: [MONDAY, SUNDAY],
      day: '2026-11-04',
    },
    'may',
  ],
  ['no other day', { ...late, rule: { window: 'day', premiumBase: 'minimum' } }, 'cannot'],
  [
    'a top-up on the last day worked of a workweek that ends after the lock',
    { ...late, rule: { window: 'workweek', premiumBase: 'minimum' }, locked: MIDDLE },
    'moves',
  ],
  [
    'a later lock of a pay period that goes on',
    {
      ...late,
      rule: { window: 'period', premiumBase: 'minimum' },
      hours: { payPeriod: 'monthly', periodStart: '2026-11-01' },
      locked: MIDDLE,
    },
    'cannot',
  ],
  [
    'a workweek that is over before the lock',
    { ...late, rule: { window: 'workweek' }, locked: ['2026-11-16', '2026-11-17'] },
    'cannot',
  ],
  [
    'a lock after its four weeks',
    {
      ...late,
      work: OF_FOUR_WEEKS,
      parts: HOLIDAY,
      rule: { window: 'day', floors: FLOORS },
      locked: [MONDAY, SUNDAY],
      day: '2026-10-13',
    },
    'cannot',
  ],
])('%s', async (_, { work, parts, hours, rule, locked: [from, to], day, clocked = [] }, moves) => {
  const isMoved = moves !== 'cannot';
  const world = await givenPay(t, { 1: work }, parts, hours);
  await world.rate('piece', '3.10', { lookup1: 'crate' });
  await world.rate('minimum', '28.79');
  await world.rule({ premiumBase: 'greater', ...rule });
  const id = (await world.people('from=2026-11-01&to=2026-11-15')).rows[0]?.employee._id;
  const add = async (path: string) => {
    const { basis } = await world.ask(`/stats/employee/${id}/day?referenceDate=${day}`);
    const entry = { lookup1Code: 'crate', lookup2Code: null, units: '10', endedAt: null, durationMs: null };
    const changes = [
      { do: 'add-entry', employeeId: id, ...entry, startedAt: `${day}T11:00:00+02:00` },
      ...clocked.map((time, i) => ({
        ...{ do: 'add-punch', employeeId: id, at: `${day}T${time}:00+02:00` },
        direction: i % 2 === 0 ? 'in' : 'out',
      })),
    ];
    const items = changes.map((change) => ({ day, basis, change }));
    const { status, body } = await world.asked(path, { reason: 'forgot-to-clock', items });
    return body.results?.map((one: { errorCode?: string; outcome: string }) => one.errorCode ?? one.outcome) ?? status;
  };
  await world.ask('/period-locks', { from, to });
  const all = (outcome: string) => [outcome, ...clocked.map(() => outcome)];
  const refusedAlone = clocked.length > 0 ? all('PERIOD_LOCKED') : 409;
  expect(await add('/corrections/preview')).toEqual(moves === 'moves' ? refusedAlone : all('applied'));
  const csv = `No,Date,Product,Crates\n1,${day},crate,10`;
  const { lines } = await world.ask(`/account/${world.accountId}/import`, { kind: 'piecework', csv, commit: false });
  const refused = 'This day counts towards locked days: re-open these first';
  expect(lines).toMatchObject([isMoved ? { outcome: 'refused', reason: refused } : { outcome: 'added' }]);
  const listed = async () => {
    const { exceptions }: { exceptions: Exception[] } = await world.ask(`/exceptions?from=${from}&to=${to}`);
    return exceptions.flatMap((one) => (one.kind === 'changed-after-lock' ? [one.day] : []));
  };
  expect(await listed()).toEqual([]);
  await world.sync({
    clockRecords: ['12:30', '16:30'].map((time) => ({ code: time, employeeCode: '1', at: `${day}T${time}:00+02:00` })),
    pieceworkEntries: [
      { code: 'late', employeeCode: '1', lookup1Code: 'crate', units: 10, startedAt: `${day}T11:00:00+02:00` },
    ],
  });
  expect(await listed()).toEqual(isMoved ? [from] : []);
});

test.each<[string, day: string, lock: [string, string], rule: object, isMoved: boolean]>([
  ['after locked days of its workweek', WEDNESDAY, [MONDAY, TUESDAY], { restRate: 'average', rests }, true],
  ['of a premium by the regular rate', WEDNESDAY, [MONDAY, TUESDAY], {}, true],
  ['to which a top-up moves', WEDNESDAY, [MONDAY, TUESDAY], { window: 'workweek', premiumBase: 'minimum' }, true],
  ['of pay that no other day moves', WEDNESDAY, [MONDAY, TUESDAY], { premiumBase: 'minimum' }, false],
  ['of the next week', '2026-11-16', [MONDAY, TUESDAY], { restRate: 'average', rests }, false],
  // The week goes on until Sunday 22 November: what is at its average is not handed over yet.
  ['of a week that goes on', '2026-11-18', ['2026-11-16', '2026-11-17'], { restRate: 'average', rests }, false],
])('records of a day %s', async (_, day, [from, to], rule, isMoved) => {
  const world = await givenPay(t, { 1: { [MONDAY]: nine(100), [TUESDAY]: nine(110), [WEDNESDAY]: nine(80) } });
  await world.rate('piece', '3.10', { lookup1: 'crate' });
  await world.rate('minimum', '28.79');
  await world.rule({ window: 'day', premiumBase: 'greater', ...rule });
  await world.ask('/period-locks', { from, to });
  const listed = async (last = to) => {
    const { exceptions }: { exceptions: Exception[] } = await world.ask(`/exceptions?from=${from}&to=${last}`);
    return exceptions.flatMap((one) => (one.kind === 'changed-after-lock' ? [one.day] : []));
  };
  expect(await listed()).toEqual([]);
  const late = { code: 'late', employeeCode: '1', lookup1Code: 'crate', units: 30 };
  await world.sync({ pieceworkEntries: [{ ...late, startedAt: `${day}T11:00:00+02:00` }] });
  expect(await listed()).toEqual(isMoved ? [to] : []);
  expect(await listed('2026-11-20')).toEqual(isMoved ? [to] : []);
});

/** Employee 1 did not clock on Monday, on which a number that nobody has did: the top-up of Tuesday is open until it is known whose that is. */
async function givenUnknown() {
  const work: Work = { [TUESDAY]: nine(10) };
  const world = await givenPay(t, { 1: work, 3: { [MONDAY]: nine(400), [TUESDAY]: nine(400) } });
  await world.rate('piece', '3.10', { lookup1: 'crate' });
  await world.rate('minimum', '28.79');
  await world.rule({ window: 'workweek', premiumBase: 'minimum' });
  await world.sync({ clockRecords: [{ code: 'nobody', timeId: '9999', at: `${MONDAY}T07:00:00+02:00` }] });
  await world.ask('/period-locks', { from: TUESDAY, to: SUNDAY });
  const { exceptions }: { exceptions: Exception[] } = await world.ask(`/exceptions?from=${MONDAY}&to=${MONDAY}`);
  const { rows } = await world.people();
  return { ...world, exceptions, rows, paid: async () => JSON.stringify((await world.people()).rows) };
}

test('what decides of an open day whose record it is, or why somebody was absent, settles no pay of a locked one', async () => {
  const { exceptions, ask, asked, paid, rows } = await givenUnknown();
  const was = await paid();
  const unknown = exceptions.find(({ kind }) => kind.startsWith('unmatched'));
  const proposals = unknown?.proposals.filter(({ items }) => items.length > 0) ?? [];
  expect(proposals.length).toBeGreaterThan(0);
  const employeeId = rows.find(({ employee }) => employee.number === '1')?.employee._id;
  const { basis } = await ask(`/stats/employee/${employeeId}/day?referenceDate=${MONDAY}`);
  const excuse = { do: 'excuse', employeeId, judgement: 'absence', kind: 'leave', from: MONDAY, to: MONDAY };
  for (const items of [...proposals.map((one) => one.items), [{ day: MONDAY, basis, change: excuse }]]) {
    const { body } = await asked('/corrections', { reason: 'forgot-to-clock', items });
    expect(body.errorCode, JSON.stringify(items)).toBe('PERIOD_LOCKED');
  }
  expect(await paid()).toBe(was);
});

test('what gives a record of an open day back to nobody settles or opens no pay of a locked one', async () => {
  const work: Work = { [TUESDAY]: nine(10) };
  const world = await givenPay(t, { 1: work, 2: work });
  await world.rate('piece', '3.10', { lookup1: 'crate' });
  await world.rate('minimum', '28.79');
  await world.rule({ window: 'workweek', premiumBase: 'minimum' });
  await world.sync({ clockRecords: [{ code: 'nobody', timeId: '9999', at: `${MONDAY}T07:00:00+02:00` }] });
  const { exceptions }: { exceptions: Exception[] } = await world.ask(`/exceptions?from=${MONDAY}&to=${MONDAY}`);
  const item = exceptions.find(({ kind }) => kind.startsWith('unmatched'))?.proposals.flatMap(({ items }) => items)[0];
  const recordId = item && 'recordId' in item.change ? item.change.recordId : '';
  const employeeId = (await world.people()).rows[0]?.employee._id;
  const given = { ...item, change: { do: 'replace-punch', recordId, employeeId } };
  const { actId } = await world.ask('/corrections', { reason: 'wrong-person', items: [given] });
  const { _id } = await world.ask('/period-locks', { from: TUESDAY, to: SUNDAY });
  const paid = async () => JSON.stringify((await world.people()).rows);
  const was = await paid();
  const undo = () => world.asked(`/corrections/acts/${actId}/undo`, {});
  expect(await undo()).toMatchObject({ status: 409, body: { errorCode: 'PERIOD_LOCKED' } });
  expect(await paid()).toBe(was);
  await world.ask(`/period-locks/${_id}/reopen`, { reason: 'Again' });
  expect(await undo()).toMatchObject({ status: 200, body: { undone: 1 } });
  // The other one has no punch of Monday either.
  expect(await paid()).not.toBe(was);
});
