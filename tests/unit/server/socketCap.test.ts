import { EventEmitter } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { createTerminalServer } from '#server/intake/terminals/dialects/adms/front.ts';
import { capSockets, SOCKETS_PER_ADDRESS, socketCapOf } from '#server/platform/http/socketCap.ts';

const socketFrom = (remoteAddress: string) => Object.assign(new EventEmitter(), { remoteAddress }) as unknown as Socket;

it('an address holds 200 sockets, another its own; one that closes makes room', () => {
  const admits = socketCapOf({ trustProxy: false });
  const held = Array.from({ length: SOCKETS_PER_ADDRESS }, () => socketFrom('203.0.113.7'));
  expect(held.every(admits)).toBe(true);
  expect(admits(socketFrom('203.0.113.7'))).toBe(false);
  expect(admits(socketFrom('::ffff:203.0.113.7'))).toBe(false);
  expect(admits(socketFrom('203.0.113.8'))).toBe(true);
  held[0]?.emit('close');
  expect(admits(socketFrom('203.0.113.7'))).toBe(true);
  expect(admits(socketFrom('203.0.113.7'))).toBe(false);
});

it('the addresses of one subscriber count together; a proxy counts for itself', () => {
  const flood = (trustProxy: false | string[], address: (n: number) => string) => {
    const admits = socketCapOf({ trustProxy });
    return Array.from({ length: 300 }, (_, n) => admits(socketFrom(address(n)))).filter(Boolean).length;
  };
  expect(flood(false, (n) => `2001:db8:1:2:${n.toString(16)}::1`)).toBe(200);
  expect(flood(false, () => '127.0.0.1')).toBe(300);
  expect(flood(false, () => '::1')).toBe(300);
  expect(flood(['203.0.113.7'], () => '203.0.113.7')).toBe(300);
  // A client that connects directly although there is a proxy is counted by its own address, however near to the proxy's.
  expect(flood(['203.0.113.7'], () => '203.0.113.8')).toBe(200);
  expect(flood(['loopback', '10.0.0.0/8'], () => '198.51.100.7')).toBe(200);
  expect(flood(['loopback', '10.0.0.0/8'], () => '::ffff:10.1.2.3')).toBe(300);
});

it('a connection that is not admitted is closed unread, the others are served', async () => {
  const admits = capSockets(2);
  const closes: Promise<void>[] = [];
  const server = createTerminalServer(
    (_request, response) => response.end('here'),
    {},
    (socket) => {
      const isAdmitted = admits(socket);
      closes.push(new Promise((resolve) => socket.once('close', () => resolve())));
      return isAdmitted;
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const open = () =>
    new Promise<Socket>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket));
    });
  const [first, second] = [await open(), await open()];
  const third = await open();
  await new Promise((resolve) => third.once('close', resolve).resume());
  second.destroy();
  await closes[1];
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) =>
    http.get({ port, host: '127.0.0.1', agent: false }, resolve).on('error', reject),
  );
  expect(answer.statusCode).toBe(200);
  first.destroy();
  await new Promise((resolve) => server.close(resolve));
});
