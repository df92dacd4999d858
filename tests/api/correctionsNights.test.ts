import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Exception } from '#contract/office/exceptions.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenGroup, givenStandardTimes } from '#tests/support/factories.work.ts';
import { givenSupervised, type Supervised } from '#tests/support/ledger.ts';
import { type OracleWorld, oracleEntryDate, oracleEvents, oracleShifts } from '#tests/support/oracle.ts';
import { runs } from '#tests/support/size.ts';
import { useTestApp } from '#tests/support/testApp.ts';

/**
 * Random nights (docs/reference/corrections.md): what a proposal changes is of the exception's own work day by the slow oracle (rules 3 and 15), all of it
 * where it says so, and what is offered first resolves what it is offered for.
 */
const t = useTestApp();

const DATES = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-23', '2026-11-24'] as const;
const hours = (start: string, end: string, preMinutes: number, postMinutes: number) => ({
  start,
  end,
  preMinutes,
  postMinutes,
});
const SHIFTS = {
  1001: hours('22:00', '06:00', 120, 240),
  1002: hours('18:00', '06:00', 120, 600),
  1003: hours('23:30', '07:30', 60, 0),
  1004: hours('20:00', '04:00', 720, 720),
};
type Pin = keyof typeof SHIFTS;
const PINS = Object.keys(SHIFTS).map(Number) as Pin[]; // the keys of a constant

