import fc from 'fast-check';
import { afterAll, beforeEach, expect, it } from 'vitest';
import type { z } from 'zod';
import { ENDPOINTS } from '#contract/all.ts';
import { buildApp } from '#server/app.ts';
import { DatabaseUnavailable } from '#server/platform/db/errors.ts';
import { givenSession } from '../support/factories.ts';
import { DATABASE_FAULTS, useFaultyApp } from '../support/faultyDb.ts';
import { givenFuzzWorld } from '../support/fuzzWorld.ts';
import { createInProcessJobs } from '../support/jobs.ts';
import { shapeOf, urlOf, valuesOf } from '../support/requests.ts';
import { useTestApp } from '../support/testApp.ts';
import { multipart } from '../support/zip.ts';

/** DATABASE_FAULT_CASES=20 is the long run: that many requests of every endpoint (otherwise of a quarter of them), with a fault at each statement. */
const CASES = Number(process.env.DATABASE_FAULT_CASES ?? 1);
const MAX_STATEMENTS = 60;
const t = useTestApp();
const faulty = useFaultyApp(t);
let world: Awaited<ReturnType<typeof givenFuzzWorld>>;
const outcomes: Record<string, number> = {};
afterAll(() => console.info('statements that went wrong, and what was answered:', outcomes));
beforeEach(async () => {
  world = await givenFuzzWorld(t.db, 'other');
});

/** Calls that may succeed despite a fault: a preview is rolled back anyway, a mail is sent a minute later, a correct attempt is counted a little longer. */
const DONE_ALL_THE_SAME = [
  ...['importPieces', 'previewCorrections', 'previewPieces', 'previewCrewPunch', 'previewCrewSheet'],
  ...['activateDevice', 'logIn', 'exchangeWebAuthToken', 'changePassword'],
];
/** The short run takes one of them for each endpoint. */
const faultsOf = (name: string) =>
  CASES > 1 ? DATABASE_FAULTS : [DATABASE_FAULTS[name.length % DATABASE_FAULTS.length] ?? 'cut'];
const named = Object.entries(ENDPOINTS)
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .filter((_, i) => CASES > 1 || i % 4 === 0);
it.each(named)(
  '%s says honestly that the database could not be asked, whichever of its statements it was',
  async (name, endpoint) => {
    const { tokens, employer, ids } = world;
    const role = typeof endpoint.access === 'string' ? endpoint.access : endpoint.access.role;
    const part = (schema: z.ZodType | undefined) =>
      schema ? valuesOf(shapeOf(schema), ids) : fc.constant(undefined as unknown);
    const parts = fc.tuple(part(endpoint.params), part(endpoint.query), part(endpoint.body));
    for (const [params, query, body] of fc.sample(parts, { numRuns: CASES, seed: 20_261_123 }))
      for (const fault of faultsOf(name)) {
        const refusals: [status: number, what: string][] = [];
        for (let at = 1; at <= MAX_STATEMENTS; at++) {
          t.clock.advance(60_000);
          const token =
            name === 'logOut' ? await givenSession(t.db, employer.accountId, employer.userId) : tokens[role];
          faulty.arm(fault, at);
          const answer = await faulty.app.inject({
            method: endpoint.method,
            url: urlOf(endpoint, params, query),
            headers: {
              ...(token && { authorization: token }),
              ...(body !== undefined && { 'content-type': 'application/json' }),
            },
            ...(body !== undefined && { payload: JSON.stringify(body) }),
          });
          if (!faulty.hasFired()) {
            // 429: the attempts of earlier cases have been counted by then.
            for (const [status, what] of refusals) expect([status, 429], what).toContain(answer.statusCode);
            break;
          }
          const what = `${name}: ${fault} at ${at} -> ${answer.statusCode} ${answer.body.slice(0, 300)}`;
          const key = `${fault} ${answer.statusCode}`;
          outcomes[key] = (outcomes[key] ?? 0) + 1;
          if (answer.statusCode === 503) expect(Number(answer.headers['retry-after']), what).toBeGreaterThan(0);
          else expect(answer.statusCode, what).toBeLessThan(500);
          // The call was refused for another reason; as it was rolled back at the fault, it must be refused without a fault as well.
          if (answer.statusCode >= 400 && answer.statusCode !== 503) refusals.push([answer.statusCode, what]);
          // The call succeeded nevertheless: the statement rolls back an attempt, or is retried.
          if (answer.statusCode < 400 && fault !== 'deadlock') expect(DONE_ALL_THE_SAME, what).toContain(name);
        }
      }
  },
  30_000 + CASES * 30_000,
);

