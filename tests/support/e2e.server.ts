/**
 * The world of an end-to-end test, in a process of its own: the real server twice on one database (two versions of the API, two releases of the web
 * application), behind a proxy that tests can break. Controlled over the process channel.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { z } from 'zod';
import { createPasswordHasher } from '#server/access/session/passwordHash.ts';
import { buildApp } from '#server/app.ts';
import { storeRecords } from '#server/attendance/store.ts';
import { composeServices } from '#server/compose.ts';
import { accountZone } from '#server/figures/stats/recalculation.sql.ts';
import { issueCode } from '#server/intake/devices/activation.ts';
import { systemClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import { sql } from '#server/platform/db/db.ts';
import type { Services } from '#server/platform/services.ts';
import { instantOn, isoOf, zoneOf } from '#server/platform/zone.ts';
import { openMailSink } from '../faults/mailSink.ts';
import { openTestDatabase } from './database.ts';
import { buildDirectory } from './e2e.builds.ts';
import type { Asked, Fault, Login, World } from './e2e.messages.ts';
import { givenAccount, givenAdmin, givenUser } from './factories.ts';
import { givenDevice, givenEmployee, givenGroup, givenLookup, givenStandardTimes } from './factories.work.ts';
import { createInProcessJobs } from './jobs.ts';
import { UNLIMITED } from './limits.ts';
import { startProvider, type TestProvider } from './provider.ts';
import { linkAt } from './signOnRows.ts';

const PASSWORD = 'walnut river cloud';
const dataDir = mkdtempSync(join(tmpdir(), 'tb-e2e-'));
const database = await openTestDatabase();
const { db, connectionString } = database;
const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
const mails = await openMailSink();

/* The proxy. */
let upstream = 0;
let faults: Fault[] = [];
let cleared = Promise.withResolvers<void>();
let asked: Asked[] = [];
let isDown = false;
const front = createServer((incoming, outgoing) => void pass(incoming, outgoing));
// Only clients close idle connections: after Node's 5 s one would be closed as a test sends its next request, which is then lost ('read ECONNRESET').
front.keepAliveTimeout = 0;
await new Promise<void>((resolve) => front.listen(Number(process.env.E2E_PORT ?? 0), '127.0.0.1', resolve));
const { port } = front.address() as AddressInfo; // listening on TCP
const origin = `http://localhost:${port}`;

async function pass(incoming: IncomingMessage, outgoing: ServerResponse) {
  const line = `${incoming.method} ${incoming.url}`;
  if (isDown) return void incoming.destroy();
  const entry: Asked = { line, authorization: incoming.headers.authorization ?? null, bytes: 0, status: 0 };
  asked.push(entry);
  const fault = faults.find(({ pattern, times = 1 }) => times > 0 && new RegExp(pattern).test(line));
  if (fault?.times !== undefined) fault.times -= 1;
  if (fault?.delayMs) await Promise.race([pause(fault.delayMs), cleared.promise]);
  if (fault?.hangUp || isDown) return void incoming.destroy();
  if (fault?.status) {
    entry.status = fault.status;
    outgoing.writeHead(fault.status, { 'content-type': fault.type ?? 'text/plain', 'cache-control': 'no-store' });
    return void outgoing.end(fault.body ?? '');
  }
  const forwarded = ask(
    { port: upstream, host: '127.0.0.1', method: incoming.method, path: incoming.url, headers: incoming.headers },
    (reply) => {
      entry.status = reply.statusCode ?? 0;
      if (fault?.loseAnswer) return void outgoing.destroy();
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.on('data', (chunk: Buffer) => {
        entry.bytes += chunk.length;
      });
      reply.pipe(outgoing);
    },
  );
  forwarded.on('error', () => incoming.destroy());
  outgoing.on('close', () => forwarded.destroy());
  incoming.pipe(forwarded);
}

