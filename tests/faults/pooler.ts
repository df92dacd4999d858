import { Client } from 'pg';
import { freePort } from '../../scripts/freePort.ts';
import { MixedLoad } from './mixedLoad.ts';
import { type FaultRow, givenDatabase, pause, ServerProcess } from './rig.ts';

type Pooler = { url(databaseUrl: string): string; stop(): void };
const CALLERS = 8;
const SETTINGS = ["timezone = 'UTC'", "statement_timeout = '30s'", "idle_in_transaction_session_timeout = '15s'"];

/**
 * A pooler in transaction mode, where each transaction may run on another connection: everything must be answered and nothing lost; a zone other than
 * UTC must refuse the start. `runMs`: the duration of the load.
 */
export async function throughPooler(
  runMs: number,
  url: string,
  startPooler: (url: string, port: number) => Promise<Pooler>,
): Promise<FaultRow> {
  const env = await givenDatabase(url);
  const own = new Client({ connectionString: env.DATABASE_URL });
  await own.connect();
  const set = async (settings: readonly string[]) => {
    for (const setting of settings) await own.query(`alter role current_user set ${setting}`);
  };
  /** A new pooler each time, because it keeps the zone of its first connection. */
  const through = async <T>(use: (server: ServerProcess) => Promise<T>): Promise<T> => {
    const pooler = await startPooler(url, await freePort());
    const to = { ...env, DATABASE_URL: pooler.url(env.DATABASE_URL ?? ''), DATABASE_POOLER: 'transaction' };
    const server = await ServerProcess.create({ ...to, PASSWORD_MEMORY_KIB: '19456', PASSWORD_PASSES: '2' });
    return use(server).finally(async () => {
      await server.remove();
      pooler.stop();
    });
  };
  try {
    await set([...SETTINGS, "timezone = 'Africa/Johannesburg'"]);
    const refusal = await through((server) =>
      server.start().then(
        () => 'it started with the zone of the server',
        (error: Error) => error.message,
      ),
    );
    const isRefused = refusal.includes('TimeZone is Africa/Johannesburg instead of UTC');
    await set(SETTINGS);
    const { load, lost, doubled } = await through(async (server) => {
      await server.start();
      const begun = await MixedLoad.create(server);
      await begun.run(CALLERS, pause(runMs));
      return { load: begun, ...(await begun.judge((text, values) => own.query(text, values))) };
    });
    const refused = load.statuses[503] ?? 0;
    for (const failure of [...load.failures.slice(0, 10), ...(isRefused ? [] : [refusal])]) console.error(failure);
    return {
      fault: 'a pooler in transaction mode',
      tried: `${Object.entries(load.statuses).map(([status, count]) => `${count} ${status}`)}; another zone: ${isRefused ? 'refused at start' : 'not refused'}`,
      acknowledged: load.acknowledged,
      ...{ lost, doubled },
      serverErrors: load.failures.length + refused + (isRefused ? 0 : 1),
      recovery: 'none needed',
    };
  } finally {
    await own.query('alter role current_user reset all').finally(() => own.end());
  }
}
