import { expect, test } from 'vitest';
import { z } from 'zod';
import { sql } from '#server/platform/db/db.ts';
import { givenSession, givenUser } from '#tests/support/factories.ts';
import { givenGroup } from '#tests/support/factories.work.ts';
import { ASKED, CORRECTS, givenSupervised, MONDAY } from '#tests/support/ledger.ts';
import { useTestApp } from '#tests/support/testApp.ts';

/** The crew sheet, and a crew clocked in at one time. */

const t = useTestApp();

const figures = (accountId: string) =>
  Promise.all(
    [
      sql`select to_jsonb(f)::text as text from day_fact f where account_id = ${accountId} order by day, employee_id`,
      sql`select to_jsonb(f)::text as text from piecework_fact f where account_id = ${accountId}
        order by day, employee_id, lookup1_code, lookup2_code`,
    ].map((query) => t.db.rows(z.object({ text: z.string() }), query)),
  );
const trail = async (accountId: string) =>
  (
    await t.db.rows(
      z.object({ detail: z.string() }),
      sql`select detail from audit_entry where account_id = ${accountId} and action like 'correction.%' order by at`,
    )
  ).map(({ detail }) => detail);

async function crew(size = 3) {
  const site = await givenSupervised(t);
  const group = await givenGroup(t.db, site.accountId, 'employee');
  const people: string[] = [];
  for (let i = 1; i <= size; i++)
    people.push(await site.person(String(i), { timeId: String(i), employeeGroupId: group }));
  const sheet = (rows: (string | null)[][], more: object = {}) => ({
    reason: 'crew-sheet',
    day: MONDAY,
    startTime: '07:00',
    endTime: '16:00',
    lookup2Code: 'N3',
    products: ['A', 'B'],
    rows: rows.map((units, i) => ({ employeeId: people[i], units })),
    ...more,
  });
  return { site, people, group, sheet };
}

test('a sheet becomes entries of the office over its time, in one act that its preview told and one undo takes back', async () => {
  const { site, people, sheet } = await crew();
  const [one = '', two = ''] = people;
  await site.send('1', ['06:58', '16:02']);
  const before = await figures(site.accountId);
  const typed = sheet([
    ['12.5', '3'],
    [null, '7'],
    ['0', null],
  ]);
  const shown = await site.ask('/corrections/crew-sheet/preview', typed);
  expect(shown.status, JSON.stringify(shown.body)).toBe(200);
  expect(shown.body).toMatchObject({ added: 3, units: '22.5', typedBefore: 0, notAdded: [] });
  expect(await figures(site.accountId)).toEqual(before);
  const made = await site.ask('/corrections/crew-sheet', typed);
  expect({ ...made.body, actId: null }).toEqual({ ...shown.body, actId: null });
  const { entries = [] } = await site.explain(one);
  const span = { startedAt: Date.parse(site.at('07:00')), endedAt: Date.parse(site.at('16:00')) };
  expect(
    entries
      .map(({ units, lookup1Code, lookup2Code, startedAt, endedAt }) => ({
        units: Number(units),
        work: `${lookup1Code} ${lookup2Code}`,
        startedAt: Date.parse(startedAt),
        endedAt: Date.parse(endedAt ?? ''),
      }))
      .sort((a, b) => b.units - a.units),
  ).toEqual([
    { units: 12.5, work: 'A N3', ...span },
    { units: 3, work: 'B N3', ...span },
  ]);
  expect((await site.explain(two)).entries).toHaveLength(1);
  expect(await trail(site.accountId)).toEqual([`3 of piecework typed, ${MONDAY} 07:00-16:00`]);
  expect((await site.ask(`/corrections/acts/${made.body.actId}/undo`, {})).body).toMatchObject({ undone: 3 });
  expect(await figures(site.accountId)).toEqual(before);
});

test('a sheet that is typed twice, by two at once or with another time, is told and never doubled', async () => {
  const { site, people, sheet } = await crew();
  const other = await site.other(CORRECTS);
  const typed = sheet([
    ['12', '3'],
    ['5', '6'],
  ]);
  const both = await Promise.all([
    site.ask('/corrections/crew-sheet', typed),
    site.ask('/corrections/crew-sheet', typed, other),
  ]);
  expect(both.map(({ body }) => [body.added, body.typedBefore]).sort()).toEqual([
    [0, 4],
    [4, 0],
  ]);
  const again = await site.ask(
    '/corrections/crew-sheet',
    sheet(
      [
        ['13', '3'],
        ['5', '6'],
        ['8', null],
      ],
      { startTime: '08:00', endTime: '12:00' },
    ),
  );
  expect(again.body).toMatchObject({ added: 1, units: '8', typedBefore: 4 });
  expect(again.body.notAdded[0]).toMatchObject({
    employeeId: people[0],
    lookup1Code: 'A',
    errorCode: 'ALREADY_EXISTS',
    message: expect.stringMatching(/^Typed already by .*: 12\./),
  });
  // Another block, or a time after it, is other work.
  expect(
    (await site.ask('/corrections/crew-sheet/preview', sheet([['1', null]], { lookup2Code: 'N4' }))).body.added,
  ).toBe(1);
  expect(
    (await site.ask('/corrections/crew-sheet/preview', sheet([['1', null]], { startTime: '16:00', endTime: '18:00' })))
      .body.added,
  ).toBe(1);
});

