import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves an empty page on a port of its own: its load shows what the machine itself takes. */
export async function openEmptyPage() {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>Empty</title><p>Here</p>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listening on TCP
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}
