import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Db } from '#server/platform/db/db.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenAccount, givenAdmin } from '../support/factories.ts';
import { givenDevice } from '../support/factories.work.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';

/** Admission of terminals: the device of a request, its network, and how much of it is read. */
const t = useTestApp();
const terminals = useTerminals(t);
const { send, http, records } = terminals;
const LINE = '7\t2026-11-20 11:00:00\t0\t1';
const attlog = (serial: string) => `/iclock/cdata?SN=${serial}&table=ATTLOG&Stamp=9999`;

async function enrolled() {
  const accountId = await givenAccount(t.db);
  const { deviceId, serialNumber } = await givenDevice(t.db, accountId);
  return { accountId, deviceId, serial: serialNumber };
}

const head = (serial: string, length: number) =>
  `POST ${attlog(serial)} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;
const open = async () => {
  const socket = connect({ port: terminals.port, host: '127.0.0.1' });
  await once(socket, 'connect');
  return socket;
};
const statusOf = async (socket: Socket) =>
  Number(/^HTTP\/1\.1 (\d+)/.exec(String((await once(socket, 'data'))[0]))?.[1]);

describe('bodies', () => {
  it('of a terminal that nobody enrolled are not waited for', async () => {
    const socket = await open();
    socket.write(head('STRANGER', 4_000_000));
    expect(await statusOf(socket)).toBe(403);
    socket.destroy();
  });

  it('in memory at once are limited by address; those without room stay on the terminal', async () => {
    const { serial, accountId } = await enrolled();
    const large = 4 * 1024 * 1024;
    const part = Buffer.alloc(large - 1, '\n');
    const held = [];
    for (let n = 0; n < 4; n++) {
      const socket = await open();
      socket.write(head(serial, large));
      await new Promise<void>((resolve) => socket.write(part, () => resolve()));
      held.push(socket);
    }
    const refused = await open();
    refused.write(head(serial, large));
    refused.write(part);
    const replies = [refused, ...held].map((socket) => statusOf(socket));
    expect(await Promise.race(replies)).toBe(503);
    for (const socket of [refused, ...held]) {
      socket.on('error', () => undefined);
      socket.destroy();
    }
    for (const reply of replies) reply.catch(() => undefined);
    await expect.poll(async () => (await send('POST', attlog(serial), LINE)).body).toBe('OK: 1');
    expect(await records(accountId)).toHaveLength(1);
  });
});

describe('requests of a browser', () => {
  it.each([
    ['Origin: https://evil.example'],
    ['Sec-Fetch-Site: cross-site'],
    ['Sec-Fetch-Mode: no-cors'],
    ['Referer: https://evil.example/'],
    // A user was tricked into opening a link on a host without TLS.
    ['User-Agent: Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0'],
  ])('is refused at /iclock: %s', async (header) => {
    const { serial, accountId } = await enrolled();
    const page = http({ headers: [header, 'Content-Type: text/plain'] });
    expect((await page.send('POST', attlog(serial), LINE)).status).toBe(403);
    expect((await page.send('GET', `/iclock/getrequest?SN=${serial}`)).status).toBe(403);
    expect(await records(accountId)).toEqual([]);
  });

  it('reach no /metrics under another host name', async () => {
    const asked = (host: string) => t.app.inject({ url: '/metrics', headers: { host } });
    expect((await asked('evil.example')).statusCode).toBe(404);
    expect((await asked('localhost.evil.example:8080')).statusCode).toBe(404);
    expect((await asked('127.0.0.1:8080')).statusCode).toBe(200);
    expect((await asked('localhost')).statusCode).toBe(200);
  });
});

describe('sightings', () => {
  const call = (from: string, serial: string) => http({ from }).send('GET', `/iclock/ping?SN=${serial}`);
  const listed = async (token: string) =>
    (await t.ask('/v2/device/sightings', { token }))
      .json()
      .results.map((seen: { serialNumber: string }) => seen.serialNumber);

  it('a real new terminal is listed however many were invented, from its own network and from others', async () => {
    const { token } = await givenAdmin(t.db);
    const at = t.clock.now();
    await t.db.run(sql`
      insert into terminal_sighting (serial_number, address, network, first_seen, last_seen, attempts)
      select 'R' || n, '10.0.' || n / 45 || '.1', '10.0.' || n / 45 || '.0/24', ${at}, ${at}, 2 from generate_series(1, 1000) n`);
    await t.db.run(sql`
      insert into terminal_sighting (serial_number, address, network, first_seen, last_seen, attempts)
      select 'N' || n, '127.0.0.1', '127.0.0.0/24', ${at}, ${at}, 2 from generate_series(1, 50) n`);
    await call('127.0.0.1', 'GENUINE1');
    await call('127.0.9.1', 'GENUINE2');
    expect(await listed(token)).toEqual(expect.arrayContaining(['GENUINE1', 'GENUINE2']));
    const { total, near } = await t.db.single(
      z.object({ total: z.int(), near: z.int() }),
      sql`select count(*)::int as total, count(*) filter (where network = '127.0.0.0/24')::int as near from terminal_sighting`,
    );
    expect([total <= 1_000, near <= 50]).toEqual([true, true]);
  });

  it('are forgotten after a day', async () => {
    const { token } = await givenAdmin(t.db);
    await call('127.0.0.1', 'OLD');
    t.clock.advance(25 * 3_600_000);
    await t.db.run(
      sql`update session set created_at = ${t.clock.now()}, expires_at = ${t.clock.now()}::timestamptz + interval '1 hour'`,
    );
    expect(await listed(token)).toEqual([]);
    await call('127.0.0.1', 'NEW');
    expect(
      await t.db.rows(z.object({ serial: z.string() }), sql`select serial_number as serial from terminal_sighting`),
    ).toEqual([{ serial: 'NEW' }]);
  });
});

describe('an address with too many unknown serial numbers', () => {
  it('is refused before the database is asked; a terminal that is known there continues', async () => {
    const { serial } = await enrolled();
    await send('GET', `/iclock/ping?SN=${serial}`);
    const statuses = new Set<number>();
    for (let n = 0; n < 320; n++) statuses.add((await send('GET', `/iclock/ping?SN=X${n}`)).status);
    expect([...statuses].sort()).toEqual([200, 429]);
    const asked = countStatements(t.services.ingestDb);
    expect((await send('GET', '/iclock/ping?SN=ANOTHER')).status).toBe(429);
    expect(asked()).toBe(0);
    const known = countStatements(t.services.ingestDb);
    expect((await send('GET', `/iclock/ping?SN=${serial}`)).status).toBe(200);
    expect(known()).toBe(1);
    expect((await http({ from: '127.0.3.1' }).send('GET', '/iclock/ping?SN=ELSEWHERE')).status).toBe(200);
  });
});

/** Counts the rows a database is asked for from now on; returns a function that ends it and returns the count. */
function countStatements(db: Db): () => number {
  const asked = vi.spyOn(db, 'first');
  return () => {
    const { length } = asked.mock.calls;
    asked.mockRestore();
    return length;
  };
}