/* The servers: one for each pair of versions, started when first deployed. */
type Server = { app: FastifyInstance; port: number; drain: () => Promise<void>; services: Services };
const servers = new Map<string, Server>();
async function serverOf(api: string, shell: string, more: Record<string, string> = {}) {
  const key = [api, shell, ...Object.keys(more)].join(' ');
  const known = servers.get(key);
  if (known) return known;
  const environment = {
    DATA_DIR: dataDir,
    PUBLIC_URL: origin,
    SMTP_URL: mails.url,
    WEB_PUSH: 'true',
    PASSWORD_MEMORY_KIB: '19456',
    PASSWORD_PASSES: '2',
    ...more,
  };
  const config = {
    ...readConfig({ ...environment, SUPPORT_CONTACT: 'help@example.test' }),
    version: api,
    rateLimits: UNLIMITED,
  };
  const jobs = createInProcessJobs();
  const services = composeServices({ config, clock: systemClock, db, connectionString, jobs, log });
  const app = await buildApp(services, {}, { dist: buildDirectory(shell) });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port: own } = app.server.address() as AddressInfo; // listening on TCP
  const made = { app, port: own, drain: jobs.drain, services };
  servers.set(key, made);
  return made;
}

let providers: TestProvider[] = [];
const startProviders = () =>
  Promise.all(
    ['hill', 'vale'].map((id) =>
      startProvider({
        ...{ id, publicUrl: origin, clientSecret: `a secret of the ${id}` },
        backChannel: `${origin}/v2/session/single-sign-on/${id}/log-out`,
      }),
    ),
  );

const hasher = createPasswordHasher({ memoryKiB: 19_456, passes: 2 });
const passwordHash = await hasher.hash(PASSWORD);
let serial = 0;
/** Raises the data version, as a payroll sync would, so that earlier answers are no longer unchanged. */
const dataChanged = (accountId: string) =>
  db.run(
    sql`update account set data_version = data_version + 1, data_changed_at = now() where account_id = ${accountId}`,
  );

async function codeFor(accountId: string, deviceId: string): Promise<string> {
  const [server] = servers.values();
  if (!server) throw new Error('Deploy first.');
  const { config, secrets } = server.services;
  const now = systemClock.now();
  return (await db.tx((tx) => issueCode(tx, { config, secrets }, { accountId, deviceId }, null, now))).code;
}