test('a sheet of a locked day, of the future, and a malformed one are refused; nobody types their own', async () => {
  const { site, people, sheet } = await crew();
  const own = await site.other(CORRECTS, people[0]);
  const mixed = await site.ask(
    '/corrections/crew-sheet',
    sheet([
      ['1', null],
      ['2', null],
    ]),
    own,
  );
  expect(mixed.body).toMatchObject({ added: 1, notAdded: [{ employeeId: people[0], errorCode: 'OWN_RECORD' }] });
  expect((await site.ask('/corrections/crew-sheet', sheet([['1', null]], { day: '2026-11-26' }))).status).toBe(400);
  expect((await site.ask('/corrections/crew-sheet', sheet([['x', null]]))).status).toBe(400);
  expect((await site.ask('/corrections/crew-sheet', sheet([['1']]))).status).toBe(400);
  // No product is no product, however that is said.
  for (const products of [
    ['A', 'A'],
    ['', null],
    ['A', ' A '],
  ])
    expect((await site.ask('/corrections/crew-sheet', sheet([['1', '1']], { products }))).status).toBe(400);
  await site.ask('/period-locks', { from: MONDAY, to: MONDAY });
  for (const path of ['/corrections/crew-sheet', '/corrections/crew-sheet/preview'])
    expect(await site.ask(path, sheet([[null, '4']]))).toMatchObject({
      status: 409,
      body: { errorCode: 'PERIOD_LOCKED' },
    });
});

test('a user with a scope types and clocks for their people only', async () => {
  const { site, people, sheet } = await crew();
  const mine = await givenGroup(t.db, site.accountId, 'employee');
  await t.db.run(sql`update employee set employee_group_id = ${mine} where employee_id = ${people[1]}`);
  const userId = await givenUser(t.db, site.accountId, { permissions: CORRECTS, scope: { employeeGroups: [mine] } });
  const token = await givenSession(t.db, site.accountId, userId, { createdAt: ASKED, ttlSeconds: 86_400 });
  const typed = await site.ask(
    '/corrections/crew-sheet',
    sheet([
      ['1', null],
      ['2', null],
    ]),
    token,
  );
  expect(typed.body).toMatchObject({
    added: 1,
    units: '2',
    notAdded: [{ employeeId: people[0], errorCode: 'NOT_FOUND' }],
  });
  const clocked = await site.ask(
    '/corrections/crew-punch',
    { reason: 'device-failed', day: MONDAY, time: '07:00', direction: 'in' },
    token,
  );
  expect(clocked.body).toMatchObject({ added: 1, leftOut: [], leftOutCount: 0 });
});

test('a sheet of 60 people and 12 products', async () => {
  const { site, sheet } = await crew(60);
  const products = Array.from({ length: 12 }, (_, i) => `P${i}`);
  const rows = Array.from({ length: 60 }, () => products.map(() => '2'));
  const { body } = await site.ask('/corrections/crew-sheet', sheet(rows, { products }));
  expect(body).toMatchObject({ added: 720, units: '1440' });
});

test('everybody of a crew is clocked in, without those who have clocked, and the act is undone as one', async () => {
  const { site, group, people } = await crew(4);
  await site.person('9', { timeId: '9' });
  // One clocked in on another device, one only clocked out, one clocked out the evening.
  await site.send('1', [['07:10', 'in']]);
  await site.send('2', [['16:00', 'out']]);
  await site.send('3', ['16:01']);
  const before = await figures(site.accountId);
  const order = {
    reason: 'device-failed',
    note: 'Power cut',
    day: MONDAY,
    time: '07:00',
    direction: 'in',
    employeeGroups: [group],
  };
  const shown = await site.ask('/corrections/crew-punch/preview', order);
  expect(shown.status, JSON.stringify(shown.body)).toBe(200);
  expect(shown.body).toMatchObject({
    added: 3,
    leftOutCount: 1,
    leftOut: [{ employee: { _id: people[0] }, message: 'Has clocked already.' }],
  });
  expect(await figures(site.accountId)).toEqual(before);
  const made = await site.ask('/corrections/crew-punch', order);
  expect({ ...made.body, actId: null }).toEqual({ ...shown.body, actId: null });
  expect((await site.figures(people[1] ?? '')).hours).toBe('9:00');
  expect(await trail(site.accountId)).toEqual([`3 IN ${MONDAY} 07:00 of a crew`]);
  // Twice is once.
  expect((await site.ask('/corrections/crew-punch', order)).body).toMatchObject({
    added: 0,
    leftOutCount: 4,
    actId: null,
  });
  // The fourth has not left, and can be clocked out; the others have.
  expect(
    (await site.ask('/corrections/crew-punch/preview', { ...order, time: '16:00', direction: 'out' })).body,
  ).toMatchObject({ added: 2, leftOutCount: 2 });
  await site.ask(`/corrections/acts/${made.body.actId}/undo`, {});
  expect(await figures(site.accountId)).toEqual(before);
  await site.ask('/period-locks', { from: MONDAY, to: MONDAY });
  expect(await site.ask('/corrections/crew-punch', { ...order, employeeIds: [people[3]] })).toMatchObject({
    status: 409,
    body: { errorCode: 'PERIOD_LOCKED' },
  });
});
