import { systemClock } from '#server/clock.ts';
import { sql } from '#server/db/db.ts';
import { createKeptDays } from '#server/trends/keptDays.ts';
import { attlog, FIGURES, givenCrowd } from './support/crowd.ts';
import { cpuOf, openRig, printTable, type Row, rounded, timed } from './support/rig.ts';

/**
 * Measures trends of 90 days (spec/trends.md, Budgets): cold, unchanged, after a punch of today; the roll of 31 days; and the dashboard's
 * latency beside people who look at 90 days, as a ratio to idle. Day facts are written as a rebuild would.
 */
const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 5_000);
const DAYS = 90;
const LOOKERS = 10;
const rig = await openRig();
try {
  const { db } = rig.database;
  const { accountId, token, serial } = await givenCrowd(db, PEOPLE);
  await db.run(sql`update employee set received_at = now() - interval '200 days' where account_id = ${accountId}`);
  await db.tx(
    async (tx) => {
      await tx.run(sql`
        insert into day_fact (account_id, day, employee_id, events, entries, units, worked_ms)
        select ${accountId}, d.day::date, e.employee_id,
          '+' || extract(epoch from d.day + interval '10 minutes' + (hashtext(e.number || d.day) % 1200) * interval '1 second')::bigint
            || ' -' || extract(epoch from d.day + interval '23 hours')::bigint,
          1, 100 + abs(hashtext(e.number || d.day)) % 900, 7200000
        from employee e, generate_series(current_date - ${DAYS}::int, current_date - 1, interval '1 day') d(day)
        where e.account_id = ${accountId} and abs(hashtext(e.employee_id::text || d.day)) % 10 > 0`);
      await tx.run(sql`
        insert into piecework_fact (account_id, day, employee_id, lookup1_code, lookup2_code, units, time_ms, entries)
        select account_id, day, employee_id, 'B' || abs(hashtext(employee_id::text)) % 30, 'T' || abs(hashtext(day::text)) % 4, units,
          worked_ms, entries from day_fact where account_id = ${accountId}`);
    },
    { deadlineMs: 600_000 },
  );
  await db.run(sql`analyze`);
  const date = (days: number) => new Date(systemClock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10);
  const ask = async (path: string, etag?: string) => {
    const headers = { authorization: token, ...(etag && { 'if-none-match': etag }) };
    const reply = await fetch(`${rig.origin}/v2/${path}`, { headers });
    const text = await reply.text();
    if (![200, 304].includes(reply.status)) throw new Error(`${path}: ${reply.status} ${text.slice(0, 300)}`);
    return reply;
  };
  let punches = 0;
  const punch = () =>
    fetch(`${rig.origin}/iclock/cdata?SN=${serial}&table=ATTLOG&Stamp=9999`, {
      method: 'POST',
      body: attlog(systemClock.now(), PEOPLE, punches++, 1),
    });
  await punch();
  const range = `from=${date(DAYS - 1)}&to=${date(0)}`;
  const attendance = `stats/trends/attendance?${range}`;
  const rows: Row[] = [];
  const measure = async (what: string, work: () => Promise<unknown>) => {
    let ms = 0;
    const cpu = await cpuOf(async () => {
      ms = await timed(work);
    });
    rows.push({ what, ms: rounded(ms, 0), 'CPU ms': rounded(cpu, 0) });
  };
  await ask(FIGURES[0] ?? '');
  await measure('attendance, 90 days, cold', () => ask(attendance));
  const elsewhere = createKeptDays(db, () => Promise.reject(new Error('a past day is not kept')));
  const asked = { accountId, timeZone: 'UTC', dataVersion: 0, now: systemClock.now() };
  await measure('87 past days, kept, read by another process', () => elsewhere.get(asked, date(DAYS - 1), date(3)));
  await measure('piecework, 90 days, after it', () => ask(`stats/trends/piecework?${range}`));
  await punch();
  await measure('today’s totals after a punch', () => ask(FIGURES[0] ?? ''));
  await measure('attendance after a punch', () => ask(attendance));
  await punch();
  await ask(FIGURES[0] ?? '');
  await measure('piecework after a punch', () => ask(`stats/trends/piecework?${range}`));
  const etag = (await ask(attendance)).headers.get('etag') ?? '';
  await measure('attendance, unchanged', () => ask(attendance, etag));
  await measure('roll, 31 days, first 100 rows', () => ask(`stats/roll?from=${date(30)}&to=${date(0)}`));
  await measure('roll, sorted by units', () => ask(`stats/roll?from=${date(30)}&to=${date(0)}&sort=-units`));
  await measure('usual, first', () => ask('stats/usual'));
  await punch();
  await measure('usual, after a punch', () => ask('stats/usual'));
  printTable(`Trends of ${PEOPLE} people over ${DAYS} days`, rows);

  const p95 = async (beside: () => Promise<unknown>) => {
    let stopped = false;
    const lookers = Array.from({ length: LOOKERS }, async () => {
      while (!stopped) await beside();
    });
    const times: number[] = [];
    for (let n = 0; n < 60; n++) {
      if (n % 10 === 0) await punch();
      times.push(await timed(() => ask(FIGURES[n % FIGURES.length] ?? '')));
    }
    stopped = true;
    await Promise.all(lookers);
    return times.sort((a, b) => a - b)[56] ?? 0;
  };
  const pause = () => new Promise((done) => setTimeout(done, 50));
  const idle = await p95(pause);
  const busy = await p95(async () => {
    await ask(attendance);
    await new Promise((done) => setTimeout(done, 3_000));
  });
  console.log(
    `\nDashboard p95: idle ${rounded(idle, 0)} ms, beside ${LOOKERS} people at 90 days ${rounded(busy, 0)} ms, ratio ${rounded(busy / idle, 2)}`,
  );
} finally {
  await rig.close();
}
