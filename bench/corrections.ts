import { z } from 'zod';
import { correctionResult, listExceptions, makeCorrections } from '#contract/corrections.ts';
import { GRANTABLE } from '#contract/permissions.ts';
import { deriveOver } from '#server/attendance/refresh.ts';
import { systemClock } from '#server/clock.ts';
import { sql } from '#server/db/db.ts';
import { givenCrowd } from './support/crowd.ts';
import { openRig, printTable, rounded, timed } from './support/rig.ts';

/** Measures what a supervisor waits for in a large account: one correction, 200 at once, exceptions of a day and of 31. */
const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 5_000);
const ACTS = 40;
const rig = await openRig();
try {
  const { db } = rig.database;
  const crowd = await givenCrowd(db, PEOPLE);
  const { accountId } = crowd;
  await db.run(sql`update app_user set permissions = ${[...GRANTABLE.employer]} where account_id = ${accountId}`);
  // An interval is 16 h at most (rule 5): the crowd's long day would leave nothing but doubts.
  await db.run(sql`update standard_time set start_time = '07:00', end_time = '16:00' where account_id = ${accountId}`);
  // 31 days; one in fifty forgets the OUT, one in fifty is not there.
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
  const month = `${listExceptions.path}?from=${ago(31)}&to=${ago(1)}`;
  const { exceptions } = await ask(listExceptions.response, month);
  const fixes = exceptions
    .filter(({ kind }) => kind === 'missing-out')
    .map(({ proposals }) => proposals[0]?.items ?? []);
  const acts: number[] = [];
  for (const items of fixes.slice(0, ACTS))
    acts.push(await timed(() => ask(correctionResult, makeCorrections.path, { reason: 'forgot-to-clock', items })));
  const bulk = await timed(() =>
    ask(correctionResult, makeCorrections.path, {
      reason: 'forgot-to-clock',
      items: fixes.slice(ACTS, ACTS + 200).flat(),
    }),
  );
  // Each after another data version, so that nothing is answered from before.
  const listed = async (path: string) => {
    await db.run(sql`update account set data_version = data_version + 1 where account_id = ${accountId}`);
    return timed(() => ask(z.unknown(), path));
  };
  const [day, days] = [await listed(`${listExceptions.path}?from=${ago(3)}&to=${ago(3)}`), await listed(month)];
  const counts = await listed(`/exceptions/counts?from=${ago(31)}&to=${ago(1)}`);
  acts.sort((a, b) => a - b);
  printTable(`Corrections, ${PEOPLE} employees`, [
    { what: 'a correction, p50', ms: rounded(acts[Math.floor(acts.length / 2)] ?? 0), budget: '' },
    { what: 'a correction, p95', ms: rounded(acts[Math.floor(acts.length * 0.95)] ?? 0), budget: 150 },
    { what: '200 in bulk', ms: rounded(bulk), budget: 1_500 },
    { what: 'exceptions of a day', ms: rounded(day), budget: 150 },
    { what: 'exceptions of 31 days', ms: rounded(days), budget: 800 },
    { what: 'counts of 31 days', ms: rounded(counts), budget: '' },
    { what: `deriving 31 days of everybody, ledger empty`, ms: rounded(derived), budget: '' },
  ]);
} finally {
  await rig.close();
}
