import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { alertsOnce } from './alerts.ts';
import { startBareServer } from './bareServer.ts';
import type { Cluster } from './cluster.ts';
import { ClusterLoad } from './clusterLoad.ts';
import type { Host } from './host.ts';
import { FaultProxy } from './proxy.ts';
import { type FaultRow, givenDatabase, pause, recoveryOf, ServerProcess } from './rig.ts';

/** The longest allowed times, ms: `well` counts from the promotion. */
export type Bars = { well: number; health: number };
export type Trial = { times: number; bars: Bars };
type Outcome = { tried: string; recoveries: readonly number[]; failures?: readonly string[] };

const CHEAP = { PASSWORD_MEMORY_KIB: '19456', PASSWORD_PASSES: '2', SESSION_TTL: '86400', LOG_LEVEL: 'fatal' };
/** Promotion is due after the ttl, 20 s; etcd and Patroni are late themselves where the machine is. */
const PROMOTION_MS = 180_000;
const seconds = (ms: number) => (ms / 1_000).toFixed(1);
const range = (values: readonly number[]) => `${seconds(Math.min(...values))} to ${seconds(Math.max(...values))} s`;

/** Runs two processes on the database at `url` under load; `act` injects the fault meanwhile. */
async function underLoad(
  fault: string,
  url: string,
  bars: Bars,
  act: (load: ClusterLoad) => Promise<Outcome>,
): Promise<FaultRow> {
  const env: Record<string, string> = { ...(await givenDatabase(url)), ...CHEAP };
  const dataDir = mkdtempSync(join(tmpdir(), 'tallyboard-failover-'));
  const servers = [await ServerProcess.create(env, dataDir), await ServerProcess.create(env, dataDir)] as const;
  const own = new Pool({ connectionString: env.DATABASE_URL ?? '', max: 1 });
  own.on('error', () => undefined);
  const bare = await startBareServer();
  try {
    for (const server of servers) await server.start();
    const load = await ClusterLoad.create(servers, bare.origin);
    const { tried, recoveries, failures = [] } = await load.run(act(load));
    const answers = Object.entries(load.statuses).map(([status, count]) => `${count} ${status}`);
    const { health, bare: machine } = load.slowest;
    const { lost, doubled } = await load.judge((text, values) => own.query(text, values));
    const all = [...load.failures, ...failures];
    if (health > bars.health) all.push(`/healthz took ${Math.round(health)} ms`);
    for (const ms of recoveries) if (ms > bars.well) all.push(`well again after ${Math.round(ms)} ms`);
    for (const failure of all.slice(0, 20)) console.error(`${fault}: ${failure}`);
    return {
      fault,
      tried: `${tried}; answers: ${answers.join(', ')}; /healthz worst ${Math.round(health)} ms, of a server that only answers ${Math.round(machine)} ms`,
      acknowledged: load.acknowledged,
      ...{ lost, doubled },
      serverErrors: all.length,
      recovery: recoveryOf(recoveries),
    };
  } finally {
    bare.stop();
    await own.end();
    for (const server of servers) await server.remove();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Returns the ms until Patroni reports that `host` is the primary. */
async function untilPromoted(cluster: Cluster, host: Host): Promise<number> {
  for (const started = performance.now(); performance.now() - started < PROMOTION_MS; await pause(30))
    if (await host.is('primary')) return performance.now() - started;
  throw cluster.failure(`${host.name} was not promoted within ${PROMOTION_MS / 1_000} s`);
}

/** Ends the primary so many times, each time once it has a synchronous standby again, at random moments of the load. */
async function goes(
  cluster: Cluster,
  times: number,
  load: ClusterLoad,
  { away, back }: { away(from: Host, to: Host): unknown; back(from: Host): unknown },
) {
  const [promotions, recoveries, returns]: [number[], number[], number[]] = [[], [], []];
  for (let n = 0; n < times; n++) {
    const { primary, standby } = await cluster.untilWhole();
    await pause(Math.random() * 1_000);
    const [promoted] = await Promise.all([untilPromoted(cluster, standby), away(primary, standby)]);
    promotions.push(promoted);
    recoveries.push(await load.untilWell(performance.now()));
    await back(primary);
    const returning = performance.now();
    await cluster.untilWhole();
    returns.push(performance.now() - returning);
    console.log(
      `${n + 1} of ${times}: ${[promotions, recoveries, returns].map((all) => seconds(all.at(-1) ?? 0)).join(', ')} s`,
    );
  }
  return {
    recoveries,
    promoted: `promotion after ${range(promotions)}, a synchronous standby again after ${range(returns)}`,
  };
}

/** Every process on the primary's host gets SIGKILL under load. */
export const primaryKilled = (cluster: Cluster, { times, bars }: Trial) =>
  underLoad('failover: SIGKILL of the primary and its host', cluster.url, bars, async (load) => {
    const acts = { away: (from: Host) => from.kill(), back: (from: Host) => from.start() };
    const { recoveries, promoted } = await goes(cluster, times, load, acts);
    return { tried: `${times} kills, ${promoted}`, recoveries };
  });

const AWAKE_MS = 10_000;

/**
 * The primary's host is suspended for longer than its lease and wakes up believing that it is still the primary. Once per cluster, because
 * Patroni 3.0 may not name a synchronous standby again afterwards (docs/operating.md, C).
 */
export const primaryFrozen = (cluster: Cluster, { times, bars }: Trial) =>
  underLoad('failover: the primary and its host frozen, and woken', cluster.url, bars, async (load) => {
    const back = async (from: Host) => {
      from.signal('SIGCONT');
      // It finds out under load that it is no longer the primary.
      await pause(AWAKE_MS);
    };
    const acts = { away: (from: Host) => from.signal('SIGSTOP'), back };
    const { recoveries, promoted } = await goes(cluster, times, load, acts);
    return { tried: `${times} freezes, ${promoted}`, recoveries };
  });

/** An operator swaps the two. */
export const switchedOver = (cluster: Cluster, { times, bars }: Trial) =>
  underLoad('failover: switchover', cluster.url, bars, async (load) => {
    const acts = { away: (from: Host, to: Host) => from.switchOver(to), back: () => undefined };
    const { recoveries, promoted } = await goes(cluster, times, load, acts);
    return { tried: `${times} switchovers, ${promoted}`, recoveries };
  });

/** The primary's host dies at every tenth slot of three employers' alerts, on a clock that moves from slot to slot. */
export async function alertsThroughFailovers(cluster: Cluster, days: number): Promise<FaultRow> {
  const daysOfWeek = [1, 2, 3, 4, 5, 6, 7];
  const trial = { from: '2026-11-20T12:00:00Z', days, daysOfWeek, faultShare: Number.MIN_VALUE };
  await cluster.untilWhole();
  return alertsOnce(trial, await givenDatabase(cluster.url), async () => {
    const { primary, standby } = await cluster.untilWhole();
    primary.kill();
    await untilPromoted(cluster, standby);
    primary.start();
    await cluster.untilWhole();
  });
}

const STANDBY_MS = 10_000;

/** The standby's host dies: nobody may be refused, and nobody may wait longer than 10 s. */
export const standbyLost = (cluster: Cluster, { times, bars }: Trial) =>
  underLoad('failover: SIGKILL of the standby and its host', cluster.url, bars, async (load) => {
    for (let n = 0; n < times; n++) {
      const { standby } = await cluster.untilWhole();
      standby.kill();
      await pause(STANDBY_MS + 2_000);
      standby.start();
    }
    await cluster.untilWhole();
    const longest = load.slowest.others;
    const refused = load.statuses[503] ?? 0;
    return {
      tried: `${times} kills, longest answer ${seconds(longest)} s`,
      recoveries: [],
      failures: [
        ...(longest > STANDBY_MS ? [`an answer took ${seconds(longest)} s`] : []),
        ...(refused > 0 ? [`${refused} were refused`] : []),
      ],
    };
  });

const ETCD_MS = 30_000;

/**
 * One etcd is suspended, which must change nothing; then all of them, for longer than the lease: the primary steps down, and takes over again.
 */
export const etcdLost = (cluster: Cluster, { times, bars }: Trial) =>
  underLoad('failover: etcd cut off', cluster.url, bars, async (load) => {
    const recoveries: number[] = [];
    const failures: string[] = [];
    for (let n = 0; n < times; n++) {
      await cluster.untilWhole();
      const one = cluster.hosts[n % cluster.hosts.length];
      const before = load.statuses[503] ?? 0;
      one?.signal('SIGSTOP', 'etcd');
      await pause(ETCD_MS);
      one?.signal('SIGCONT', 'etcd');
      const refused = (load.statuses[503] ?? 0) - before;
      if (refused > 0) failures.push(`${refused} were refused without the etcd of ${one?.name}`);
      await cluster.untilWhole();
      for (const host of cluster.hosts) host.signal('SIGSTOP', 'etcd');
      await pause(ETCD_MS);
      for (const host of cluster.hosts) host.signal('SIGCONT', 'etcd');
      const lost = performance.now();
      while (!(await cluster.primary()) && performance.now() - lost < PROMOTION_MS) await pause(30);
      recoveries.push(await load.untilWell(performance.now()));
    }
    await cluster.untilWhole();
    return {
      tried: `${times} times one of three, ${times} times all, ${ETCD_MS / 1_000} s each`,
      recoveries,
      failures,
    };
  });

/** A server that can get a synchronous standby and be lost (scripts/postgres.ts). */
type Primary = {
  url: string;
  addStandby(): Promise<{ url: string; promote(): void }>;
  halt(): void;
  stop(): void;
};
const AS_STANDBY_MS = 1_500;

/**
 * Without Patroni: the primary is lost, and the address leads to a standby that is read-only until it is promoted by hand. Until then no process may
 * be ready, and every caller is asked to try again (25006 is a 503).
 */
export async function promotedByHand(postgres: Primary, bars: Bars): Promise<FaultRow> {
  const target = (url: string) => ({ host: '127.0.0.1', port: Number(new URL(url).port) });
  const standby = await postgres.addStandby();
  const proxy = await FaultProxy.create(target(postgres.url));
  const url = new URL(postgres.url);
  url.port = String(proxy.port);
  try {
    return await underLoad('failover: a standby in place of the primary, promoted', url.href, bars, async (load) => {
      await pause(AS_STANDBY_MS);
      postgres.halt();
      proxy.leadTo(target(standby.url));
      await pause(AS_STANDBY_MS);
      const said = await load.readiness();
      standby.promote();
      const well = await load.untilWell(performance.now());
      const failures = said.flatMap((status) =>
        status === 'unavailable' ? [] : [`with a standby /readyz says ${status}`],
      );
      return { tried: 'one failover by pg_ctl', recoveries: [well], failures };
    });
  } finally {
    await proxy.close();
    postgres.stop();
  }
}
