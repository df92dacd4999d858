import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page with nothing in it, on a port of its own: loaded beside others it tells what the machine itself takes. */
export async function openEmptyPage() {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>Empty</title><p>Here</p>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listening on TCP
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}
