import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { PayHours } from '#contract/figures/hours.ts';
import { HOURS_RULE_DEFAULTS } from '#contract/masterData/hoursRules.ts';
import type { Exception } from '#contract/office/exceptions.ts';
import { sql } from '#server/platform/db/db.ts';
import { ASKED, CORRECTS, givenSupervised, MONDAY, type Supervised } from '#tests/support/ledger.ts';
import { runs } from '#tests/support/size.ts';
import { useTestApp } from '#tests/support/testApp.ts';

/**
 * A suggestion is safe or it is none: what is offered first, and what is applied together, lowers nobody's paid time, adds no exception and
 * touches neither a locked day nor another employee; pressed twice it is the same as once.
 */
const t = useTestApp();

const SPAN = 'from=2026-11-17&to=2026-11-24';
const listed = async (site: Supervised): Promise<Exception[]> => (await site.get(`/exceptions?${SPAN}`)).exceptions;
const toFix = async (site: Supervised) => (await listed(site)).filter(({ kind }) => kind !== 'absence');
const of = async (site: Supervised, kind: string) => (await listed(site)).filter((one) => one.kind === kind);
const labels = (one: Exception | undefined) => one?.proposals.map(({ label }) => label);
const press = async (site: Supervised, one: Exception | undefined, nth = 0) => {
  const { reason, items } = one?.proposals[nth] ?? {};
  const { status, body } = await site.ask('/corrections', { reason, items });
  expect(status, JSON.stringify(body)).toBe(200);
};

/** Pays all hours but an hour of the lunch, as most employers do. */
async function givenRule({ accountId }: Supervised) {
  await t.db.run(sql`insert into hours_rule (account_id, hours_rule_id, system_id, code, rule)
    values (${accountId}, gen_random_uuid(), 'CSV', 'all', ${JSON.stringify(HOURS_RULE_DEFAULTS)}::jsonb)`);
  await t.db.run(sql`update standard_time set breaks = '[{"startTime": "12:00", "endTime": "13:00", "paid": false}]'
    where account_id = ${accountId}`);
}

describe('no OUT', () => {
  test('IN 07:55, IN 17:09: it was the OUT, first on both rows, and one press settles both', async () => {
    const site = await givenSupervised(t, { start: '08:00', end: '17:00' });
    const one = await site.person('1');
    await site.send('1', [
      ['07:55', 'in'],
      ['17:09', 'in'],
    ]);
    const rows = await of(site, 'missing-out');
    expect(rows.map(labels)).toEqual([
      ['It was the OUT', 'Other time'],
      ['It was the OUT', 'Other time'],
    ]);
    expect(rows.map(({ proposals }) => proposals[0]?.inBulk)).toEqual([true, true]);
    await press(site, rows[0]);
    expect(await toFix(site)).toEqual([]);
    expect(await site.figures(one)).toMatchObject({ hours: '9:14', flags: [] });
  });

  test('without keys, 07:55, 12:05, 17:03: the OUT would leave two OUTs, so it is not first', async () => {
    const site = await givenSupervised(t);
    await site.person('1');
    await site.send('1', ['07:55', '12:05', '17:03']);
    const [row] = await of(site, 'missing-out');
    expect(labels(row)).toEqual(['Other time', 'It was the OUT']);
    expect(row?.proposals.some(({ inBulk }) => inBulk)).toBe(false);
  });
});

describe('two OUTs (rule 5)', () => {
  const given = async () => {
    const site = await givenSupervised(t);
    await givenRule(site);
    const one = await site.person('1');
    await site.send('1', [
      ['06:55', 'in'],
      ['12:00', 'out'],
      ['16:05', 'out'],
    ]);
    const [row] = await of(site, 'missing-in');
    return { site, one, row };
  };
  test('are asked about in words, with when the employee came back first', async () => {
    const { row } = await given();
    expect(row?.detail).toBe('OUT 16:05 after OUT 12:00, and no IN between');
    expect(labels(row)).toEqual([
      'Came back at 13:00',
      'Came back at another time',
      'Was there all the time',
      'Left at the first',
    ]);
  });
  test.each([
    [0, '8:10', []],
    [2, '9:10', []],
    [3, '5:05', []],
  ])('proposal %i: %s hours, settled', async (nth, hours, flags) => {
    const { site, one, row } = await given();
    await press(site, row, nth);
    expect(await site.figures(one)).toMatchObject({ hours, flags });
    expect((await listed(site)).filter(({ kind }) => kind === 'missing-in')).toEqual([]);
  });
  test('where the lunch is paid, coming back would lower what is paid: it is not offered first', async () => {
    const site = await givenSupervised(t);
    await site.person('1');
    await site.send('1', [
      ['06:55', 'in'],
      ['12:00', 'out'],
      ['16:05', 'out'],
    ]);
    const [row] = await of(site, 'missing-in');
    expect(labels(row)?.[0]).toBe('Came back at another time');
  });
});

