import { expect, test } from 'vitest';
import type { Exception } from '#contract/office/exceptions.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenSession, givenUser } from '#tests/support/factories.ts';
import { givenGroup, givenStandardTimes } from '#tests/support/factories.work.ts';
import { ASKED, CORRECTS, givenSupervised, MONDAY, type Supervised } from '#tests/support/ledger.ts';
import { useTestApp } from '#tests/support/testApp.ts';

/** Locks, acts and scopes go by the work day of a record, not by its date (docs/reference/corrections.md#locks). */
const t = useTestApp();

const SUNDAY = '2026-11-22';
const NIGHTS = { start: '22:00', end: '06:00', breaks: [], weekdays: [1, 2, 3, 4, 5, 6, 7] };

/** A person in the night of Sunday without an OUT, with pieces after midnight, and Monday locked. */
async function givenNight() {
  const site = await givenSupervised(t, NIGHTS);
  const one = await site.person('1', { timeId: '1' });
  await site.send('1', [[`${SUNDAY} 21:57`, 'in']]);
  await site.work('1', [{ units: '40', startedAt: new Date(site.at('01:00')), endedAt: new Date(site.at('02:00')) }]);
  const lock = await site.ask('/period-locks', { from: MONDAY, to: MONDAY });
  expect(lock.status, JSON.stringify(lock.body)).toBe(200);
  return { site, one };
}
const bulk = async (site: Supervised, order: object) => {
  const shown = await site.ask('/corrections/pieces/preview', order);
  expect(shown.status, JSON.stringify(shown.body)).toBe(200);
  return site.ask('/corrections/pieces', { ...order, basis: shown.body.basis });
};

test('the OUT of an open night whose morning is locked: one press', async () => {
  const { site, one } = await givenNight();
  const { exceptions } = await site.get(`/exceptions?from=${SUNDAY}&to=${SUNDAY}`);
  const found = (exceptions as Exception[]).find(({ kind }) => kind === 'missing-out');
  const [first] = found?.proposals ?? [];
  expect(first?.label).toBe('OUT 06:00');
  const pressed = await site.ask('/corrections', { reason: first?.reason, items: first?.items });
  expect(pressed.status, JSON.stringify(pressed.body)).toBe(200);
  expect(await site.figures(one, SUNDAY)).toMatchObject({ hours: '8:03', flags: [] });
});

test.each([
  ['units of an entry', { do: 'replace-entry', units: '41' }],
  ['an entry that does not count', { do: 'void-entry' }],
] as const)('%s of the open night', async (_, change) => {
  const { site, one } = await givenNight();
  const recordId = await site.recordOf(one, '01:00', SUNDAY);
  expect((await site.correct(one, [{ ...change, recordId }], SUNDAY)).status).toBe(200);
});

test('pieces in bulk, a crew sheet and a CSV of the open night', async () => {
  const { site, one } = await givenNight();
  const choice = { from: MONDAY, to: MONDAY, startTime: '00:30', endTime: '03:00' };
  const change = { do: 'change', factor: '2' };
  expect((await bulk(site, { reason: 'wrong-count', choice, change })).body).toMatchObject({ applied: 1 });
  const sheet = { day: MONDAY, startTime: '03:00', endTime: '04:00', lookup2Code: null, products: ['A'] };
  const rows = [{ employeeId: one, units: ['5'] }];
  expect((await site.ask('/corrections/crew-sheet', { reason: 'crew-sheet', ...sheet, rows })).body).toMatchObject({
    added: 1,
  });
  const csv = (time: string) => `Employee Number,Started At,Units\n1,${time},3`;
  const sent = async (time: string) =>
    (await site.ask(`/account/${site.accountId}/import`, { kind: 'piecework', csv: csv(time), commit: true })).body;
  expect(await sent(`${MONDAY} 04:30`)).toMatchObject({ lines: [{ outcome: 'added' }] });
  expect(await sent(`${MONDAY} 23:00`)).toMatchObject({
    lines: [{ outcome: 'refused', reason: 'This day is locked: re-open it first' }],
  });
});

test('the morning after a locked night is locked', async () => {
  const { site, one } = await givenNight();
  await site.send('1', [[`${MONDAY} 21:58`, 'in']]);
  const change = { do: 'add-punch', employeeId: one, at: site.at('2026-11-24 06:03'), direction: 'out' } as const;
  expect((await site.correct(one, [change], MONDAY)).body).toMatchObject({ errorCode: 'PERIOD_LOCKED' });
});

