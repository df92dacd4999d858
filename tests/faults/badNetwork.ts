import { Journal } from './journal.ts';
import { FaultProxy } from './proxy.ts';
import { attlogLine, type FaultRow, givenSite, pause, recoveryOf, ServerProcess } from './rig.ts';

const BATCH = 40;
/** Resets every connection after a few uploads, anywhere in a request or its answer. */
const resetAfterBytes = () => Math.floor(Math.random() * 6_000);

/** A connection that delivers byte by byte and breaks: every punch must arrive once, however often it was sent. */
export async function badNetwork(punches: number): Promise<FaultRow> {
  const server = await ServerProcess.create();
  let proxy: FaultProxy | undefined;
  try {
    await server.start();
    const site = await givenSite(server, 'FAULT0005');
    const { hostname: host, port } = new URL(server.origin);
    proxy = await FaultProxy.create({ host, port: Number(port) }, { sliceBytes: 1, resetAfterBytes });
    const line = { origin: `http://127.0.0.1:${proxy.port}` };
    const end = Date.now();
    const journal = new Journal();
    const waits: number[] = [];
    let refused = 0;
    let tries = 0;
    for (let sent = 0; sent < punches; sent += BATCH) {
      const batch = Array.from({ length: BATCH }, (_, n) => attlogLine(sent + n, end));
      const started = performance.now();
      for (let outcome = ''; outcome !== 'acknowledged'; tries++) {
        outcome = await journal.post(line, site, batch);
        if (outcome === 'refused') refused++;
        if (outcome !== 'acknowledged') await pause(20);
      }
      waits.push(performance.now() - started);
    }
    const { lost, doubled } = await journal.judge(server, site);
    return {
      fault: 'a line that delivers single bytes and breaks off',
      tried: `${tries} uploads of ${BATCH}, ${proxy.resets} connections reset`,
      acknowledged: journal.acknowledged,
      lost,
      doubled,
      serverErrors: refused,
      recovery: `each upload ${recoveryOf(waits)}`,
    };
  } finally {
    await proxy?.close();
    await server.remove();
  }
}
