import {
  attlogLine,
  type FaultRow,
  givenSite,
  pause,
  postLines,
  recoveryOf,
  ServerProcess,
  storedPunches,
} from './rig.ts';

const BATCH = 40;

/** SIGKILL at random moments while a terminal delivers: what was acknowledged is there, once, however often it was sent. */
export async function killDuringIngest(kills: number, env: Record<string, string> = {}): Promise<FaultRow> {
  const server = await ServerProcess.create(env);
  const end = Date.now();
  const recoveries: number[] = [];
  const acknowledged = new Set<number>();
  let sent = 0;
  let refused = 0;
  try {
    await server.start();
    const site = await givenSite(server);
    for (let kill = 0; kill < kills; kill++) {
      let dead = false;
      const killer = pause(50 + Math.random() * 900).then(async () => {
        dead = true;
        await server.end('SIGKILL');
      });
      while (!dead) {
        const batch = Array.from({ length: BATCH }, (_, n) => sent + n);
        const outcome = await postLines(
          server,
          site.serial,
          batch.map((index) => attlogLine(index, end)),
        );
        if (outcome === 'refused' && !dead) refused++;
        if (outcome !== 'acknowledged') continue;
        for (const index of batch) acknowledged.add(index);
        sent += BATCH;
      }
      await killer;
      recoveries.push(await server.start());
    }
    // The batch that the last kill interrupted may be there or not: sent again it is there once.
    const rest = Array.from({ length: BATCH }, (_, n) => sent + n);
    if (
      (await postLines(
        server,
        site.serial,
        rest.map((index) => attlogLine(index, end)),
      )) !== 'acknowledged'
    )
      throw new Error('The last batch was refused');
    for (const index of rest) acknowledged.add(index);
    for (let from = 0; from < acknowledged.size; from += 1_000) {
      const again = Array.from({ length: Math.min(1_000, acknowledged.size - from) }, (_, n) =>
        attlogLine(from + n, end),
      );
      await postLines(server, site.serial, again);
    }
    const stored = await storedPunches(server, site);
    return {
      fault: env.DATABASE_URL ? 'SIGKILL during ingest (PostgreSQL)' : 'SIGKILL during ingest',
      tried: `${kills} kills`,
      acknowledged: acknowledged.size,
      lost: Math.max(0, acknowledged.size - stored),
      doubled: Math.max(0, stored - acknowledged.size),
      serverErrors: refused,
      recovery: recoveryOf(recoveries),
    };
  } finally {
    await server.remove();
  }
}
