import { Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { z } from 'zod';
import { ENDPOINTS } from '#contract/all.ts';
import { ERROR_STATUS } from '#contract/platform/errors.ts';
import { givenSession, type SignedIn } from '../support/factories.ts';
import { givenFuzzWorld } from '../support/fuzzWorld.ts';
import { anything, type Ids, isPage, shapeOf, spoilt, urlOf, valuesOf } from '../support/requests.ts';
import { useTestApp } from '../support/testApp.ts';

/** FUZZ_CASES=300 is the long run. Each case is valid, nearly valid or anything. */
const CASES = Number(process.env.FUZZ_CASES ?? 20);
/** An answer that takes longer hangs: it is not only slowed by a busy machine. */
const SLOW_MS = 30_000;
const CANARY = 'CANARY';
const t = useTestApp();

/** Counts the answers by status. They are printed at the end, to show a fuzzer whose calls are all refused. */
const outcomes: Record<number, number> = {};
const accepted = new Set<string>();
afterAll(() => console.info('fuzzed:', outcomes, 'endpoints that accepted something:', accepted.size));

/** The hosts that this process connects to while every endpoint is called. */
const contacted = new Set<string>();
const connect = Socket.prototype.connect;
beforeAll(() => {
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
    const [to, host] = Array.isArray(args[0]) ? args[0] : args;
    // The arguments are options, a port and a host, or a path.
    if (typeof to === 'object' && to !== null) contacted.add(String(to.path ?? `${to.host}:${to.port}`));
    else contacted.add(typeof host === 'string' ? `${host}:${to}` : String(to));
    return Reflect.apply(connect, this, args);
  } as typeof connect;
});
afterAll(() => {
  // A connection that the test opens itself proves that the recording works.
  new Socket()
    .on('error', () => undefined)
    .connect({ host: '127.0.0.1', port: 9 })
    .destroy();
  expect(contacted.delete('127.0.0.1:9')).toBe(true);
  Socket.prototype.connect = connect;
  // The database's host, or the folder of its socket.
  const socketFolder = /[?&]host=([^&]+)/.exec(t.connectionString)?.[1];
  const allowed = socketFolder ? decodeURIComponent(socketFolder) : (/@([^/]+)/.exec(t.connectionString)?.[1] ?? '');
  const foreign = [...contacted].filter((to) => !to.startsWith(allowed));
  expect(foreign, 'the server opens nothing but its database (and SMTP, where configured)').toEqual([]);
});

let employer: SignedIn;
let ids: Ids;
let tokens: Record<string, string>;
beforeAll(() => expect(Object.keys(ENDPOINTS).length).toBeGreaterThan(80));
beforeEach(async () => {
  ({ ids, tokens, employer } = await givenFuzzWorld(t.db, CANARY));
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
      // Some calls end the caller's session, user or account.
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
      if (answer.statusCode >= 400 && !isPage(answer.headers)) {
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
