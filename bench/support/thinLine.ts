import { request as ask, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const DELAY_MS = 150;
/** 1.6 Mbit/s. */
const BYTES_A_MS = 200;
const SLICE = 4_096;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * A proxy in front of a server, used by the page and all its workers: while `isThin`, each answer starts 150 ms late and all of them share 1.6
 * Mbit/s.
 */
export async function openThinLine(upstream: string) {
  let freeAt = 0;
  const line = { isThin: true, origin: '', close: () => undefined as undefined };
  const server: Server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const forwarded = ask(`${upstream}${url}`, { method, headers }, async (reply) => {
      if (line.isThin) await pause(DELAY_MS);
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      for await (const chunk of reply) {
        for (let at = 0; at < chunk.length; at += SLICE) {
          const slice = chunk.subarray(at, at + SLICE);
          if (line.isThin) {
            freeAt = Math.max(freeAt, performance.now()) + slice.length / BYTES_A_MS;
            await pause(freeAt - performance.now());
          }
          outgoing.write(slice);
        }
      }
      outgoing.end();
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Chromium asks for Brotli only on localhost and https.
  line.origin = `http://localhost:${(server.address() as AddressInfo).port}`; // listening on TCP
  line.close = () => {
    server.closeAllConnections();
    server.close();
  };
  return line;
}
