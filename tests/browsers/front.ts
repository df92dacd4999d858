import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Front = {
  origin: string;
  /** Sets the address of the server behind it. */
  behind: (origin: string) => void;
  /** Without a connection every request is cut. */
  connected: (isConnected: boolean) => void;
  /** The version that the server says it has; undefined: its own. */
  version: (version: string | undefined) => void;
  close: () => void;
};

/** A front door whose connection and version tests choose, for browsers that cannot be told either. */
export async function openFront(): Promise<Front> {
  let target = '';
  let isConnected = true;
  let override: string | undefined;
  const server = createServer((incoming, outgoing) => {
    if (!isConnected) return void incoming.destroy();
    if (override !== undefined && incoming.url?.startsWith('/v2/available')) {
      outgoing.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      return void outgoing.end(JSON.stringify({ version: override }));
    }
    const { method, headers } = incoming;
    const forwarded = request(new URL(incoming.url ?? '/', target), { method, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    forwarded.on('error', () => incoming.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listening on TCP
  return {
    origin: `http://localhost:${port}`,
    behind: (origin) => {
      target = origin.replace('localhost', '127.0.0.1');
    },
    connected: (now) => {
      isConnected = now;
      if (!now) server.closeAllConnections();
    },
    version: (version) => {
      override = version;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
