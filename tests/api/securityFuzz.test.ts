import { Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from '#contract/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { ERROR_STATUS } from '#contract/errors.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/permissions.ts';
import { sql } from '#server/db/db.ts';
import { randomToken, tokenHash } from '#server/secrets/secrets.ts';
import { givenAdmin, givenEmployer, givenSession, givenUser, type SignedIn } from '../support/factories.ts';
import { givenDevice, givenEmployee, givenGroup } from '../support/factories.work.ts';
import { useTestApp } from '../support/testApp.ts';

/** R-23, shortened: FUZZ_CASES=300 is the long run. Each case is valid, nearly valid or anything. */
const CASES = Number(process.env.FUZZ_CASES ?? 20);
const SLOW_MS = 10_000;
const CANARY = 'CANARY';
const t = useTestApp();

const EVIL = [
  '',
  ' ',
  '\0',
  '\ud800',
  '\u202e',
  "'; drop table account;--",
  '%',
  '_',
  '../../etc/passwd',
  '<script>',
  '{{7*7}}',
];
const ODD: unknown[] = [
  ...EVIL,
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  [],
  {},
  [[]],
  { a: { b: {} } },
  'x'.repeat(10_000),
];
const anything = fc.oneof(
  fc.constantFrom(...ODD),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

/** Real documents, by what a field that takes one is called. */
type Ids = Record<string, string>;

/** The part of JSON Schema that zod writes. */
type Shape = {
  type?: string;
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
  required?: string[];
  additionalProperties?: Shape | boolean;
  minItems?: number;
  minimum?: number;
  maximum?: number;
};

/** Values that are about right for a schema; ids are often those of real documents. */
function valuesOf(shape: Shape, ids: Ids, key = ''): fc.Arbitrary<unknown> {
  if (shape.const !== undefined) return fc.constant(shape.const);
  if (shape.enum) return fc.constantFrom(...shape.enum);
  const options = shape.anyOf ?? shape.oneOf ?? shape.allOf;
  if (options) return fc.oneof(...options.map((option) => valuesOf(option, ids, key)));
  if (shape.type === 'object' && shape.properties) {
    const required = new Set(shape.required);
    const entries = Object.entries(shape.properties).map(([name, one]) => [name, valuesOf(one, ids, name)] as const);
    const requiredKeys = entries.map(([name]) => name).filter((name) => required.has(name));
    return fc.record(Object.fromEntries(entries), { requiredKeys });
  }
  if (shape.type === 'array')
    return fc.array(valuesOf(shape.items ?? {}, ids, key), { minLength: shape.minItems ?? 0, maxLength: 4 });
  if (shape.type === 'integer' || shape.type === 'number') {
    const [min, max] = [Math.max(shape.minimum ?? -5, -1e6), Math.min(shape.maximum ?? 1_000, 1e6)];
    return shape.type === 'integer' ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true });
  }
  if (shape.type === 'boolean') return fc.boolean();
  if (shape.type === 'null') return fc.constant(null);
  if (shape.type === 'string') return stringsOf(shape, ids, key);
  return anything;
}

function stringsOf({ format }: Shape, ids: Ids, key: string): fc.Arbitrary<string> {
  if (format === 'uuid') {
    const right = Object.entries(ids).filter(([name]) => key.startsWith(name.replace(/Id$/, '')));
    const real = (right.length > 0 ? right : Object.entries(ids)).map(([, id]) => id);
    return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...real) }, { weight: 1, arbitrary: fc.uuid() });
  }
  if (format === 'date') return fc.constantFrom('2026-11-18', '2026-11-19', '2026-11-20', '2024-02-29', '2026-03-29');
  if (format === 'date-time')
    return fc.constantFrom('2026-11-20T09:00:00Z', '2026-11-20T09:00:00+02:00', '1970-01-01T00:00:00Z');
  if (format === 'email') return fc.constantFrom('a@b.test', 'jane@orchard.test');
  const right = fc.constantFrom(...(WORDS.find(([pattern]) => pattern.test(key))?.[1] ?? ['A1', '12', 'name', '7']));
  return fc.oneof(
    { weight: 12, arbitrary: right },
    { weight: 1, arbitrary: fc.oneof(fc.constantFrom(...EVIL), fc.string()) },
  );
}