describe('piecework without clocking', () => {
  test('right after an OUT: a later OUT, and no punch is turned round', async () => {
    const site = await givenSupervised(t, { start: '06:00', end: '15:00' });
    const one = await site.person('1');
    await site.send('1', [
      ['05:58', 'in'],
      ['11:00:33', 'out'],
      ['12:40', 'in'],
      ['15:02', 'out'],
    ]);
    const startedAt = new Date(site.at('11:01:53'));
    await site.work('1', [{ units: '40', startedAt, endedAt: new Date(site.at('12:07')) }]);
    const [row] = await of(site, 'piecework-without-clock');
    expect(labels(row)?.slice(0, 2)).toEqual(['OUT 12:07 instead of 11:00', 'IN 11:01 and OUT 12:07']);
    await press(site, row);
    expect(await site.figures(one)).toMatchObject({ hours: '8:31', flags: [] });
    expect(await toFix(site)).toEqual([]);
  });
});

describe('unknown numbers', () => {
  test.each([
    ['00123', '123', ['00123', '12'], true],
    ['00007', '7', ['00007'], true],
    ['NB01', 'nb01', ['NB01'], true],
    ['12', '124', ['12'], false],
  ])('%s for PIN %s', async (number, pin, numbers, inBulk) => {
    const site = await givenSupervised(t);
    await site.person(number, { timeId: number });
    if (numbers.length > 1) await site.person('12', { timeId: '12' });
    await site.send(pin, [
      ['07:00', 'in'],
      ['16:00', 'out'],
    ]);
    const [row] = await of(site, 'unmatched-pin');
    const gives = row?.proposals.filter(({ items }) => items.some(({ change }) => change.do === 'replace-punch'));
    expect(gives?.map(({ label }) => label)).toEqual(numbers.map((one) => `Give to Thandi Nkosi (${one})`));
    expect(gives?.map((one) => one.inBulk)).toEqual([inBulk, ...numbers.slice(1).map(() => false)]);
  });
  test('012 with 12 and 0012: both are offered, and none together with others', async () => {
    const site = await givenSupervised(t);
    for (const number of ['12', '0012']) await site.person(number, { timeId: number });
    await site.send('012', ['07:00', '16:00']);
    const [row] = await of(site, 'unmatched-pin');
    expect(row?.proposals.filter(({ items }) => items.length > 0)).toHaveLength(3);
    expect(row?.proposals.some(({ inBulk }) => inBulk)).toBe(false);
  });
});

test('a record that came after all: taking the added punch back would lower what is paid, so it is not first', async () => {
  const site = await givenSupervised(t);
  const one = await site.person('1');
  await site.send('1', [['07:00', 'in']]);
  await site.corrected(one, [{ do: 'add-punch', employeeId: one, at: site.at('16:00'), direction: 'out' }]);
  await site.send('1', [['15:50', 'out']], '2026-11-25T10:00:30Z');
  expect(labels((await of(site, 'overtaken'))[0])).toEqual(['Keep both', 'Use the record']);
});

test('locked days are not to be fixed: they are a number of their own, whatever days are asked for, and a lock counts the same', async () => {
  const site = await givenSupervised(t);
  await site.person('1');
  const tuesday = '2026-11-24';
  await site.send('1', [['07:00', 'in']]);
  await site.send('1', [[`${tuesday} 07:00`, 'in']]);
  expect((await site.ask('/period-locks', { from: MONDAY, to: MONDAY })).body).toMatchObject({ toFix: 1 });
  for (const days of ['', `?from=${MONDAY}&to=${tuesday}`]) {
    expect(await site.get(`/exceptions/counts${days}`)).toMatchObject({ toFix: 1, onLockedDays: 1 });
    const { exceptions } = await site.get(`/exceptions${days}`);
    expect(exceptions.filter(({ kind }: Exception) => kind !== 'absence').map(({ day }: Exception) => day)).toEqual([
      tuesday,
    ]);
  }
});

