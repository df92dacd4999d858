import { z } from 'zod';
import { correctionResult, makeCorrections } from '#contract/figures/corrections.ts';
import { countExceptions } from '#contract/office/exceptionCounts.ts';
import { listExceptions } from '#contract/office/exceptions.ts';
import { GRANTABLE } from '#contract/platform/permissions.ts';
import { selectHistories } from '#server/attendance/facts.sql.ts';
import { deriveOver } from '#server/attendance/refresh.ts';
import { systemClock } from '#server/platform/clock.ts';
import { type Db, sql } from '#server/platform/db/db.ts';
import { givenCrowd } from './support/crowd.ts';
import { median, openRig, printTable, rounded, timed } from './support/rig.ts';

/**
 * Measures what a supervisor waits for in a large account: one correction, 200 at once, the exceptions of a day and of 31 days, and their number
 * after each correction; and what an empty ledger adds to deriving days.
 */
const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 5_000);
const ACTS = 40;
const rig = await openRig();
try {
  const { db } = rig.database;
  const crowd = await givenCrowd(db, PEOPLE);
  const { accountId } = crowd;
  await db.run(sql`update app_user set permissions = ${[...GRANTABLE.employer]} where account_id = ${accountId}`);
  // An interval is at most 16 h (docs/reference/attendance.md#direction): with the crowd's longer day every interval would be in doubt.
  await db.run(sql`update standard_time set start_time = '07:00', end_time = '16:00' where account_id = ${accountId}`);
  // 31 days; of fifty people one forgets the OUT and one is absent.
  const history = sql`insert into clock_record (account_id, clock_record_id, employee_id, time_id, at, direction, source, record_id, received_at)
    select ${accountId}, gen_random_uuid(), e.employee_id, e.time_id, p.at, p.direction, 'history', e.time_id || '|' || p.at, p.at
    from employee e, generate_series(1, 31) d, lateral (values
      (date_trunc('day', now()) - d * interval '1 day' + interval '6 hours 55 minutes', 'in'),
      (date_trunc('day', now()) - d * interval '1 day' + interval '16 hours 2 minutes', 'out')) p(at, direction)
    where e.account_id = ${accountId} and (e.time_id::int + d) % 50 <> 1 and (p.direction = 'in' or (e.time_id::int + d) % 50 <> 0)`;
  await db.tx((tx) => tx.run(history), { deadlineMs: 600_000 });
  await db.run(
    sql`update account set first_record_at = now() - interval '60 days', time_zone = 'UTC' where account_id = ${accountId}`,
  );
  const today = systemClock.now().toISOString().slice(0, 10);
  const ago = (days: number) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);
  const derived = await timed(() =>
    db.tenant(accountId, (tx) => deriveOver(tx, accountId, null, { from: ago(31), to: today }), {
      deadlineMs: 300_000,
    }),
  );

  const ask = async <T>(schema: z.ZodType<T>, path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${rig.origin}/v2${path}`, {
      headers: { authorization: crowd.token, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return schema.parse(await answer.json());
  };
  const empty = await costOfEmptyLedger();

  const month = `${listExceptions.path}?from=${ago(31)}&to=${ago(1)}`;
  let exceptions: z.infer<typeof listExceptions.response>['exceptions'] = [];
  const days = await timed(async () => {
    ({ exceptions } = await ask(listExceptions.response, month));
  });
  const fixes = exceptions
    .filter(({ kind }) => kind === 'missing-out')
    .map(({ proposals }) => proposals[0]?.items ?? []);
  const acts: number[] = [];
  const counts: number[] = [];
  for (const items of fixes.slice(0, ACTS)) {
    acts.push(await timed(() => ask(correctionResult, makeCorrections.path, { reason: 'forgot-to-clock', items })));
    // As every dashboard asks, of the last 31 days: today and the corrected day are computed again.
    counts.push(await timed(() => ask(countExceptions.response, countExceptions.path)));
  }
  const bulk = await timed(() =>
    ask(correctionResult, makeCorrections.path, {
      reason: 'forgot-to-clock',
      items: fixes.slice(ACTS, ACTS + 200).flat(),
    }),
  );
  // As autovacuum does within a minute; until then 240 corrections are planned for as none.
  await db.run(sql`analyze punch_correction`);
  // Each after another data version, so that no answer comes from memory.
  const listed = async (path: string) => {
    await db.run(sql`update account set data_version = data_version + 1 where account_id = ${accountId}`);
    return timed(() => ask(z.unknown(), path));
  };
  const day = await listed(`${listExceptions.path}?from=${ago(3)}&to=${ago(3)}`);
  const again = await listed(month);
  for (const times of [acts, counts]) times.sort((a, b) => a - b);
  printTable(`Corrections, ${PEOPLE} employees`, [
    { what: 'a correction, p50', ms: rounded(acts[Math.floor(acts.length / 2)] ?? 0), budget: '' },
    { what: 'a correction, p95', ms: rounded(acts[Math.floor(acts.length * 0.95)] ?? 0), budget: 150 },
    { what: '200 in bulk', ms: rounded(bulk), budget: 1_500 },
    { what: 'exceptions of a day', ms: rounded(day), budget: 150 },
    { what: 'exceptions of 31 days, found for the first time', ms: rounded(days), budget: 800 },
    { what: 'exceptions of 31 days after 200 corrections', ms: rounded(again), budget: 800 },
    {
      what: 'their number after a correction, p50',
      ms: rounded(counts[Math.floor(counts.length / 2)] ?? 0),
      budget: '',
    },
    {
      what: 'their number after a correction, p95',
      ms: rounded(counts[Math.floor(counts.length * 0.95)] ?? 0),
      budget: '',
    },
    { what: `deriving 31 days of everybody, ledger empty`, ms: rounded(derived), budget: '' },
  ]);
  console.log(`An empty ledger: ${(100 * empty).toFixed(1)} % of deriving (budget 3 %)`);

  /** Returns how much longer reading histories takes with an empty ledger than without one, as a share of deriving those days. */
  async function costOfEmptyLedger() {
    const people = await db.rows(
      z.object({ employeeId: z.string() }),
      sql`select employee_id as "employeeId" from employee where account_id = ${accountId} limit 1000`,
    );
    const [from, to] = [Date.parse(ago(31)), Date.parse(today)];
    const asked = people.map(({ employeeId }) => ({ employeeId, from, to }));
    const ids = sql`${asked.map(({ employeeId }) => employeeId)}::uuid[]`;
    const [first, last] = [new Date(from), new Date(to)];
    // The statement of selectHistories on the raw tables.
    const raw = sql`select r.employee_id,
        (select string_agg(extract(epoch from c.at)::float8 || left(c.direction, 1), ' ') from clock_record c
          where c.account_id = ${accountId} and c.employee_id = r.employee_id and c.standing = 'counted'
            and c.at between ${first} and ${last}) as punches,
        (select json_agg(json_build_array(extract(epoch from p.started_at)::float8, extract(epoch from p.ended_at)::float8, p.duration_ms,
            p.units::text, p.lookup1_code, p.lookup2_code)) from piecework_entry p
          where p.account_id = ${accountId} and p.employee_id = r.employee_id and p.standing = 'counted'
            and p.started_at between ${first} and ${last}) as entries
      from unnest(${ids}) as r(employee_id)`;
    const row = z.object({ employee_id: z.string(), punches: z.string().nullable(), entries: z.unknown() });
    const ways = [
      (tx: Db) => tx.rows(row, raw),
      (tx: Db) => selectHistories(tx, { accountId }, asked),
      (tx: Db) =>
        deriveOver(
          tx,
          accountId,
          asked.map(({ employeeId }) => employeeId),
          { from: ago(31), to: today },
        ),
    ] as const;
    const times = ways.map((): number[] => []);
    for (let round = 0; round < 7; round++)
      for (const [i, way] of ways.entries())
        times[i]?.push(
          await timed(() => db.tenant(accountId, async (tx) => void (await way(tx)), { deadlineMs: 120_000 })),
        );
    const [plain = 0, effective = 0, derive = 1] = times.map(median);
    return (effective - plain) / derive;
  }
} finally {
  await rig.close();
}