test('whole days given in bulk are nights, with their clock-ins', async () => {
  const site = await givenSupervised(t, NIGHTS);
  const [one, two] = [await site.person('1', { timeId: '1' }), await site.person('2', { timeId: '2' })];
  await site.send('1', [
    [`${SUNDAY} 21:58`, 'in'],
    ['06:01', 'out'],
    ['22:05', 'in'],
  ]);
  const entry = (units: string, from: string, to: string) => ({
    ...{ units, startedAt: new Date(site.at(from)), endedAt: new Date(site.at(to)) },
  });
  await site.work('1', [
    entry('40', `${SUNDAY} 23:00`, '01:00'),
    entry('7', '02:00', '04:00'),
    entry('3', '22:30', '22:45'),
  ]);
  const order = {
    reason: 'wrong-person',
    choice: { from: SUNDAY, to: SUNDAY, employeeIds: [one] },
    change: { do: 'change', employeeId: two, withPunches: true },
  };
  expect((await bulk(site, order)).body).toMatchObject({ applied: 2, punches: 2 });
  const units = async (id: string, day: string) =>
    ((await site.explain(id, day)).entries ?? []).reduce((sum, one) => sum + Number(one.units), 0);
  expect([await units(one, SUNDAY), await units(two, SUNDAY), await units(one, MONDAY)]).toEqual([0, 47, 3]);
  expect((await site.explain(one, SUNDAY)).status).toBe('absent');
  expect(await site.figures(two, SUNDAY)).toMatchObject({ hours: '8:03', flags: [] });
});

test('a crew clocked in has those who count on the day, and nobody else', async () => {
  const site = await givenSupervised(t, { weekdays: [1, 2, 3, 4, 5, 6, 7] });
  const receivedAt = site.at(`${SUNDAY} 12:00`);
  const [one, two] = [await site.person('1', { timeId: '1' }), await site.person('2', { timeId: '2' })];
  await t.db.run(
    sql`update employee set received_at = ${receivedAt}::timestamptz where employee_id in (${one}, ${two})`,
  );
  await site.send('1', [['2026-11-18 07:00', 'in']]);
  await site.send('2', [[`${SUNDAY} 07:00`, 'in']]);
  const order = { reason: 'device-failed', day: '2026-11-20', time: '07:00', direction: 'in' };
  expect((await site.ask('/corrections/crew-punch', order)).body).toMatchObject({ added: 1 });
  expect((await site.get('/exceptions?from=2026-11-20&to=2026-11-20')).exceptions).not.toContainEqual(
    expect.objectContaining({ kind: 'inactive-clocked' }),
  );
});

test('the last night before a dated move is within the scope of the group that was left', async () => {
  const site = await givenSupervised(t, NIGHTS);
  const { accountId, group } = site;
  const days = await givenGroup(t.db, accountId, 'time', { name: 'Days' });
  await givenStandardTimes(t.db, accountId, days, { start: '07:00', end: '16:00' });
  const one = await site.person('1', { timeId: '1' });
  await site.send('1', [[`${SUNDAY} 21:58`, 'in']]);
  const groups = JSON.stringify([
    { from: null, timeGroupId: group },
    { from: MONDAY, timeGroupId: days },
  ]);
  await t.db.run(
    sql`update employee set time_group_id = ${days}, time_groups = ${groups}::jsonb where employee_id = ${one}`,
  );
  const scoped = async (timeGroup: string) => {
    const userId = await givenUser(t.db, accountId, { permissions: CORRECTS, scope: { timeGroups: [timeGroup] } });
    return givenSession(t.db, accountId, userId, { createdAt: ASKED, ttlSeconds: 86_400 });
  };
  const nights = await scoped(group);
  const asNights = (path: string, body?: unknown) => site.ask(path, body, nights);
  const { exceptions } = (await asNights(`/exceptions?from=${SUNDAY}&to=${SUNDAY}`)).body;
  const [first] = (exceptions as Exception[])[0]?.proposals ?? [];
  const pressed = await asNights('/corrections', { reason: first?.reason, items: first?.items });
  expect(pressed.status, JSON.stringify(pressed.body)).toBe(200);
  const change = { do: 'add-punch', employeeId: one, at: site.at('12:00'), direction: 'in' };
  const items = [{ day: SUNDAY, basis: (await site.explain(one, SUNDAY)).basis, change }];
  expect((await asNights('/corrections', { reason: 'forgot-to-clock', items })).status).toBe(404);
  await site.work('1', [{ units: '4', startedAt: new Date(site.at('02:00')), endedAt: new Date(site.at('03:00')) }]);
  const order = {
    reason: 'wrong-count',
    choice: { from: SUNDAY, to: SUNDAY },
    change: { do: 'void' },
  };
  expect((await site.ask('/corrections/pieces/preview', order, await scoped(days))).body).toMatchObject({ chosen: 0 });
  expect((await asNights('/corrections/pieces/preview', order)).body).toMatchObject({ applied: 1 });
  const voided = { do: 'void-entry', recordId: await site.recordOf(one, '02:00', SUNDAY) };
  const basis = (await site.explain(one, SUNDAY)).basis;
  const answer = await asNights('/corrections', {
    reason: 'wrong-count',
    items: [{ day: SUNDAY, basis, change: voided }],
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
});