test('left as it is: counted as left, undone once, by whom it concerns', async () => {
  const site = await givenSupervised(t);
  await site.person('1');
  await site.send('1', ['07:00', '16:00']);
  const days = 'from=2026-11-24&to=2026-11-24';
  const counts = async () => (await site.get(`/exceptions/counts?${days}`)) as Record<string, number>;
  expect(await counts()).toMatchObject({ absences: 1, absencesLeft: 0 });
  const [absence] = (await site.get(`/exceptions?${days}`)).exceptions;
  const items = [{ key: absence.key, evidence: absence.evidence }];
  const { actId } = (await site.ask('/exceptions/reviews', { items })).body;
  expect(await counts()).toMatchObject({ absences: 0, absencesLeft: 1, toDecide: 0 });
  const undo = (as?: string) => site.ask(`/exceptions/reviews/${actId}/undo`, {}, as);
  expect((await undo(await site.other(CORRECTS, absence.employee._id))).body).toMatchObject({
    errorCode: 'OWN_RECORD',
  });
  expect((await undo()).status).toBe(200);
  expect(await counts()).toMatchObject({ absences: 1, absencesLeft: 0 });
  expect((await undo()).body).toMatchObject({ errorCode: 'CONFLICT' });
  await site.ask('/exceptions/reviews', { items });
  expect(await counts()).toMatchObject({ absences: 0, absencesLeft: 1 });
});

