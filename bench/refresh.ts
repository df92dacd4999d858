import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { createDayModels } from '#server/figures/stats/dayModels.ts';
import { systemClock } from '#server/platform/clock.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenEmployer } from '#tests/support/factories.ts';
import { type Cost, cpuPerRequest } from './support/cpu.ts';
import { attlog, FIGURES, givenCrowd, givenToday } from './support/crowd.ts';
import { cpuOf, median, openRig, printTable, type Row, rounded, timed } from './support/rig.ts';

/**
 * Measures the cost of a refresh: an unchanged one as the server's CPU time per request, as a ratio to a bare Fastify JSON route in the same process;
 * a changed one (all calls of the dashboard) at growing numbers of employees: with nothing new, after one punch, and after a change that makes the
 * server compute the whole day again.
 */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 6);
const RUNS = Number(process.env.BENCH_RUNS ?? 9);
const SIZES = (process.env.BENCH_SIZES ?? '100,1000,5000').split(',').map(Number);
const rig = await openRig();
const bare = Fastify();
bare.get('/json', async () => ({ total: 120, present: 100, absent: 20, late: 5, asOf: '2026-11-20T10:00:00Z' }));
await bare.listen({ port: 0, host: '127.0.0.1' });
try {
  const { db } = rig.database;
  const crowd = await givenCrowd(db, 1_000);
  const headers = { authorization: crowd.token };
  const url = `${rig.origin}/v2/${FIGURES[0]}?cacheKey=1`;
  await fetch(`${rig.origin}/iclock/cdata?SN=${crowd.serial}&table=ATTLOG&Stamp=9999`, {
    method: 'POST',
    body: attlog(systemClock.now(), 1_000, 0, 1_000),
  });
  const first = await fetch(url, { headers });
  if (first.status !== 200) throw new Error(`The dashboard answered ${first.status}: ${await first.text()}`);

  const floor = await cpuPerRequest(
    `http://127.0.0.1:${(bare.server.address() as AddressInfo).port}/json`,
    [{}],
    SECONDS,
  );
  // A session for each dashboard, since every viewer is a different user.
  const sessions = [headers];
  for (let n = 1; n < 40; n++) sessions.push({ authorization: (await givenEmployer(db, crowd)).token });
  await db.run(sql`update session set created_at = now(), expires_at = now() + interval '12 hours'`);
  const same = await cpuPerRequest(url, sessions, SECONDS);
  const etag = (await fetch(url, { headers })).headers.get('etag') ?? '';
  const unchanged = await cpuPerRequest(
    url,
    sessions.map((one) => ({ ...one, 'if-none-match': etag })),
    SECONDS,
  );
  const row = (what: string, measured: Cost): Row => ({
    what,
    'CPU us/request': rounded(measured.micros),
    ratio: rounded(measured.micros / floor.micros, 2),
    'requests/s': Math.round(measured.perSecond),
    answers: measured.statuses,
  });
  printTable(
    `A refresh, 50 connections, 40 sessions, 1,000 employees (CPU of the server process, ${'PostgreSQL apart'})`,
    [
      row('bare Fastify JSON route', floor),
      row('read again, computed already (200)', same),
      row('unchanged refresh (304 within the minute)', unchanged),
    ],
  );
  console.log(
    `\nDashboards kept alive at one refresh of ${FIGURES.length} calls per 30 s and core, by CPU: ${Math.floor(30e6 / (unchanged.micros * FIGURES.length))}`,
  );

  const rows: Row[] = [];
  for (const size of SIZES) {
    const crowd = await givenCrowd(db, size);
    const { token, serial, accountId } = crowd;
    const send = async (from: number, lines: number) => {
      const answer = await fetch(`${rig.origin}/iclock/cdata?SN=${serial}&table=ATTLOG&Stamp=9999`, {
        method: 'POST',
        body: attlog(systemClock.now(), size, from, lines),
      });
      if (!(await answer.text()).startsWith('OK')) throw new Error(`The terminal was answered ${answer.status}`);
    };
    await givenToday(db, accountId);
    const look = () =>
      Promise.all(
        FIGURES.map(async (call) =>
          (await fetch(`${rig.origin}/v2/${call}?cacheKey=1`, { headers: { authorization: token } })).text(),
        ),
      );
    const raise = () => db.run(sql`update account set data_version = data_version + 1 where account_id = ${accountId}`);
    const models = createDayModels(db);
    const day = () => {
      const now = systemClock.now();
      const asked = { accountId, dataVersion: ++version, date: now.toISOString().slice(0, 10), now };
      return models.get(asked);
    };
    let version = 1_000_000;
    // Punches of people who have not come yet.
    let next = 9;
    const changes: Record<string, () => Promise<unknown>> = {
      nothing: async () => undefined,
      'one punch': async () => {
        await send(next, 1);
        next += 10;
      },
      'something else': raise,
    };
    const cost: Record<string, { day: number[]; refresh: number[]; ms: number[] }> = {};
    for (let run = 0; run < RUNS; run++) {
      await sameMinute();
      await day();
      await look();
      for (const [what, change] of Object.entries(changes)) {
        const own = cost[what] ?? { day: [], refresh: [], ms: [] };
        cost[what] = own;
        await change();
        own.day.push(await cpuOf(day));
        let ms = 0;
        own.refresh.push(
          await cpuOf(async () => {
            ms = await timed(look);
          }),
        );
        own.ms.push(ms);
      }
    }
    const anew = median(cost['something else']?.day ?? []);
    for (const [what, own] of Object.entries(cost))
      rows.push({
        employees: size,
        after: what,
        'the day, CPU ms': rounded(median(own.day)),
        'of the day made anew': rounded(median(own.day) / anew, 3),
        'all calls and their client, CPU ms': rounded(median(own.refresh)),
        'all calls, ms': rounded(median(own.ms)),
      });
  }
  printTable(`A changed refresh: ${FIGURES.length} calls at once`, rows);
} finally {
  await bare.close();
  await rig.close();
}

/** Waits for the next minute where the present one is nearly over, because each minute is judged anew. */
async function sameMinute() {
  const left = 60_000 - (systemClock.now().getTime() % 60_000);
  if (left < 20_000) await new Promise((done) => setTimeout(done, left + 50));
}
