import { Journal } from './journal.ts';
import { attlogLine, type FaultRow, givenSite, pause, recoveryOf, ServerProcess } from './rig.ts';

const BATCH = 40;

/** The process that is killed: the server, its bundled PostgreSQL, or both at once. */
type Target = 'server' | 'postmaster' | 'both';

/**
 * SIGKILL at random moments while a terminal delivers: what was acknowledged must exist exactly once, however often it was sent. A
 * server whose PostgreSQL is killed starts that again, three times in ten minutes; then it ends, and is started as systemd would.
 */
export async function killDuringIngest(
  kills: number,
  env: Record<string, string> = {},
  target: Target = 'server',
): Promise<FaultRow> {
  const server = await ServerProcess.create(env);
  const end = Date.now();
  const recoveries: number[] = [];
  const journal = new Journal();
  let sent = 0;
  let refused = 0;
  try {
    await server.start();
    const site = await givenSite(server);
    for (let kill = 0; kill < kills; kill++) {
      let dead = false;
      let killed: number | undefined;
      const killer = pause(50 + Math.random() * 900).then(async () => {
        dead = true;
        if (target !== 'server') killed = server.postmaster;
        if (killed !== undefined) process.kill(killed, 'SIGKILL');
        if (target !== 'postmaster') await server.end('SIGKILL');
      });
      while (!dead) {
        const batch = Array.from({ length: BATCH }, (_, n) => sent + n);
        const outcome = await journal.post(
          server,
          site,
          batch.map((index) => attlogLine(index, end)),
        );
        if (outcome === 'refused' && !dead) refused++;
        if (outcome === 'acknowledged') sent += BATCH;
      }
      await killer;
      recoveries.push(await (target === 'postmaster' ? server.recovered(killed) : server.start()));
    }
    const { lost, doubled } = await journal.judge(server, site);
    return {
      fault: `SIGKILL of ${target === 'both' ? 'server and postmaster' : `the ${target}`} during ingest${env.DATABASE_URL ? ' (PostgreSQL)' : ''}`,
      tried: `${kills} kills`,
      acknowledged: journal.acknowledged,
      lost,
      doubled,
      serverErrors: refused,
      recovery: recoveryOf(recoveries),
    };
  } finally {
    await server.remove();
  }
}
