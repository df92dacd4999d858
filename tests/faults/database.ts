import { Client } from 'pg';
import { MixedLoad } from './mixedLoad.ts';
import { FaultProxy } from './proxy.ts';
import { type FaultRow, pause, recoveryOf, ServerProcess } from './rig.ts';

type Env = Record<string, string>;
const CHEAP = { PASSWORD_MEMORY_KIB: '19456', PASSWORD_PASSES: '2', LOG_LEVEL: 'fatal' };
const CALLERS = 16;

/** Runs a server whose database is behind a proxy, a load on it, and a direct connection to the database. */
async function withLoad(env: Env, run: (given: Given) => Promise<Omit<FaultRow, 'acknowledged' | 'lost' | 'doubled'>>) {
  const url = new URL(env.DATABASE_URL ?? '');
  const proxy = await FaultProxy.create({ host: url.hostname, port: Number(url.port) });
  const own = new Client({ connectionString: url.href });
  await own.connect();
  url.port = String(proxy.port);
  const server = await ServerProcess.create({ ...env, ...CHEAP, DATABASE_URL: url.href });
  try {
    await server.start();
    const load = await MixedLoad.create(server);
    const row = await run({ proxy, own, server, load });
    const { lost, doubled } = await load.judge((text, values) => own.query(text, values));
    for (const failure of load.failures.slice(0, 10)) console.error(failure);
    const { fault, tried, serverErrors, recovery } = row;
    const answered = Object.entries(load.statuses).map(([status, count]) => `${count} ${status}`);
    const said: FaultRow = {
      ...{ fault, tried: `${tried}; answers: ${answered.join(', ')}`, acknowledged: load.acknowledged },
      ...{ lost, doubled, serverErrors: serverErrors + load.failures.length, recovery },
    };
    return said;
  } finally {
    await server.remove();
    await own.end();
    await proxy.close();
  }
}
type Given = { proxy: FaultProxy; own: Client; server: ServerProcess; load: MixedLoad };

/** Returns the ms until /readyz reports ready. */
async function untilReady(server: ServerProcess, patienceMs = 60_000): Promise<number> {
  const started = performance.now();
  while (performance.now() - started < patienceMs) {
    const reply = await fetch(`${server.origin}/readyz`).catch(() => undefined);
    if (reply?.ok) return performance.now() - started;
    await pause(50);
  }
  throw new Error('The server did not find its database again');
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

/**
 * Somebody holds a lock that everybody needs for longer than any statement may take: 503, then everything continues. `healthMs`: the longest
 * time that /healthz may take.
 */
export const longLock = (holdMs: number, healthMs: number, env: Env) =>
  withLoad(env, async ({ own, server, load }) => {
    const hold = async () => {
      // First a table that only people need: terminals have connections of their own and continue.
      await own.query('begin; lock table session in access exclusive mode');
      await pause(holdMs);
      await own.query('rollback; begin; lock table account in access exclusive mode');
      await pause(holdMs);
      await own.query('rollback');
    };
    const before = { ...load.slowest };
    await load.run(CALLERS, hold());
    const back = await untilReady(server);
    const { people, health } = load.slowest;
    return {
      fault: 'a lock held for long, PostgreSQL',
      tried: `2 locks of ${seconds(holdMs)}, ${CALLERS} callers for 10 connections; longest wait ${seconds(people)}, /healthz worst ${Math.round(health)} ms`,
      // Nobody may wait longer than the longest wait for a connection plus a statement's deadline.
      serverErrors: people > 45_000 || health > healthMs || before.people > 45_000 ? 1 : 0,
      recovery: recoveryOf([back]),
    };
  });

/** Connections to the database are reset at random moments, in the middle of transactions. */
export const cutConnections = (cuts: number, env: Env) =>
  withLoad(env, async ({ proxy, server, load }) => {
    const recoveries: number[] = [];
    const cut = async () => {
      for (let n = 0; n < cuts; n++) {
        await pause(50 + Math.random() * 400);
        proxy.cut();
        recoveries.push(await untilReady(server));
      }
    };
    await load.run(CALLERS, cut());
    return {
      fault: 'connections to the database reset, PostgreSQL',
      tried: `${cuts} cuts, ${proxy.resets} connections`,
      serverErrors: 0,
      recovery: recoveryOf(recoveries),
    };
  });

const NOTICED_WITHIN_MS = 40_000;
/** The database, or the network to it, disappears without notice: idle and busy connections get no more answers. */
export const halfOpen = (rounds: number, env: Env) =>
  withLoad(env, async ({ proxy, server, load }) => {
    const idle: number[] = [];
    const busy: number[] = [];
    for (let n = 0; n < rounds; n++) {
      await load.run(CALLERS, pause(1_000));
      // At rest: every connection of the pools is dead, and the first caller finds out.
      await pause(11_000);
      proxy.silence('old');
      idle.push(await untilReady(server));
      // Under load: pending requests are lost, new connections work.
      const work = async () => {
        await pause(500);
        proxy.silence('old');
        await pause(200);
        busy.push(await untilReady(server));
      };
      await load.run(CALLERS, work());
      // Nothing is reachable for a while.
      await load.run(
        CALLERS,
        (async () => {
          proxy.silence('all');
          await pause(12_000);
          proxy.heal();
          busy.push(await untilReady(server));
        })(),
      );
    }
    return {
      fault: 'half-open connections to the database, PostgreSQL',
      tried: `${rounds} times at rest (noticed after ${recoveryOf(idle)}), ${busy.length} times at work`,
      serverErrors: [...idle, ...busy].filter((ms) => ms > NOTICED_WITHIN_MS).length,
      recovery: recoveryOf(busy),
    };
  });
