import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Correction, CorrectionChange } from '#contract/figures/corrections.ts';
import type { PayHours } from '#contract/figures/hours.ts';
import type { AttendanceEntry } from '#contract/figures/stats.ts';
import { HOURS_RULE_DEFAULTS } from '#contract/masterData/hoursRules.ts';
import type { Exception } from '#contract/office/exceptions.ts';
import type { PeriodLock } from '#contract/office/periodLocks.ts';
import { deriveOver } from '#server/attendance/refresh.ts';
import { openIn } from '#server/office/corrections/exceptions.ts';
import { type Db, sql } from '#server/platform/db/db.ts';
import { givenSupervised, type Supervised } from '#tests/support/ledger.ts';
import { type OraclePunch, type OracleWorld, oracleDay, oracleEvents } from '#tests/support/oracle.ts';
import { runs } from '#tests/support/size.ts';
import { useTestApp } from '#tests/support/testApp.ts';

/**
 * Random acts on random records (docs/reference/corrections.md): after each of them figures are what the slow oracle says, derived
 * incrementally as from everything, exceptions that are kept as those found anew, and a preview what was applied. Undone, all is as if
 * nothing had ever been corrected. RUNS=7 is the long run.
 */

const t = useTestApp();
const DAYS = ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-23', '2026-11-24'] as const;
const SPAN = 'from=2026-11-19&to=2026-11-24';
const PINS = ['1001', '1002', '1003', '1004'] as const;

const clock = fc
  .integer({ min: 5 * 12, max: 20 * 12 })
  .map((five) => `${String(Math.floor(five / 12)).padStart(2, '0')}:${String((five % 12) * 5).padStart(2, '0')}`);