const DAYS = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-23', '2026-11-24'] as const;
const PINS = ['1001', '1002', '01003', '1004'] as const;
const minute = fc.integer({ min: 5 * 60, max: 20 * 60 });
const clock = (at: number) => `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
const world = fc.record({
  shifts: fc.array(
    fc.record({
      pin: fc.constantFrom(...PINS, '1003', '1005'),
      day: fc.constantFrom(...DAYS),
      keys: fc.boolean(),
      times: fc.constantFrom(
        [415, 724, 781, 961],
        [415, 961],
        [415, 724, 961],
        [415],
        [961],
        [724, 725],
        [415, 724, 725, 961],
      ),
      directions: fc.infiniteStream(fc.constantFrom('in', 'out')).map((stream) => [...stream.take(4)]),
      isRegular: fc.boolean(),
    }),
    { minLength: 8, maxLength: 16 },
  ),
  odd: fc.array(fc.record({ pin: fc.constantFrom(...PINS), day: fc.constantFrom(...DAYS), at: minute }), {
    maxLength: 4,
  }),
  work: fc.array(
    fc.record({
      pin: fc.constantFrom(...PINS),
      day: fc.constantFrom(...DAYS),
      at: minute,
      length: fc.integer({ min: 1, max: 90 }),
    }),
    { maxLength: 6 },
  ),
  locked: fc.option(fc.constantFrom(...DAYS)),
  hasRule: fc.boolean(),
});
type World = typeof world extends fc.Arbitrary<infer W> ? W : never;

async function givenWorld({ shifts, odd, work, locked, hasRule }: World) {
  const site = await givenSupervised(t);
  if (hasRule) await givenRule(site);
  for (const pin of PINS) await site.person(pin, { timeId: pin });
  for (const { pin, day, keys, times, directions, isRegular } of shifts)
    await site.send(
      pin,
      times.map((at, nth) => [
        `${day} ${clock(at)}`,
        keys ? (isRegular ? (nth % 2 === 0 ? 'in' : 'out') : (directions[nth] ?? 'in')) : 'auto',
      ]),
      ASKED,
    );
  for (const { pin, day, at } of odd) await site.send(pin, [[`${day} ${clock(at)}`, 'auto']], ASKED);
  for (const { pin, day, at, length } of work) {
    const from = Date.parse(site.at(`${day} ${clock(at)}`));
    await site.work(pin, [{ startedAt: new Date(from), endedAt: new Date(from + length * 60_000) }]);
  }
  if (locked) expect((await site.ask('/period-locks', { from: locked, to: locked })).status).toBe(200);
  return site;
}

/** Paid time by employee; without an hours rule the clocked time of all intervals that have an OUT, from 'Why?'. */
async function paidTime(site: Supervised, hasRule: boolean): Promise<Record<string, number>> {
  if (hasRule) {
    const { rows }: PayHours = await site.get(`/stats/hours?${SPAN}`);
    return Object.fromEntries(rows.map(({ employee, sums }) => [employee.number, sums.paidMs]));
  }
  const sums: Record<string, number> = {};
  for (const day of DAYS)
    for (const { employee } of (await site.get(`/stats/employee/by-attendance-status/total?referenceDate=${day}`))
      .entries) {
      const { events } = await site.explain(employee._id, day);
      let open: { in: number; out: number | null } | null = null;
      const done = () => {
        if (open?.out) sums[employee.number] = (sums[employee.number] ?? 0) + open.out - open.in;
      };
      for (const { at, direction } of events)
        if (direction === 'in') {
          done();
          open = { in: Date.parse(at), out: null };
        } else if (open) open.out = Date.parse(at);
      done();
    }
  return sums;
}
const factsOf = (accountId: string, day: string | null) =>
  t.db.rows(
    z.object({ text: z.string() }),
    sql`select to_jsonb(f)::text as text from day_fact f where account_id = ${accountId} and (${day}::date is null or day = ${day}::date)
      order by day, employee_id`,
  );

test('applying all suggestions lowers nobody’s paid time, adds no exception and touches no locked day; twice is the same as once', async () => {
  let applied = 0;
  await fc.assert(
    fc.asyncProperty(world, async (one) => {
      const site = await givenWorld(one);
      const before = await listed(site);
      const paid = await paidTime(site, one.hasRule);
      const locked = one.locked && (await factsOf(site.accountId, one.locked));
      const first = before.flatMap(({ proposals: [proposal] }) => (proposal?.inBulk ? proposal : []));
      const distinct = new Map(first.flatMap(({ items }) => items.map((item) => [JSON.stringify(item.change), item])));
      if (distinct.size > 0) {
        const order = { reason: 'forgot-to-clock', onlySafe: true, items: [...distinct.values()] };
        const act = async () => site.ask('/corrections', order);
        const { status, body } = await act();
        if (status === 200)
          applied += body.results.filter(({ outcome }: { outcome: string }) => outcome === 'applied').length;
        const after = await factsOf(site.accountId, null);
        await act();
        expect(await factsOf(site.accountId, null)).toEqual(after);
      }
      const known = new Set(before.map(({ key }) => key));
      expect((await listed(site)).map(({ key }) => key).filter((key) => !known.has(key))).toEqual([]);
      const now = await paidTime(site, one.hasRule);
      for (const [number, ms] of Object.entries(paid))
        expect([number, (now[number] ?? 0) >= ms]).toEqual([number, true]);
      if (one.locked) expect(await factsOf(site.accountId, one.locked)).toEqual(locked);
    }),
    runs(5, 12),
  );
  expect(applied).toBeGreaterThan(0);
});

test.each(['press', 'preview'])('what is not safe together is refused, by %s', async (how) => {
  const site = await givenSupervised(t);
  const one = await site.person('1');
  await site.send('1', [
    ['07:00', 'in'],
    ['16:00', 'out'],
  ]);
  const items = await site.items(one, [
    { do: 'add-punch', employeeId: one, at: site.at('12:00'), direction: 'out' },
    { do: 'add-punch', employeeId: one, at: site.at('14:00'), direction: 'in' },
  ]);
  const path = how === 'press' ? '/corrections' : '/corrections/preview';
  const order = { reason: 'forgot-to-clock', items };
  expect((await site.ask(path, { ...order, onlySafe: true })).body).toMatchObject({
    results: [{ outcome: 'refused' }, { outcome: 'refused' }],
    effects: [],
  });
  expect((await site.explain(one, MONDAY)).events).toHaveLength(2);
  expect((await site.ask(path, order)).body).toMatchObject({
    results: [{ outcome: 'applied' }, { outcome: 'applied' }],
  });
});