/** Quarters of an hour since 16:00 of a date, up to noon of the next one. */
const moment = fc.record({ date: fc.constantFrom(...DATES), quarter: fc.nat(80) });
type Moment = typeof moment extends fc.Arbitrary<infer M> ? M : never;
const pin = fc.constantFrom(...PINS);
const world = fc.record({
  nights: fc.array(
    fc.record({ pin, date: fc.constantFrom(...DATES), from: fc.nat(40), length: fc.integer({ min: 4, max: 44 }) }),
    { maxLength: 8 },
  ),
  punches: fc.array(fc.record({ pin, moment, direction: fc.constantFrom('in', 'out', 'auto') }), {
    minLength: 3,
    maxLength: 10,
  }),
  work: fc.array(fc.record({ pin, moment, length: fc.integer({ min: 1, max: 12 }) }), { minLength: 3, maxLength: 8 }),
  end: fc.option(fc.record({ pin, date: fc.constantFrom(...DATES) })),
});
const QUARTER = 15 * 60_000;
const at = ({ date, quarter }: Moment) => Date.parse(`${date}T16:00:00+02:00`) + quarter * QUARTER;
const local = (instant: number) => new Date(instant + 2 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

const hoursOf = (one: Pin): OracleWorld => ({
  zone: 'Africa/Johannesburg',
  times: [1, 2, 3, 4, 5].map((weekday) => ({
    ...{
      weekday,
      startTime: SHIFTS[one].start,
      endTime: SHIFTS[one].end,
      breaks: [],
      graceMinutes: 5,
      breakGraceMinutes: 5,
    },
    ...{ preMinutes: SHIFTS[one].preMinutes, postMinutes: SHIFTS[one].postMinutes, effectiveFrom: null },
  })),
  holidays: [],
  first: '2026-11-09',
  last: '2026-12-04',
});

const punchRow = z.object({
  id: z.string(),
  at: z.string(),
  direction: z.enum(['in', 'out', 'auto']),
  final: z.boolean(),
});
const entryRow = z.object({ id: z.string(), at: z.string(), end: z.string() });
/** Returns the records that count of an employee, each with its work day by the oracle. */
async function recordsOf({ accountId }: Supervised, employeeId: string, one: Pin) {
  const punches = await t.db.rows(
    punchRow,
    sql`select c.clock_record_id as id, c.at::text as at, c.direction, false as final from clock_record c
        where c.account_id = ${accountId} and c.employee_id = ${employeeId} and c.standing = 'counted'
          and not exists (select from punch_correction k where k.account_id = c.account_id and k.clock_record_id = c.clock_record_id)
      union all select k.correction_id, coalesce(k.at, c.at)::text, coalesce(k.direction, c.direction), k.direction is not null from punch_correction k
        left join clock_record c on c.account_id = k.account_id and c.clock_record_id = k.clock_record_id
        where k.account_id = ${accountId} and k.employee_id = ${employeeId} and k.kind in ('add', 'replace')`,
  );
  const entries = await t.db.rows(
    entryRow,
    sql`select p.piecework_entry_id as id, p.started_at::text as at, p.ended_at::text as "end" from piecework_entry p
      where p.account_id = ${accountId} and p.employee_id = ${employeeId} and p.standing = 'counted'
        and not exists (select from entry_correction k where k.account_id = p.account_id and k.piecework_entry_id = p.piecework_entry_id)`,
  );
  const events = oracleEvents(
    hoursOf(one),
    punches.map(({ at: instant, direction, final }) => ({ at: Date.parse(instant), direction, final })),
  );
  const dayOf = (instant: number) => events.findLast(({ from }) => from <= instant)?.date;
  return {
    punches: punches.map((punch) => ({ ...punch, day: dayOf(Date.parse(punch.at)) })),
    entries: entries.map((entry) => ({
      ...entry,
      day: oracleEntryDate(hoursOf(one), events, { startedAt: Date.parse(entry.at) }),
    })),
  };
}

/** Compares what the proposals of an exception change with the records of its work day. */
async function checkProposals(site: Supervised, { kind, day, employee, proposals }: Exception) {
  // A punch that is ahead of its receipt is on no work day.
  if (!employee || kind === 'future-clock') return;
  const one = Number(employee.number) as Pin; // an employee of this test
  const { punches, entries } = await recordsOf(site, employee._id, one);
  const own = {
    punches: punches.filter((punch) => punch.day === day),
    entries: entries.filter((entry) => entry.day === day),
  };
  for (const { label, items } of proposals) {
    const changes = items.map(({ change }) => change);
    const ids = changes.flatMap((change) => ('recordId' in change ? change.recordId : []));
    const known = [...own.punches, ...own.entries].map(({ id }) => id);
    expect({ kind, day, label, ids, known }).toEqual({
      kind,
      day,
      label,
      ids: ids.filter((id) => known.includes(id)),
      known,
    });
    if (kind === 'inactive-clocked' && label === 'Does not count') expect(ids.sort()).toEqual(known.sort());
    for (const change of changes) {
      if (change.do !== 'add-punch') continue;
      const instant = Date.parse(change.at);
      const shift = oracleShifts(hoursOf(one)).find(({ date }) => date === day);
      const times = own.entries.map((entry) => Date.parse(change.direction === 'in' ? entry.at : entry.end));
      const end = change.direction === 'in' ? shift?.S : shift?.E;
      expect({
        kind,
        day,
        label,
        isOfDay: instant === end || times.includes(instant) || kind.startsWith('missing'),
      }).toMatchObject({ isOfDay: true });
    }
  }
}

const seen = new Map<string, number>();
test.each(fc.sample(world, { seed: 15, ...runs(6, 12) }))(
  'nights at random %#',
  async ({ nights, punches, work, end }) => {
    const site = await givenSupervised(t, null);
    for (const one of PINS) {
      const group = await givenGroup(t.db, site.accountId, 'time', { name: `${one}` });
      await givenStandardTimes(t.db, site.accountId, group, { ...SHIFTS[one], breaks: [] });
      await site.person(String(one), { timeGroupId: group, ...(end?.pin === one && { inactiveFrom: end.date }) });
    }
    for (const { pin: one, date, from, length } of nights) {
      const first = at({ date, quarter: from });
      await site.send(
        String(one),
        [
          [local(first), 'in'],
          [local(first + length * QUARTER), 'out'],
        ],
        t.clock.now().toISOString(),
      );
    }
    for (const { pin: one, moment: when, direction } of punches)
      await site.send(String(one), [[local(at(when)), direction]], t.clock.now().toISOString());
    for (const { pin: one, moment: when, length } of work) {
      const startedAt = new Date(at(when));
      await site.work(String(one), [{ startedAt, endedAt: new Date(startedAt.getTime() + length * QUARTER) }]);
    }
    const tried = new Set<string>();
    let { exceptions }: { exceptions: Exception[] } = await site.get('/exceptions');
    for (;;) {
      for (const one of exceptions) await checkProposals(site, one);
      const found = exceptions.find(
        ({ key, proposals: [first] }) => first && first.items.length > 0 && !tried.has(key),
      );
      const first = found?.proposals[0];
      if (!found || !first) break;
      tried.add(found.key);
      seen.set(found.kind, (seen.get(found.kind) ?? 0) + 1);
      const { status, body } = await site.ask('/corrections', {
        reason: first.reason,
        note: 'Pressed',
        items: first.items,
      });
      expect({ found, status, message: body.message }).toEqual({ found, status: 200, message: undefined });
      ({ exceptions } = await site.get('/exceptions'));
      expect({ found, left: exceptions.filter(({ key }) => key === found.key) }).toEqual({ found, left: [] });
    }
  },
);
test('the nights above had exceptions of each kind that a press resolves', () => {
  for (const kind of ['missing-out', 'missing-in', 'piecework-without-clock'])
    expect(seen.get(kind) ?? 0).toBeGreaterThan(0);
});