/** What a field of this name takes. */
const WORDS: [RegExp, string[]][] = [
  [/zone/i, ['Africa/Harare', 'Europe/Berlin', 'America/St_Johns']],
  [/password/i, ['seven green tractors', 'orchard rain at nine']],
  [/time$/i, ['08:00', '09:15', '17:45']],
  [/systemid/i, ['Sage', 'payroll']],
  [/username/i, ['jane', 'jim', 'joe']],
  [/csv/i, ['number,firstName,lastName\n1,A,B', 'Number;First name;Last name\n1;A;B']],
  [/category/i, ['lookup-1', 'attendance']],
];

/** Replaces, drops or adds something somewhere. */
const spoilt = (values: fc.Arbitrary<unknown>) =>
  fc.tuple(values, fc.nat(), anything, fc.nat(2)).map(([value, at, odd, how]) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return odd;
    const copy: Record<string, unknown> = { ...value };
    const keys = Object.keys(copy);
    const key = keys[at % Math.max(1, keys.length)] ?? 'extra';
    if (how === 0) delete copy[key];
    else copy[how === 1 ? key : 'undeclared'] = odd;
    return copy;
  });

const shapeOf = (schema: z.ZodType): Shape =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Shape;

/** How the answers were spread; printed at the end, so that a fuzzer that is only refused is seen. */
const outcomes: Record<number, number> = {};
const accepted = new Set<string>();
afterAll(() => console.info('fuzzed:', outcomes, 'endpoints that accepted something:', accepted.size));

/** S-58: whom this process opens a connection to while it is asked everything. */
const contacted = new Set<string>();
const connect = Socket.prototype.connect;
beforeAll(() => {
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
    const [to, host] = Array.isArray(args[0]) ? args[0] : args;
    // As options, as a port and a host, or as a path.
    if (typeof to === 'object' && to !== null) contacted.add(String(to.path ?? `${to.host}:${to.port}`));
    else contacted.add(typeof host === 'string' ? `${host}:${to}` : String(to));
    return Reflect.apply(connect, this, args);
  } as typeof connect;
});
afterAll(() => {
  // The watch works: it sees a connection that this test opens itself.
  new Socket()
    .on('error', () => undefined)
    .connect({ host: '127.0.0.1', port: 9 })
    .destroy();
  expect(contacted.delete('127.0.0.1:9')).toBe(true);
  Socket.prototype.connect = connect;
  // A folder for a socket, or a host.
  const socketFolder = /[?&]host=([^&]+)/.exec(t.connectionString)?.[1];
  const allowed = socketFolder ? decodeURIComponent(socketFolder) : (/@([^/]+)/.exec(t.connectionString)?.[1] ?? '');
  const foreign = [...contacted].filter((to) => !to.startsWith(allowed));
  expect(foreign, 'S-58: the server opens nothing but its database (and SMTP, where configured)').toEqual([]);
});

let admin: SignedIn;
let employer: SignedIn;
let ids: Ids;
let tokens: Record<string, string>;
beforeAll(() => expect(Object.keys(ENDPOINTS).length).toBeGreaterThan(80));
beforeEach(async () => {
  admin = await givenAdmin(t.db);
  employer = await givenEmployer(t.db, {
    permissions: [...EMPLOYER_PERMISSIONS, 'Device.DELETE'],
    account: { allowedSystemIds: ['Sage'] },
  });
  const other = await givenEmployer(t.db, { account: { name: CANARY } });
  await givenEmployee(t.db, other.accountId, { firstName: CANARY, lastName: CANARY, number: CANARY });
  const { accountId } = employer;
  const timeGroupId = await givenGroup(t.db, accountId, 'time');
  const employeeId = await givenEmployee(t.db, accountId, { timeGroupId, number: '12', timeId: '12' });
  const { deviceId } = await givenDevice(t.db, accountId, { kind: 'unmanaged' });
  const terminal = await givenDevice(t.db, accountId);
  const targetUser = await givenUser(t.db, accountId);
  const backupJobId = '01980000-0000-7000-8000-000000000001';
  const restoreJobId = '01980000-0000-7000-8000-000000000002';
  ids = {
    ...{ accountId, userId: targetUser, employeeId, deviceId, terminalDevice: terminal.deviceId, timeGroupId },
    ...{
      alertId: backupJobId,
      exportId: backupJobId,
      jobId: backupJobId,
      backupJobId,
      restoreJobId,
      syncKeyId: deviceId,
    },
  };
  await t.db.tenant(accountId, async (tx) => {
    await tx.run(sql`
      insert into alert (account_id, alert_id, category, description, via_email, email_recipients, days_of_week, times,
        target_groups, active_from)
      values (${accountId}, ${backupJobId}, 'attendance', 'x', false, '{}', '{1}', '[{"enabled":true,"time":"08:00"}]', '[]', now())`);
    await tx.run(sql`
      insert into backup_job (account_id, backup_job_id, started_at, started_by, status, items, heartbeat_at)
      values (${accountId}, ${backupJobId}, now(), 'x', 'Failed', '{}', now())`);
    await tx.run(sql`
      insert into restore_job (account_id, restore_job_id, started_at, started_by, status, heartbeat_at)
      values (${accountId}, ${restoreJobId}, now(), 'x', 'Not Started', now())`);
    await tx.run(sql`
      insert into recalculation_job (account_id, job_id, from_day, to_day, status, days_total, started_at, started_by, heartbeat_at)
      values (${accountId}, ${backupJobId}, '2026-11-20', '2026-11-20', 'Successful', 1, now(), 'x', now())`);
  });
  const [device, payroll] = [randomToken(), `tb_live_00000000_${randomToken()}`];
  await t.db.run(sql`
    insert into device_token_directory (token_hash, owner_account_id, device_id) values (${tokenHash(device)}, ${accountId}, ${deviceId})`);
  await t.db.run(sql`
    insert into sync_key (account_id, sync_key_id, description, created_at) values (${accountId}, ${deviceId}, 'x', now())`);
  await t.db.run(sql`
    insert into sync_key_directory (key_hash, owner_account_id, sync_key_id) values (${tokenHash(payroll)}, ${accountId}, ${deviceId})`);
  tokens = {
    device,
    payroll,
    employer: employer.token,
    any: employer.token,
    admin: admin.token,
    session: employer.token,
  };
});

