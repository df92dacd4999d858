import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import pino from 'pino';
import { z } from 'zod';
import { readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/db/database.ts';
import { raw } from '#server/platform/db/db.ts';
import { adminToken, ServerProcess } from '#tests/faults/rig.ts';
import { type Farm, givenFarm } from './support/farm.ts';
import { printTable, type Row, rounded } from './support/rig.ts';
import { attlogLine, type Kind, pinsOf, Visitors } from './support/visitors.ts';
import { course, quantile, slopeOf, Watch } from './support/vitals.ts';

/**
 * Many dashboards and many terminals at once, for a long time, against server processes of their own: how long each
 * request waits, how the server fares meanwhile, and whether every acknowledged punch is stored exactly once. Exits with 1 when one is not, or when
 * the server failed. With BENCH_DATABASE_URL (an empty database) it may run several processes.
 */
const setting = (name: string, otherwise: number) => Number(process.env[`BENCH_${name}`] ?? otherwise);
const SECONDS = setting('SECONDS', 600);
/** Seconds that count neither in the times nor in the slope. */
const WARM_UP = setting('WARM_UP', Math.min(60, SECONDS / 10));
const DASHBOARDS = setting('DASHBOARDS', 100);
const TERMINALS = setting('TERMINALS', 100);
const ACCOUNTS = setting('ACCOUNTS', Math.ceil(TERMINALS / 25));
const PEOPLE = setting('PEOPLE', ACCOUNTS * 250);
const STORED = setting('STORED', 1_000_000);
const PROCESSES = setting('PROCESSES', 1);
const REFRESH_MS = setting('REFRESH_MS', 30_000);
const PACE = { punchMs: setting('PUNCH_MS', 5_000), pollMs: setting('POLL_MS', 10_000) };
/** Old lines that ten terminals send again all at once, as after a reset. */
const REPLAYED = setting('REPLAYED', 0);
const REPLAYING = 10;
const LOOK_MS = 10_000;
const databaseUrl = process.env.BENCH_DATABASE_URL;
if (PROCESSES > 1 && !databaseUrl) throw new Error('Several processes need BENCH_DATABASE_URL');

const counted = z.object({ clockRecords: z.int() });
/** Returns the number of punches that an account has stored, from its Statistics tab. */
async function storedPunches(server: ServerProcess, accountId: string): Promise<number> {
  const headers = { authorization: await adminToken(server) };
  const reply = await fetch(`${server.origin}/v2/system-stats/account/${accountId}/overview`, { headers });
  return counted.parse(await reply.json()).clockRecords;
}

const folder = mkdtempSync(join(tmpdir(), 'tallyboard-load-'));
const env = {
  SECRET_KEY: Buffer.alloc(32, 1).toString('base64url'),
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
};

async function seed(): Promise<Farm[]> {
  const config = readConfig({ ...env, DATA_DIR: folder, LOG_LEVEL: 'error' });
  const { db, close } = await openDatabase(config, pino({ level: 'error' }));
  const share = (all: number, n: number) => Math.floor((all * (n + 1)) / ACCOUNTS) - Math.floor((all * n) / ACCOUNTS);
  const farms: Farm[] = [];
  for (let n = 0; n < ACCOUNTS; n++)
    farms.push(
      await givenFarm(db, {
        people: share(PEOPLE, n),
        dashboards: share(DASHBOARDS, n),
        terminals: share(TERMINALS, n),
        stored: share(STORED, n),
      }),
    );
  await db.run(raw('/* deadline = 600000 */ analyze'));
  await close();
  return farms;
}

/** Returns the lines of each replaying terminal of the last nine days, with an hour between the punches of one person. */
const oldLines = (pins: readonly number[]) =>
  Array.from({ length: Math.floor(REPLAYED / REPLAYING) }, (_, n) => {
    const turn = Math.floor(n / pins.length);
    return attlogLine(pins[n % pins.length] ?? 1, new Date(Date.now() - 86_400_000 - turn * 3_600_000), turn % 2);
  });

const statusesText = (statuses: Record<number, number>) =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} x ${status}`)
    .join(', ');

function waits(visitors: Visitors): Row[] {
  const what: Record<Kind, string> = {
    figures: 'GETs of dashboards',
    punch: 'punches, until acknowledged',
    poll: 'polls of terminals',
    replay: 'old lines sent again, a batch',
  };
  return (Object.keys(what) as Kind[])
    .filter((kind) => visitors.waits[kind].length > 0)
    .map((kind) => {
      const times = visitors.waits[kind].map(({ ms }) => ms);
      return {
        what: what[kind],
        counted: times.length,
        'p50, ms': rounded(quantile(times, 0.5)),
        'p95, ms': rounded(quantile(times, 0.95)),
        'p99, ms': rounded(quantile(times, 0.99)),
        'worst, ms': rounded(quantile(times, 1)),
        answers: statusesText(visitors.statuses[kind]),
      };
    });
}

/** Returns the waiting times of each sixth of the run: a machine that stood still for a moment shows as one slow part. */
function waitsInTime({ waits }: Visitors): Row[] {
  const asked = [...waits.figures, ...waits.punch].map(({ at }) => at);
  const [from, to] = [quantile(asked, 0), quantile(asked, 1)];
  const part = (kind: Kind, sixth: number) =>
    waits[kind]
      .filter(({ at }) => Math.min(5, Math.floor((6 * (at - from)) / (to - from))) === sixth)
      .map(({ ms }) => ms);
  return [0, 1, 2, 3, 4, 5].map((sixth) => ({
    'until minute': rounded(((to - from) * (sixth + 1)) / 6 / 60_000),
    'GETs p50, ms': rounded(quantile(part('figures', sixth), 0.5)),
    'GETs p95, ms': rounded(quantile(part('figures', sixth), 0.95)),
    'punches p50, ms': rounded(quantile(part('punch', sixth), 0.5)),
    'punches p99, ms': rounded(quantile(part('punch', sixth), 0.99)),
  }));
}

const servers: ServerProcess[] = [];
try {
  const farms = await seed();
  for (let n = 0; n < PROCESSES; n++) servers.push(await ServerProcess.create(env, folder));
  const [first] = servers;
  if (!first) throw new Error('BENCH_PROCESSES is at least 1');
  // One after the other; the first one creates what the others use.
  for (const server of servers) console.log(`A process is ready after ${Math.round(await server.start())} ms`);

  let over = false;
  const visitors = new Visitors(
    servers.map(({ origin }) => origin),
    () => over,
  );
  const terminals = farms.flatMap((farm) => farm.serials.map((serial, n) => ({ serial, pins: pinsOf(farm, n) })));
  const replays = terminals
    .slice(0, REPLAYED > 0 ? REPLAYING : 0)
    .map(({ serial, pins }) => ({ serial, lines: oldLines(pins) }));
  const replayAll = () => replays.map(({ serial, lines }, n) => visitors.replay(n, serial, lines, 500));
  await Promise.all(replayAll());
  const stored = async () => {
    let all = 0;
    for (const { accountId } of farms) all += await storedPunches(first, accountId);
    return all;
  };
  const before = await stored();

  const watches = await Promise.all(servers.map(({ origin }) => Watch.start(origin, folder, LOOK_MS)));
  const own = monitorEventLoopDelay();
  own.enable();
  const started = Date.now();
  const all = [
    ...farms.flatMap(({ tokens }) => tokens).map((token, n) => visitors.dashboard(TERMINALS + n, token, REFRESH_MS)),
    ...terminals.map(({ serial, pins }, n) => visitors.terminal(n, serial, pins, PACE)),
  ];
  const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  // Ended early, it prints what it has measured so far.
  const interrupted = once(process, 'SIGINT');
  await Promise.race([wait(WARM_UP), interrupted]);
  visitors.forgetTimes();
  all.push(...replayAll());
  await Promise.race([wait(SECONDS - WARM_UP), interrupted]);
  over = true;
  await Promise.all(all);
  for (const watch of watches) watch.stop();
  const took = (Date.now() - started) / 1_000;

  const acknowledged = [...visitors.acknowledged.values()].reduce((sum, lines) => sum + lines.length, 0);
  const after = await stored();
  const repeated = await visitors.repeatAll();
  const again = await stored();

  printTable(
    `${DASHBOARDS} dashboards (${REFRESH_MS / 1_000} s) and ${TERMINALS} terminals (punch ${PACE.punchMs / 1_000} s, poll ${PACE.pollMs / 1_000} s) of ${ACCOUNTS} accounts and ${PEOPLE} people, ${before} punches stored before, ${PROCESSES} process(es) on ${databaseUrl ? 'PostgreSQL' : 'the bundled one'}, ${Math.round(took)} s of which ${WARM_UP} to warm up`,
    waits(visitors),
  );
  printTable('In the course of it', waitsInTime(visitors));
  for (const [n, { samples }] of watches.entries()) {
    printTable(`Process ${n + 1}`, course(samples));
    const warm = samples.filter(({ hours }) => hours * 3_600 >= WARM_UP);
    for (const name of ['rss', 'heap'] as const) {
      const slope = slopeOf(warm.map((one) => ({ x: one.hours, y: one[name] })));
      if (slope) console.log(`${name}: ${rounded(slope.perHour)} MB/h, standard error ${rounded(slope.error)}`);
    }
  }
  console.log(
    `\nThe load's own event loop: p99 ${rounded(own.percentile(99) / 1e6)} ms, longest stop ${rounded(own.max / 1e6)} ms`,
  );
  const lost = Math.max(0, before + acknowledged - after) + Math.max(0, again - after);
  const doubled = Math.max(0, after - before - visitors.sent);
  console.log(
    `${acknowledged} of ${visitors.sent} punches acknowledged, ${after - before} stored; ${repeated} sent once more, ${again - after} of them new: ${lost} lost, ${doubled} doubled`,
  );
  const failed = Object.values(visitors.statuses).reduce(
    (sum, statuses) =>
      sum +
      Object.entries(statuses).reduce((n, [status, count]) => n + (+status === 0 || +status >= 500 ? count : 0), 0),
    0,
  );
  console.log(`${failed} answers of 5xx or none`);
  for (const failure of visitors.failures) console.log(failure);
  process.exitCode = lost + doubled + failed > 0 ? 1 : 0;
} finally {
  for (const server of servers) await server.end('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
