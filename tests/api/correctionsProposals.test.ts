import { expect, test } from 'vitest';
import { HOURS_RULE_DEFAULTS } from '#contract/masterData/hoursRules.ts';
import type { Exception, Proposal } from '#contract/office/exceptions.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenStandardTimes } from '#tests/support/factories.work.ts';
import { givenSupervised, MONDAY, type Supervised } from '#tests/support/ledger.ts';
import { useTestApp } from '#tests/support/testApp.ts';

/** The exceptions of docs/reference/corrections.md: the proposals of each, one of which settles it. The golden cases have the others. */

const t = useTestApp();
const listed = async (site: Supervised, kind: Exception['kind']): Promise<Exception[]> =>
  (await site.get('/exceptions')).exceptions.filter((one: Exception) => one.kind === kind);
const labels = (found: Exception | undefined) => found?.proposals.map(({ label }) => label);
const press = async (site: Supervised, proposal: Proposal | undefined) => {
  const answer = await site.ask('/corrections', { reason: proposal?.reason, items: proposal?.items });
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
};

test('future-clock: counts at its receipt, or not at all', async () => {
  const site = await givenSupervised(t);
  const one = await site.person('1');
  await site.send('1', [['2026-11-26 07:00', 'in']], '2026-11-25T09:00:00Z');
  const [found] = await listed(site, 'future-clock');
  expect(labels(found)).toEqual(['Count at its receipt', 'Does not count']);
  await press(site, found?.proposals[0]);
  expect(await listed(site, 'future-clock')).toEqual([]);
  const { events } = await site.explain(one, '2026-11-25');
  expect(events.map(({ at }) => Date.parse(at))).toEqual([Date.parse('2026-11-25T09:00:00Z')]);
});

test('inactive-clocked: reassigned, voided, or active again', async () => {
  const site = await givenSupervised(t);
  await site.person('1', { inactiveFrom: '2026-11-10' });
  await site.send('1', ['07:00', '16:00']);
  const [found] = await listed(site, 'inactive-clocked');
  expect(labels(found)).toEqual(['Give to somebody else', 'Does not count', 'Active again']);
  await press(site, found?.proposals[1]);
  expect(await listed(site, 'inactive-clocked')).toEqual([]);
});

test('piecework-without-clock: IN and OUT around it', async () => {
  const site = await givenSupervised(t);
  const one = await site.person('1');
  await site.work('1', [{ units: '4', startedAt: new Date(site.at('08:00')), endedAt: new Date(site.at('10:00')) }]);
  const [found] = await listed(site, 'piecework-without-clock');
  expect(labels(found)).toEqual(['IN 08:00 and OUT 10:00', 'Give to somebody else', 'Does not count']);
  await press(site, found?.proposals[0]);
  expect(await listed(site, 'piecework-without-clock')).toEqual([]);
  expect(await site.clocked(one)).toBe('2:00');
});

const NIGHT = { start: '22:00', end: '06:00', breaks: [] };
const TUESDAY = '2026-11-24';
const piece = (site: Supervised, units: string, from: string, to: string) => ({
  units,
  startedAt: new Date(site.at(from)),
  endedAt: new Date(site.at(to)),
});

test('piecework-without-clock of a night: its own entries, not those of the night that ended on its date (15)', async () => {
  const site = await givenSupervised(t, NIGHT);
  const one = await site.person('1');
  await site.send('1', ['21:58', '2026-11-24 06:01']);
  await site.work('1', [
    piece(site, '40', '2026-11-24 02:00', '2026-11-24 04:00'),
    piece(site, '7', '2026-11-25 01:00', '2026-11-25 03:00'),
  ]);
  const [found] = await listed(site, 'piecework-without-clock');
  expect(found?.day).toBe(TUESDAY);
  expect(labels(found)).toEqual(['IN 01:00 and OUT 03:00', 'Give to somebody else', 'Does not count']);
  await press(site, found?.proposals[2]);
  expect(await listed(site, 'piecework-without-clock')).toEqual([]);
  expect((await site.explain(one)).entries).toMatchObject([{ units: '40.000' }]);
});

test('inactive-clocked after the last night: the end of that night still counts', async () => {
  const site = await givenSupervised(t, NIGHT);
  const one = await site.person('1', { inactiveFrom: TUESDAY });
  await site.send('1', ['21:58', '2026-11-24 06:01']);
  await site.work('1', [piece(site, '40', '2026-11-24 02:00', '2026-11-24 04:00')]);
  await site.send('1', ['2026-11-24 21:58', '2026-11-25 06:01']);
  await site.work('1', [piece(site, '7', '2026-11-25 01:00', '2026-11-25 03:00')]);
  const [found] = await listed(site, 'inactive-clocked');
  expect(found?.day).toBe(TUESDAY);
  await press(site, found?.proposals[1]);
  expect(await listed(site, 'inactive-clocked')).toEqual([]);
  expect(await site.clocked(one)).toBe('8:03');
  expect((await site.explain(one)).entries).toMatchObject([{ units: '40.000' }]);
});