const world: {
  [K in keyof World]: (...args: Parameters<World[K]>) => ReturnType<World[K]> | Promise<ReturnType<World[K]>>;
} = {
  async deploy({ api, shell = api }) {
    upstream = (await serverOf(api, shell)).port;
  },
  async deployWithProviders(version) {
    if (providers.length === 0) providers = await startProviders();
    for (const provider of providers) provider.reset();
    const OIDC_PROVIDERS = JSON.stringify(providers.map(({ settings }) => settings));
    upstream = (await serverOf(version, version, { OIDC_PROVIDERS })).port;
    return providers.map(({ id }) => id);
  },
  async person(subject, claims, userId) {
    for (const { people, issuer } of providers) {
      people.set(subject, { claims });
      if (userId) await linkAt(db, { issuer, subject, userId, now: systemClock.now() });
    }
  },
  provider(id, isThere) {
    const found = providers.find((one) => one.id === id);
    if (isThere) found?.answers.clear();
    else found?.answers.set('/.well-known/openid-configuration', (_request, response) => void response.destroy());
  },
  fault: (fault) => void faults.push(fault),
  clearFaults: () => {
    faults = [];
    cleared.resolve();
    cleared = Promise.withResolvers();
  },
  down() {
    isDown = true;
    front.closeAllConnections();
  },
  up: () => {
    isDown = false;
  },
  async user({ account, accountId: given, role = 'employer', ...options }): Promise<Login> {
    const username = options.username ?? `${role}${process.pid}${++serial}`;
    const rest = { ...options, role, username, passwordHash };
    if (role === 'admin') return { ...(await givenAdmin(db, rest)), username, password: PASSWORD };
    const accountId = given ?? (await givenAccount(db, account));
    return { accountId, userId: await givenUser(db, accountId, rest), username, password: PASSWORD };
  },
  async accounts(names) {
    for (const name of names) await givenAccount(db, { name });
  },
  async employees(accountId, count) {
    for (let index = 0; index < count; index += 1) await givenEmployee(db, accountId);
    await dataChanged(accountId);
  },
  async cameIn(accountId, count, day) {
    const timeGroupId = await givenGroup(db, accountId, 'time', { name: 'Day shift' });
    await givenStandardTimes(db, accountId, timeGroupId, {
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      start: '07:00',
      end: '16:00',
    });
    const numbers = Array.from({ length: count }, (_, index) => String(1001 + index));
    for (const number of numbers)
      await givenEmployee(db, accountId, {
        number,
        timeId: number,
        firstName: 'Thandi',
        lastName: `Nkosi ${number}`,
        timeGroupId,
      });
    const zone = zoneOf((await accountZone(db, accountId))?.timeZone ?? 'UTC');
    const at = (time: string) => isoOf(zone, instantOn(zone, day, time));
    await store(accountId, numbers, at('06:55'), 'in', at('06:56'));
  },
  punched: (accountId, timeId, at, direction) =>
    store(accountId, [timeId], at, direction, systemClock.now().toISOString()),
  async fallSilent(accountId, deviceId, since) {
    await db.run(
      sql`update device set last_contact = ${since} where account_id = ${accountId} and device_id = ${deviceId}`,
    );
    await dataChanged(accountId);
  },
  async loginElsewhere({ username, password }) {
    const reply = await fetch(`http://127.0.0.1:${upstream}/v2/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-id': `other-${++serial}` },
      body: JSON.stringify({ username, password }),
    });
    if (!reply.ok) throw new Error(`The other device could not log in: ${reply.status} ${await reply.text()}`);
  },
  async mailedLink(address) {
    for (const { drain } of servers.values()) await drain();
    for (const { to, mail } of mails.taken.toReversed()) {
      if (to !== address) continue;
      const link = mail.text?.match(/https?:\S+\/login\/password-reset\/\S+/)?.[0];
      if (link) return link;
    }
    throw new Error(`No link was mailed to ${address}`);
  },
  async work() {
    for (const { drain } of servers.values()) await drain();
  },
  async recorder(kind = 'v2') {
    const accountId = await givenAccount(db);
    const names = [
      ['Thandi', 'Mokoena'],
      ['Pieter', 'Botha'],
      ['Aisha', 'Daniels'],
    ] as const;
    for (const [i, [firstName, lastName]] of names.entries())
      await givenEmployee(db, accountId, { number: String(1001 + i), firstName, lastName, timeId: String(7001 + i) });
    await givenLookup(db, accountId, 1, 'APPLE', 'Apples');
    await dataChanged(accountId);
    const { deviceId } = await givenDevice(db, accountId, { kind: kind === 'v2' ? 'unmanaged' : kind });
    return { accountId, deviceId, code: await codeFor(accountId, deviceId) };
  },
  codeAnew: (accountId, deviceId) => codeFor(accountId, deviceId),
  async recorded(accountId) {
    const rows = await db.rows(
      z.object({ recordId: z.string(), units: z.string() }),
      sql`select record_id as "recordId", '0' as units from clock_record where account_id = ${accountId}
          union all select record_id, units::text from piecework_entry where account_id = ${accountId}
          union all select record_id, '0' from own_day_act where account_id = ${accountId}
          union all select record_id, '0' from quality_sample where account_id = ${accountId}`,
    );
    const devices = await db.rows(
      z.object({ missing: z.array(z.tuple([z.int(), z.int()])) }),
      sql`select coalesce(state #> '{sequence,missing}', '[]') as missing from device where account_id = ${accountId}`,
    );
    const missing = devices.flatMap((device) => device.missing.map(([from, to]) => `${from} to ${to}`));
    const units = rows.reduce((sum, row) => sum + Math.round(Number(row.units) * 1000), 0) / 1000;
    return { recordIds: rows.map(({ recordId }) => recordId), units: String(units), missing };
  },
  asked: () => asked,
  forget: () => {
    asked = [];
  },
};

/** Stores punches of some people as a payroll system sends them. */
async function store(
  accountId: string,
  timeIds: readonly string[],
  at: string,
  direction: 'in' | 'out',
  receivedAt: string,
) {
  await db.tenant(accountId, (tx) =>
    storeRecords(tx, {
      accountId,
      receivedAt: new Date(receivedAt),
      clockRecords: timeIds.map((timeId) => ({ timeId, at: new Date(at), direction, source: 'payroll:gate' })),
    }),
  );
}

type Call = { id: number; name: keyof World; args: unknown[] };
process.on('message', async ({ id, name, args }: Call) => {
  try {
    // World gives both sides their types; only the arguments are sent.
    const value = await (world[name] as (...given: unknown[]) => unknown)(...args);
    process.send?.({ id, value });
  } catch (error) {
    process.send?.({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
process.on('disconnect', async () => {
  front.closeAllConnections();
  front.close();
  for (const { app } of servers.values()) await app.close();
  for (const provider of providers) await provider.close();
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
});
process.send?.({ origin });