const time = fc.tuple(fc.constantFrom(...DAYS), clock).map(([day, at]) => ({ day, at: `${day} ${at}` }));
const pin = fc.constantFrom(...PINS);
const step = fc.oneof(
  fc.record({
    do: fc.constant('punch' as const),
    pin: fc.constantFrom(...PINS, '1009', '1010'),
    time,
    direction: fc.constantFrom('in', 'out', 'auto'),
  }),
  fc.record({ do: fc.constant('work' as const), pin, time }),
  fc.record({ do: fc.constant('press' as const), nth: fc.nat(), proposal: fc.nat(2) }),
  fc.record({ do: fc.constant('add' as const), pin, time, direction: fc.constantFrom('in', 'out') }),
  fc.record({ do: fc.constant('void' as const), nth: fc.nat() }),
  fc.record({ do: fc.constant('move' as const), nth: fc.nat(), to: pin, direction: fc.constantFrom('in', 'out') }),
  fc.record({ do: fc.constant('excuse' as const), pin, time, judgement: fc.constantFrom('absence', 'lateness') }),
  fc.record({
    do: fc.constant('approve' as const),
    pin,
    time,
    what: fc.constantFrom('worked-through', 'early'),
  } as const),
  fc.record({ do: fc.constant('undo' as const), nth: fc.nat() }),
  fc.record({ do: fc.constant('review' as const), nth: fc.nat() }),
  fc.record({ do: fc.constant('lock' as const), time }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 6 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const morning = (each: (typeof PINS)[number]) => fc.subarray([...DAYS]).map((days) => ({ pin: each, days }));
const world = fc.tuple(fc.tuple(...PINS.map(morning)), fc.array(step, { minLength: 14, maxLength: 14 }));

const record = z.object({
  id: z.string(),
  owner: z.string().nullable(),
  at: z.string(),
  direction: z.enum(['in', 'out', 'auto']),
});
const row = z.object({
  id: z.string(),
  kind: z.enum(['add', 'void', 'replace', 'undo']),
  recordId: z.string().nullable(),
  owner: z.string().nullable(),
  at: z.string().nullable(),
  direction: z.enum(['in', 'out']).nullable(),
  undoes: z.string().nullable(),
});
/** Applies C1 literally: every record is compared with every row of the ledger. */
async function effectivePunches(site: Supervised): Promise<(OraclePunch & { owner: string })[]> {
  const records = await t.db.rows(
    record,
    sql`select clock_record_id as id, employee_id as owner, at::text as at, direction from clock_record
      where account_id = ${site.accountId} and standing = 'counted'`,
  );
  const ledger = await t.db.rows(
    row,
    sql`select correction_id as id, kind, clock_record_id as "recordId", employee_id as owner, at::text as at, direction, undoes
      from punch_correction where account_id = ${site.accountId}`,
  );
  const undone = new Set(ledger.map(({ undoes }) => undoes));
  const inForce = ledger.filter(({ id, kind }) => kind !== 'undo' && !undone.has(id));
  const punches: (OraclePunch & { owner: string })[] = [];
  for (const { id, owner, at, direction } of records) {
    const change = inForce.find(({ recordId }) => recordId === id);
    if (change?.kind === 'void') continue;
    const whose = change?.owner ?? owner;
    if (!whose) continue;
    const said = change?.direction ?? null;
    punches.push({
      owner: whose,
      at: Date.parse(change?.at ?? at),
      ...(said ? { direction: said, final: true } : { direction }),
    });
  }
  for (const { kind, owner, at, direction } of inForce)
    if (kind === 'add' && owner && at && direction) punches.push({ owner, at: Date.parse(at), direction, final: true });
  return punches;
}

const HOURS: OracleWorld = {
  zone: 'Africa/Johannesburg',
  times: [1, 2, 3, 4, 5].map((weekday) => ({
    weekday,
    startTime: '07:00',
    endTime: '16:00',
    breaks: [{ startTime: '12:00', endTime: '13:00' }],
    graceMinutes: 5,
    breakGraceMinutes: 5,
    preMinutes: 120,
    postMinutes: 240,
    effectiveFrom: null,
  })),
  holidays: [],
  first: '2026-11-09',
  last: '2026-12-04',
};
const entriesOf = async (site: Supervised, day: string): Promise<AttendanceEntry[]> =>
  (await site.get(`/stats/employee/by-attendance-status/total?referenceDate=${day}`)).entries;

/** Compares the time in, lateness and flags of everybody who has a shift with the oracle. */
async function checkFigures(site: Supervised, grouped: readonly string[]) {
  const punches = await effectivePunches(site);
  const now = t.clock.now().getTime();
  const excuses = await t.db.rows(
    z.object({ owner: z.string(), judgement: z.string(), from: z.string(), to: z.string() }),
    sql`select employee_id as owner, judgement, from_day::text as "from", to_day::text as "to" from excuse x
      where account_id = ${site.accountId} and kind = 'excuse'
        and excuse_id not in (select undoes from excuse where undoes is not null)`,
  );
  const events = new Map(
    grouped.map((id) => [
      id,
      oracleEvents(
        HOURS,
        punches.filter(({ owner }) => owner === id),
      ),
    ]),
  );
  for (const day of DAYS)
    for (const { employee, timeIn, lateMs, status, flags } of await entriesOf(site, day)) {
      const own = events.get(employee._id);
      if (!own) continue;
      const isExcused = (judgement: string) =>
        excuses.some(
          (one) => one.owner === employee._id && one.judgement === judgement && one.from <= day && one.to >= day,
        );
      const said = oracleDay(HOURS, own, day, Number.POSITIVE_INFINITY, now);
      const isWork = day !== '2026-11-21';
      const isThere = own.some(({ date }) => date === day);
      expect([
        day,
        employee.number,
        timeIn && Date.parse(timeIn),
        lateMs,
        flags,
        status === 'present',
        status === 'off',
      ]).toEqual([
        ...[day, employee.number, said.timeIn, isExcused('lateness') ? 0 : said.lateMs, said.flags],
        ...[isThere, !isThere && (!isWork || isExcused('absence'))],
      ]);
    }
}

/** Compares the kept and counted exceptions with those found anew, and figures derived bit by bit with those derived at once. */
async function checkKept(site: Supervised) {
  const { counts, exceptions } = await site.get(`/exceptions?${SPAN}`);
  const { toFix, toDecide, absences } = await site.get(`/exceptions/counts?${SPAN}`);
  const anew = await t.db.tenant(site.accountId, (tx) =>
    openIn(tx, site.accountId, t.clock.now(), { from: DAYS[0], to: '2026-11-24' }),
  );
  expect({ toFix, toDecide }).toEqual(anew);
  expect([toFix + toDecide, absences]).toEqual([exceptions.length, counts.absence ?? 0]);
  const facts = (tx: Db) =>
    tx.rows(
      z.object({ text: z.string() }),
      sql`select to_jsonb(f)::text as text from day_fact f where account_id = ${site.accountId} order by day, employee_id`,
    );
  // The transaction is rolled back, because otherwise the days that it rewrote would be looked through again afterwards.
  const rederived = t.db.tenant(site.accountId, async (tx) => {
    const before = await facts(tx);
    await deriveOver(tx, site.accountId, null, { from: '2026-11-09', to: '2026-11-27' });
    expect(await facts(tx)).toEqual(before);
    throw new RolledBack();
  });
  await expect(rederived).rejects.toThrow(RolledBack);
}
class RolledBack extends Error {}

/** Sets up an hours rule with limits of a day and a week, and an unpaid lunch. */
async function givenHoursRule({ accountId }: Supervised) {
  const rule = { ...HOURS_RULE_DEFAULTS, dayLimitMinutes: 480, weekLimitMinutes: 1_500 };
  await t.db.run(sql`insert into hours_rule (account_id, hours_rule_id, system_id, code, rule)
    values (${accountId}, gen_random_uuid(), 'CSV', 'all', ${JSON.stringify(rule)}::jsonb)`);
  await t.db.run(sql`update standard_time set breaks = '[{"startTime": "12:00", "endTime": "13:00", "paid": false}]'
    where account_id = ${accountId}`);
}

/** Compares the paid hours of days that were judged bit by bit with those judged at once; classes sum to the paid time. */
async function checkPaid(site: Supervised) {
  const hours = async (): Promise<PayHours> => site.get(`/stats/hours?${SPAN}`);
  const kept = await hours();
  await t.db.run(sql`delete from judged_date where account_id = ${site.accountId}`);
  expect(await hours()).toEqual(kept);
  for (const { sums } of [...kept.rows, { sums: kept.totals }])
    expect(sums.ordinaryMs + sums.overtime1Ms + sums.overtime2Ms + sums.sundayMs + sums.holidayMs).toBe(sums.paidMs);
  return kept;
}

/** The steps that are no correction: what arrives is listed, never refused. */
const IS_EVIDENCE: ReadonlySet<Step['do']> = new Set(['punch', 'work', 'wait', 'review']);
/** Returns what locked days say of paid hours: no correction changes it, also through the limit of a week. */
async function lockedHours(site: Supervised): Promise<PayHours[]> {
  const { results } = await site.get('/period-locks');
  return Promise.all(results.map(({ from, to }: PeriodLock) => site.get(`/stats/hours?from=${from}&to=${to}`)));
}

const pick = <T>(rows: readonly T[], nth: number): T | undefined => rows[nth % Math.max(1, rows.length)];
const allRecords = (site: Supervised) =>
  t.db.rows(
    z.object({ id: z.string(), owner: z.string(), day: z.string() }),
    sql`select clock_record_id as id, employee_id as owner, (at at time zone 'Africa/Johannesburg')::date::text as day
      from clock_record where account_id = ${site.accountId} and employee_id is not null and standing = 'counted' order by at, id`,
  );

async function take(site: Supervised, people: ReadonlyMap<string, string>, one: Step) {
  const now = () => t.clock.now().toISOString();
  const idOf = (number: string) => people.get(number) ?? '';
  const act = async (employeeId: string, change: CorrectionChange, day: string) => {
    const body = { reason: 'other', note: 'At random', items: await site.items(employeeId, [change], day) };
    const preview = await site.ask('/corrections/preview', body);
    const applied = await site.ask('/corrections', body);
    expect([applied.status, applied.body.effects]).toEqual([preview.status, preview.body.effects]);
  };
  switch (one.do) {
    case 'punch':
      await site.send(one.pin, [[one.time.at, one.direction]], now());
      return;
    case 'work':
      await site.work(one.pin, [{ startedAt: new Date(site.at(one.time.at)) }]);
      return;
    case 'press': {
      const { exceptions }: { exceptions: Exception[] } = await site.get('/exceptions');
      const found = pick(
        exceptions.filter(({ proposals }) => proposals.some(({ items }) => items.length > 0)),
        one.nth,
      );
      const proposal = found?.proposals.filter(({ items }) => items.length > 0)[one.proposal];
      if (!found || !proposal) return;
      const { status } = await site.ask('/corrections', {
        reason: proposal.reason,
        note: 'Pressed',
        items: proposal.items,
      });
      // What is offered first resolves what it is offered for.
      if (status === 200 && one.proposal === 0) {
        const { exceptions: left }: { exceptions: Exception[] } = await site.get('/exceptions');
        expect({ found, left: left.filter(({ key }) => key === found.key) }).toEqual({ found, left: [] });
      }
      return;
    }
    case 'add':
      return act(
        idOf(one.pin),
        { do: 'add-punch', employeeId: idOf(one.pin), at: site.at(one.time.at), direction: one.direction },
        one.time.day,
      );
    case 'void': {
      const raw = pick(await allRecords(site), one.nth);
      if (raw) await act(raw.owner, { do: 'void-punch', recordId: raw.id }, raw.day);
      return;
    }
    case 'move': {
      const raw = pick(await allRecords(site), one.nth);
      const { direction } = one;
      if (raw)
        await act(raw.owner, { do: 'replace-punch', recordId: raw.id, employeeId: idOf(one.to), direction }, raw.day);
      return;
    }
    case 'excuse': {
      const { day } = one.time;
      const { judgement } = one;
      return act(
        idOf(one.pin),
        { do: 'excuse', employeeId: idOf(one.pin), judgement, kind: 'leave', from: day, to: day },
        day,
      );
    }
    case 'approve': {
      const [employeeId, { day }] = [idOf(one.pin), one.time];
      return act(employeeId, { do: 'approve', employeeId, what: one.what, day }, day);
    }
    case 'undo': {
      const { results }: { results: Correction[] } = await site.get(`/corrections?${SPAN}&startRow=0&endRow=100`);
      const standing = pick(
        results.filter(({ undone }) => !undone),
        one.nth,
      );
      if (standing) await site.undo([standing._id]);
      return;
    }
    case 'review': {
      const { exceptions }: { exceptions: Exception[] } = await site.get('/exceptions');
      const found = pick(exceptions, one.nth);
      if (found) await site.ask('/exceptions/reviews', { items: [{ key: found.key, evidence: found.evidence }] });
      return;
    }
    case 'lock':
      await site.ask('/period-locks', { from: one.time.day, to: one.time.day });
      return;
    case 'wait':
      t.clock.advance(one.hours * 3_600_000);
  }
}

test.each(fc.sample(world, { seed: 23, ...runs(3, 3) }))(
  'random acts: figures are the oracle’s, what is kept is what is found anew, and undone all is as it was',
  async (mornings, steps) => {
    const site = await givenSupervised(t);
    await givenHoursRule(site);
    const people = new Map<string, string>();
    for (const number of PINS)
      people.set(number, await site.person(number, number === '1004' ? { timeGroupId: null } : {}));
    for (const { pin: number, days } of mornings)
      for (const day of days)
        await site.send(number, [
          [`${day} 06:58`, 'in'],
          [`${day} 16:02`, 'out'],
        ]);
    const grouped = PINS.filter((number) => number !== '1004').map((number) => people.get(number) ?? '');
    const pressed = Array.from({ length: 3 }, (_, nth): Step => ({ do: 'press', nth, proposal: 0 }));
    for (const one of [...steps, ...pressed]) {
      const locked = IS_EVIDENCE.has(one.do) ? [] : await lockedHours(site);
      await take(site, people, one);
      // A day that a step locks is not among them yet.
      if (locked.length > 0) expect(await lockedHours(site)).toEqual(expect.arrayContaining(locked));
      await checkKept(site);
      await checkFigures(site, grouped);
      await checkPaid(site);
    }
    expect((await checkPaid(site)).totals.paidMs).toBeGreaterThan(0);
    for (const lock of (await site.get('/period-locks')).results)
      if (!lock.reopened) await site.ask(`/period-locks/${lock._id}/reopen`, { reason: 'To undo' });
    for (;;) {
      const { results }: { results: Correction[] } = await site.get(`/corrections?${SPAN}&startRow=0&endRow=200`);
      const standing = results.filter(({ undone }) => !undone);
      if (standing.length === 0) break;
      await site.undo([pick(standing, steps.length)?._id]);
    }
    const pages = async () =>
      Promise.all([
        ...DAYS.map((day) => entriesOf(site, day)),
        site.get(`/exceptions/counts?${SPAN}`),
        site.get(`/stats/hours?${SPAN}`),
        site.reportHashes({ from: DAYS[0], to: '2026-11-24' }),
      ]);
    const undone = await pages();
    // The owner of the database deletes the ledger and derives everything, as if nothing had ever been corrected.
    await t.db.run(sql`delete from punch_correction where account_id = ${site.accountId}`);
    await t.db.run(sql`delete from excuse where account_id = ${site.accountId}`);
    await t.db.tenant(site.accountId, (tx) =>
      deriveOver(tx, site.accountId, null, { from: '2026-11-09', to: '2026-11-27' }),
    );
    await t.db.run(sql`update account set data_version = data_version + 1 where account_id = ${site.accountId}`);
    expect(await pages()).toEqual(undone);
  },
);