test('missing-out of the last night: its OUT on the morning after is added, a punch of another work day is not', async () => {
  const site = await givenSupervised(t, NIGHT);
  const [leaving, beginning] = [
    await site.person('1', { inactiveFrom: TUESDAY }),
    await site.person('2', { activeFrom: TUESDAY }),
  ];
  await site.send('1', [['21:58', 'in']]);
  const [found] = await listed(site, 'missing-out');
  expect(labels(found)).toEqual(['OUT 06:00', 'Other time']);
  await press(site, found?.proposals[0]);
  expect(await listed(site, 'missing-out')).toEqual([]);
  expect(await site.clocked(leaving)).toBe('8:02');
  const add = async (employeeId: string, at: string, direction: 'in' | 'out', day: string) => {
    const basis = (await site.explain(employeeId, day)).basis ?? '';
    const change = { do: 'add-punch', employeeId, at: site.at(at), direction };
    return (await site.ask('/corrections', { reason: 'forgot-to-clock', items: [{ day, basis, change }] })).body;
  };
  const inactive = { errorCode: 'VALIDATION_FAILED', message: 'They were not active on that day' };
  expect(await add(leaving, '2026-11-24 22:00', 'in', TUESDAY)).toMatchObject(inactive);
  // Of Monday's night, although on Tuesday's date.
  expect(await add(beginning, '2026-11-24 05:00', 'in', MONDAY)).toMatchObject(inactive);
  expect(await add(beginning, '2026-11-24 22:00', 'in', TUESDAY)).toMatchObject({ results: [{ outcome: 'applied' }] });
});

test('missing-in: an IN that would be of the night still open is not offered', async () => {
  const site = await givenSupervised(t, { start: '18:00', end: '06:00', breaks: [], weekdays: [1] });
  await givenStandardTimes(t.db, site.accountId, site.group, { start: '06:00', end: '14:00', weekdays: [2] });
  await site.person('1');
  await site.send('1', [
    ['18:00', 'in'],
    ['2026-11-24 12:00', 'out'],
  ]);
  const [found] = await listed(site, 'missing-in');
  expect(found?.day).toBe(TUESDAY);
  expect(labels(found)).toEqual(['Other time', 'It was an IN']);
});

test('unverified-time: seen in Why?, and gone once its time is confirmed', async () => {
  const site = await givenSupervised(t);
  const one = await site.person('1');
  await site.work('1', [{ startedAt: new Date(site.at('08:00')), clock: 'unverified' }]);
  const [found] = await listed(site, 'unverified-time');
  expect(found?.proposals).toMatchObject([{ label: 'Change time', opens: 'why' }]);
  const recordId = await site.recordOf(one, '08:00');
  await site.corrected(one, [{ do: 'replace-entry', recordId, startedAt: site.at('08:30') }]);
  expect(await listed(site, 'unverified-time')).toEqual([]);
});

test('unmatched-pin: people who did not punch and are one digit or swap away come first', async () => {
  const site = await givenSupervised(t);
  for (const [number, firstName] of [
    ['1043', 'Punched'],
    ['1035', 'Digit'],
    ['1304', 'Swapped'],
    ['2000', 'Far'],
  ] as const)
    await site.person(number, { firstName });
  await site.send('1043', ['07:00', '16:00']);
  await site.send('1034', ['06:59', '16:02']);
  const [found] = await listed(site, 'unmatched-pin');
  const given = labels(found)?.filter((label) => label.startsWith('Give to ') && label.includes('('));
  expect(given).toHaveLength(3);
  expect(given?.at(-1)).toContain('Punched');
  // The PIN is nobody's yet.
  expect(labels(found)).toContain('Give to an employee');
  expect(labels(found)).not.toContain('Give to somebody else');
  await press(site, found?.proposals.at(-1));
  expect(await listed(site, 'unmatched-pin')).toEqual([]);
  expect(found?.day).toBe(MONDAY);
});

