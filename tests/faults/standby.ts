import { Client } from 'pg';
import { z } from 'zod';
import { Journal } from './journal.ts';
import { attlogLine, type FaultRow, givenDatabase, givenSite, pause, ServerProcess, type Site } from './rig.ts';

/** A server that can get a synchronous standby and be lost (scripts/postgres.ts). */
type Primary = {
  url: string;
  addStandby(): Promise<{ url: string; promote(): void }>;
  halt(): void;
  stop(): void;
};

const PATIENCE_MS = 30_000;
const pid = z.array(z.object({ pid: z.number() }));

/** Repeats the query until there are rows; throws with `what` otherwise. */
async function pidOf(own: Client, what: string, text: string): Promise<number> {
  for (const started = performance.now(); performance.now() - started < PATIENCE_MS; await pause(50)) {
    const [row] = pid.parse((await own.query(text)).rows);
    if (row) return row.pid;
  }
  throw new Error(`No ${what} within ${PATIENCE_MS} ms`);
}
const waiting = (own: Client) =>
  pidOf(own, 'commit waits for the standby', `select pid from pg_stat_activity where wait_event = 'SyncRep'`);
/** Cancels each wait until the answer arrives, because a delivery takes several commits. */
async function cancelWaits(own: Client, answer: Promise<string>): Promise<string> {
  let isAnswered = false;
  const done = answer.finally(() => (isAnswered = true));
  await waiting(own);
  while (!isAnswered) {
    await own.query(`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`);
    await pause(20);
  }
  return done;
}
const walSender = (own: Client) =>
  pidOf(
    own,
    'synchronous standby',
    `select pid from pg_stat_replication where state = 'streaming' and sync_state = 'sync'`,
  );

/**
 * Somebody cancels a commit that waits for a standby which no longer answers: the punch exists on one machine only, so it must not be acknowledged,
 * nor may its repetition until the standby has it. Then the primary is lost, and the standby must have everything that was acknowledged.
 */
export async function commitWithoutStandby(postgres: Primary): Promise<FaultRow> {
  const own = new Client({ connectionString: postgres.url });
  // The connection ends with the primary.
  own.on('error', () => undefined);
  await own.connect();
  try {
    return await loseThePrimary(postgres, own);
  } finally {
    await own.end().catch(() => undefined);
    postgres.stop();
  }
}

async function loseThePrimary(postgres: Primary, own: Client): Promise<FaultRow> {
  const env = await givenDatabase(postgres.url);
  const server = await ServerProcess.create(env);
  const journal = new Journal();
  const end = Date.now();
  const line = (index: number) => [attlogLine(index, end)];
  let answered = '';
  try {
    await server.start();
    const site: Site = await givenSite(server);
    const standby = await postgres.addStandby();
    const sender = await walSender(own);
    await journal.post(server, site, line(0));

    process.kill(sender, 'SIGSTOP');
    try {
      answered += `cancelled: ${await cancelWaits(own, journal.post(server, site, line(1)))}`;
      const repeated = journal.post(server, site, line(1));
      await waiting(own);
      process.kill(sender, 'SIGCONT');
      answered += `; repeated, when the standby was back: ${await repeated}`;
      process.kill(sender, 'SIGSTOP');
      answered += `; cancelled again: ${await cancelWaits(own, journal.post(server, site, line(2)))}`;
    } finally {
      // A suspended process would delay the end of the primary.
      postgres.halt();
      await server.end('SIGKILL');
    }
    standby.promote();
    const url = new URL(env.DATABASE_URL ?? '');
    url.port = new URL(standby.url).port;
    await server.start({ DATABASE_URL: url.href });
    const { lost, doubled } = await journal.judge(server, site);
    return {
      fault: 'commit without a standby',
      tried: answered,
      acknowledged: journal.acknowledged,
      lost,
      doubled,
      serverErrors: 0,
      recovery: 'none needed',
    };
  } finally {
    await server.remove();
  }
}
