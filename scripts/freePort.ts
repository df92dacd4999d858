import { createServer } from 'node:net';

// Below the range that systems use for outgoing connections (Linux: from 32768), where one could take the port before the server does.
const FIRST = 20_000;
const PORTS = 12_000;
const TRIES = 100;

/** Returns a TCP port of this machine on which nobody listens; throws when none of a hundred is free. */
export async function freePort(): Promise<number> {
  for (let n = 0; n < TRIES; n++) {
    const port = FIRST + Math.floor(Math.random() * PORTS);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port between ${FIRST} and ${FIRST + PORTS}`);
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
