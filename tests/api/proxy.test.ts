import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { secretPathOf } from '#contract/intake/makes.ts';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/platform/config.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenAccount, givenAdmin } from '../support/factories.ts';
import { givenDevice } from '../support/factories.work.ts';
import { createInProcessJobs } from '../support/jobs.ts';
import { nginxOrSkip, startDocumentedNginx } from '../support/nginx.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp({ env: { TRUST_PROXY: '127.0.0.1' } });
const wrong = { username: 'nobody', password: 'a wrong password' };

/** Returns the address of the newest refused log-in in the audit trail. */
const lastAddress = async () =>
  (
    await t.db.single(
      z.object({ address: z.string() }),
      sql`select address from audit_entry where action = 'session.login' order by at desc, audit_entry_id desc limit 1`,
    )
  ).address;

describe('the address of a request', () => {
  /** TRUST_PROXY, the connecting address, the forwarded address, and the address that the server concludes. */
  const CASES: [trusted: string, from: string, forwarded: string, address: string][] = [
    ['127.0.0.1', '127.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['127.0.0.1', '203.0.113.9', '198.51.100.7', '203.0.113.9'],
    ['127.0.0.1', '127.0.0.1', '6.6.6.6, 198.51.100.7', '198.51.100.7'],
    ['127.0.0.1, 10.1.0.0/16', '127.0.0.1', '198.51.100.7, 10.1.2.3', '198.51.100.7'],
    ['loopback', '::1', '2001:db8::7', '2001:db8::7'],
    ['false', '127.0.0.1', '198.51.100.7', '127.0.0.1'],
  ];
  it.each(CASES)('TRUST_PROXY=%s, from %s, forwarding %s: %s', async (trusted, remoteAddress, forwarded, address) => {
    const { trustProxy } = readConfig({ TRUST_PROXY: trusted });
    const config = { ...t.services.config, trustProxy };
    const app = await buildApp({ ...t.services, config, jobs: createInProcessJobs() });
    await givenAdmin(t.db);
    const headers = { 'x-forwarded-for': forwarded };
    await app.inject({ method: 'POST', url: '/v2/session', payload: wrong, remoteAddress, headers });
    await app.close();
    expect(await lastAddress()).toBe(address);
  });
});

const nginx = await nginxOrSkip();

describe.skipIf(!nginx)('behind nginx as docs/operating.md sets it up', () => {
  it('everybody has the address they come from, and nobody one that they made up', async () => {
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    const proxy = await startDocumentedNginx(nginx ?? '', (t.app.server.address() as AddressInfo).port);
    try {
      await givenAdmin(t.db);
      const logIn = (from: string, forged: string) =>
        send(https, proxy.tlsPort, from, '/v2/session', JSON.stringify(wrong), { 'x-forwarded-for': forged });
      expect((await logIn('127.0.0.2', '6.6.6.6')).status).toBe(401);
      expect(await lastAddress()).toBe('127.0.0.2');
      for (let i = 0; i < 4; i++) expect((await logIn('127.0.0.2', `6.6.6.${i}`)).status).toBe(401);
      expect((await logIn('127.0.0.2', '6.6.7.7')).status).toBe(429);
      // This network is not the one that is throttled.
      t.clock.advance(1);
      expect((await logIn('127.0.9.3', '127.0.0.2')).status).toBe(401);
      expect(await lastAddress()).toBe('127.0.9.3');

      // A terminal speaks plain HTTP; people are redirected to HTTPS.
      const sighted = await send(http, proxy.plainPort, '127.0.0.4', '/iclock/cdata?SN=PROXY0001&options=all');
      expect(sighted.status).toBe(200);
      const { address } = await t.db.single(
        z.object({ address: z.string() }),
        sql`select address from terminal_sighting where serial_number = 'PROXY0001'`,
      );
      expect(address).toBe('127.0.0.4');
      expect((await send(http, proxy.plainPort, '127.0.0.4', '/login')).status).toBe(301);

      // A terminal that posts its events has a secret address of its own.
      const accountId = await givenAccount(t.db);
      const { token } = await givenAdmin(t.db, { username: 'root2' });
      const body = { serial: 'PROXY0002', make: 'json' };
      const made = await t.ask(`/v2/device/adms/for-account/${accountId}`, { token, body });
      expect(made.statusCode, made.body).toBe(200);
      const event = JSON.stringify({ pin: '1', time: '2026-11-20T06:00:00Z', id: '1' });
      expect(
        (await send(http, proxy.plainPort, '127.0.0.4', secretPathOf('json', made.json().secretPath), event)).status,
      ).toBe(200);
      expect(await t.db.run(sql`select 1 from clock_record where account_id = ${accountId}`)).toBe(1);
      // Addresses of these, and of links in mails, hold secrets.
      expect(readFileSync('docs/operating.md', 'utf8').match(/access_log off;/g)).toHaveLength(2);

      // The largest that a terminal sends is a photo; the server takes 4 MB.
      const { serialNumber } = await givenDevice(t.db, await givenAccount(t.db));
      const photo = `BIOPHOTO PIN=7\tFileName=7.jpg\tType=9\tSize=3600000\tContent=${'A'.repeat(3_600_000)}`;
      const target = `/iclock/cdata?SN=${serialNumber}&table=BIODATA&Stamp=1`;
      expect((await send(http, proxy.plainPort, '127.0.0.4', target, photo)).status).toBe(200);
    } finally {
      await proxy.stop();
    }
  });
});

const send = (
  client: typeof http | typeof https,
  port: number,
  localAddress: string,
  path: string,
  body?: string,
  headers: Record<string, string> = {},
) =>
  new Promise<{ status: number }>((resolve, reject) => {
    const read = (answer: IncomingMessage) =>
      answer.resume().once('end', () => resolve({ status: answer.statusCode ?? 0 }));
    const method = body === undefined ? 'GET' : 'POST';
    const options = { host: '127.0.0.1', port, path, method, localAddress, agent: false, rejectUnauthorized: false };
    const type = { 'content-type': 'application/json' };
    client
      .request({ ...options, headers: { ...headers, ...(body && type) } }, read)
      .once('error', reject)
      .end(body);
  });