/** Records that arrive after OUT 16:00 was added to IN 07:00, as [time, direction], and whether the exception 'overtaken' lists one of them. */
test.each([
  ['an OUT before it', [['15:41', 'out']], '15:41'],
  ['an OUT after it', [['16:20', 'out']], '16:20'],
  ['a punch without a direction before it', [['15:41', 'auto']], '15:41'],
  ['a punch without a direction after it', [['16:20', 'auto']], '16:20'],
  ['the same punch', [['16:00:30', 'auto']], '16:00'],
  [
    'the nearer of two',
    [
      ['15:20', 'out'],
      ['15:50', 'out'],
    ],
    '15:50',
  ],
  [
    'a break without directions',
    [
      ['12:00', 'auto'],
      ['13:00', 'auto'],
    ],
    null,
  ],
  [
    'a break',
    [
      ['12:00', 'out'],
      ['13:00', 'in'],
    ],
    null,
  ],
  ['an IN', [['07:30', 'in']], null],
  ['a punch of the next day', [['2026-11-24 06:55', 'auto']], null],
] as const)('overtaken by %s', async (_what, punches, overtakenBy) => {
  const site = await givenSupervised(t);
  const one = await site.person('1');
  await site.send('1', [['07:00', 'auto']]);
  await site.corrected(one, [{ do: 'add-punch', employeeId: one, at: site.at('16:00'), direction: 'out' }]);
  await site.send(
    '1',
    punches.map(([at, direction]) => [at, direction]),
    '2026-11-25T10:00:30Z',
  );
  const said = `OUT 16:00 was added; the record of ${overtakenBy} came afterwards`;
  expect((await listed(site, 'overtaken')).map(({ detail }) => detail)).toEqual(overtakenBy === null ? [] : [said]);
});

test('overtaken: kept both stay, until another record comes', async () => {
  const site = await givenSupervised(t);
  const one = await site.person('1');
  await site.send('1', [['07:00', 'in']]);
  await site.corrected(one, [{ do: 'add-punch', employeeId: one, at: site.at('16:00'), direction: 'out' }]);
  await site.send('1', [['15:50', 'out']], '2026-11-25T10:00:30Z');
  const [found] = await listed(site, 'overtaken');
  expect(found?.proposals.map(({ label, opens }) => [label, opens])).toEqual([
    ['Keep both', 'review'],
    ['Use the record', null],
  ]);
  const items = [{ key: found?.key, evidence: found?.evidence }];
  expect((await site.ask('/exceptions/reviews', { items })).status).toBe(200);
  expect(await listed(site, 'overtaken')).toEqual([]);
  expect(await site.figures(one)).toMatchObject({ hours: '9:00', flags: [] });
  await site.send('1', [['15:55', 'out']], '2026-11-25T10:00:40Z');
  expect(await listed(site, 'overtaken')).toHaveLength(1);
});

test('piecework-without-clock: nobody who is at work since the day before is asked about, until 16 hours have passed (15)', async () => {
  const site = await givenSupervised(t, null);
  await site.person('1');
  await site.send('1', [[`${TUESDAY} 23:39`, 'in']]);
  await site.work('1', [piece(site, '4', '2026-11-25 01:00', '2026-11-25 01:43')]);
  const found = async () => (await listed(site, 'piecework-without-clock')).map(({ day }) => day);
  expect(await found()).toEqual([]);
  t.clock.set('2026-11-25T13:40:00Z');
  expect(await found()).toEqual(['2026-11-25']);
});

test.each([
  ['07:00', '12:00', '12:55', '17:05', { start: '07:00', end: '17:00' }, { startTime: '12:00', endTime: '13:00' }],
  [
    ...(['22:00', '2026-11-24 02:00', '2026-11-24 02:40', '2026-11-24 06:00'] as const),
    { start: '22:00', end: '06:00' },
    { startTime: '02:00', endTime: '03:00' },
  ],
])(
  'IN %s, OUT %s, %s and %s: coming back from the unpaid break, which leaves its first half open and pays it, is neither first nor in bulk',
  async (start, first, second, end, shift, lunch) => {
    const site = await givenSupervised(t, { ...shift, breaks: [{ ...lunch, paid: false }] });
    await t.db.run(sql`insert into hours_rule (account_id, hours_rule_id, system_id, code, rule)
      values (${site.accountId}, gen_random_uuid(), 'CSV', 'all', ${JSON.stringify(HOURS_RULE_DEFAULTS)}::jsonb)`);
    await site.person('1');
    await site.send('1', [
      [start, 'in'],
      [first, 'out'],
      [second, 'out'],
      [end, 'out'],
    ]);
    const found = await listed(site, 'missing-in');
    expect(found).toHaveLength(2);
    for (const { proposals } of found) {
      expect(proposals[0]?.items).toEqual([]);
      expect(proposals.filter(({ inBulk }) => inBulk)).toEqual([]);
    }
    // Somebody who looks may still choose it.
    expect(found.flatMap(labels)).toContain(`Came back at ${lunch.endTime}`);
  },
);