it('an upload that the database could not store is not called damaged', async () => {
  const { accountId } = world.ids;
  const base = `/v2/backup-restore/${accountId}`;
  const authorization = world.tokens.admin ?? '';
  const body = { includeEmployees: true };
  const { backupJobId } = (await t.ask(`${base}/backup/start`, { token: authorization, body })).json();
  await t.jobs.drain();
  const archive = (await t.ask(`${base}/backup/${backupJobId}/download`, { token: authorization })).rawPayload;
  const { payload, headers } = multipart(archive, {});
  const answers = new Set<number>();
  for (let at = 1; at <= MAX_STATEMENTS; at++) {
    faulty.arm('cancelled', at);
    const url = `${base}/restore/upload`;
    const answer = await faulty.app.inject({ method: 'POST', url, payload, headers: { ...headers, authorization } });
    expect([200, 503], `at ${at}: ${answer.body}`).toContain(answer.statusCode);
    answers.add(answer.statusCode);
    if (!faulty.hasFired()) break;
  }
  expect([...answers].sort()).toEqual([200, 503]);
});

it('a change is not reported as failed because the job queue is unavailable, except where only the queue would know of it', async () => {
  const send = () => Promise.reject(new DatabaseUnavailable(new Error('timeout exceeded when trying to connect')));
  const without = await buildApp({ ...t.services, jobs: { ...createInProcessJobs(), send } });
  const ask = (url: string, payload: object) =>
    without.inject({ method: 'POST', url, payload, headers: { authorization: world.tokens.admin } });
  const { accountId } = world.ids;
  const person = { firstName: 'A', lastName: 'B', username: 'kay', email: 'kay@b.test' };
  expect((await ask('/v2/user', { accountId, ...person })).statusCode).toBe(200);
  const reset = await ask('/v2/session/password-reset', { identity: 'kay' });
  expect([reset.statusCode, reset.headers['retry-after']]).toEqual([503, '5']);
  await without.close();
});

it('a call with an idempotency key has its effect once, with one answer, whichever statement fails', async () => {
  const { accountId } = world.ids;
  const headers = { authorization: world.tokens.admin, 'idempotency-key': 'once-and-no-more' };
  const payload = { description: 'x' };
  const ask = () => faulty.app.inject({ method: 'POST', url: `/v2/account/${accountId}/sync-keys`, headers, payload });
  const keys = async () => (await t.ask(`/v2/account/${accountId}/sync-keys`, { token: world.tokens.admin })).json();
  const before = (await keys()).results.length;
  let at = 1;
  const failing = async () => {
    faulty.arm('cancelled', at++);
    return ask();
  };
  let answer = await failing();
  for (; answer.statusCode === 503; answer = await failing()) expect((await keys()).results).toHaveLength(before);
  expect(answer.statusCode).toBe(200);
  // The answer is stored under its idempotency key, where every other process finds it too.
  const again = { token: world.tokens.admin ?? '', headers: { 'idempotency-key': 'once-and-no-more' }, body: payload };
  expect((await t.ask(`/v2/account/${accountId}/sync-keys`, again)).json()).toEqual(answer.json());
  expect((await keys()).results).toHaveLength(before + 1);
});