const named = Object.entries(ENDPOINTS).sort(([one], [other]) => (one < other ? -1 : 1));

it.each(named)(
  '%s never fails by itself, hangs, leaks or says what is not declared',
  async (name, endpoint) => {
    const role = typeof endpoint.access === 'string' ? endpoint.access : endpoint.access.role;
    const part = (schema: z.ZodType | undefined): fc.Arbitrary<unknown> => {
      if (!schema) return fc.constant(undefined);
      const right = valuesOf(shapeOf(schema), ids);
      return fc.oneof(
        { weight: 4, arbitrary: right },
        { weight: 2, arbitrary: spoilt(right) },
        { weight: 1, arbitrary: anything },
      );
    };
    const cases = fc.sample(fc.tuple(part(endpoint.params), part(endpoint.query), part(endpoint.body)), {
      numRuns: CASES,
      seed: 20_261_120,
    });
    for (const [params, query, body] of cases) {
      // Some calls end the session, the user or the account that asks.
      const token = name === 'logOut' ? await givenSession(t.db, employer.accountId, employer.userId) : tokens[role];
      const url = urlOf(endpoint, params, query);
      const started = performance.now();
      const answer = await t.app.inject({
        method: endpoint.method,
        url,
        headers: {
          ...(token && { authorization: token }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      });
      outcomes[answer.statusCode] = (outcomes[answer.statusCode] ?? 0) + 1;
      if (answer.statusCode < 300) accepted.add(name);
      const what = `${name} ${url} ${JSON.stringify(body)?.slice(0, 600)} -> ${answer.statusCode} ${answer.body.slice(0, 300)}`;
      expect(performance.now() - started, what).toBeLessThan(SLOW_MS);
      expect(answer.statusCode, what).toBeLessThan(500);
      if (role !== 'admin') expect(answer.body, what).not.toContain(CANARY);
      if (answer.statusCode >= 400) {
        const refusal = answer.json();
        expect(ERROR_STATUS, what).toHaveProperty(refusal.errorCode, answer.statusCode);
        expect(refusal.message, what).toMatch(/\S/);
        expect(answer.body, what).not.toMatch(/at .*\.ts:\d|node_modules|select .* from/i);
      }
    }
    await t.jobs.drain();
  },
  30_000 + CASES * 1_000,
);

function urlOf(endpoint: Endpoint, params: unknown, query: unknown): string {
  const given = typeof params === 'object' && params !== null ? (params as Record<string, unknown>) : {};
  const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => encoded(given[key] ?? params ?? 'x'));
  const pairs = Object.entries(typeof query === 'object' && query !== null ? query : {});
  const search = pairs.map(([key, value]) => `${encoded(key)}=${encoded(value)}`).join('&');
  return `/v2${path}${search ? `?${search}` : ''}`;
}
const encoded = (value: unknown) =>
  encodeURIComponent(
    (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed().slice(0, 300),
  ) || '%20';
