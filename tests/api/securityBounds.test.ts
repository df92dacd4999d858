import fc from 'fast-check';
import { afterAll, beforeEach, expect, it } from 'vitest';
import type { z } from 'zod';
import { ENDPOINTS } from '#contract/all.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { ERROR_STATUS } from '#contract/platform/errors.ts';
import { spotsOf, textOf, withAt } from '../support/bounds.ts';
import { givenSession } from '../support/factories.ts';
import { givenFuzzWorld } from '../support/fuzzWorld.ts';
import { isPage, roleOf, shapeOf, urlOf, valuesOf } from '../support/requests.ts';
import { sampled, size } from '../support/size.ts';
import { useTestApp } from '../support/testApp.ts';

/**
 * Every value of every call of the contract, one at a time, just outside of its limits and beyond any: numbers, dates, lists, and text that is odd in
 * Unicode. The other values are valid. Endpoints in turn: a twelfth of them in the short form.
 */
const CANARY = 'CANARY';
/** Random requests that the values are taken from: optional ones are in some. */
const BASES = size(1, 2);
/** Files and long lists take seconds on a busy machine; what hangs takes longer. */
const SLOW_MS = 60_000;
/** Half a character, or none: no user can have meant it, and no database stores it. */
const UNSTORABLE = /\0|\p{Surrogate}/u;
/** Calls that take such text without storing it: it is compared with what there is, or refused in their answer line by line. */
const NOT_STORED = ['pasteCells', 'requestPasswordReset', 'syncDevice', 'syncPayroll', 'undoCorrections'];
const t = useTestApp();
let world: Awaited<ReturnType<typeof givenFuzzWorld>>;
beforeEach(async () => {
  world = await givenFuzzWorld(t.db, CANARY);
});
const outcomes: Record<number, number> = {};
afterAll(() => console.info('out of bounds:', outcomes));

const PARTS = ['params', 'query', 'body'] as const;
type Request = Partial<Record<(typeof PARTS)[number], unknown>>;
function requestOf(endpoint: Endpoint, seed: number): Request {
  const part = (schema: z.ZodType | undefined) =>
    schema && fc.sample(valuesOf(shapeOf(schema), world.ids), { numRuns: 1, seed })[0];
  return Object.fromEntries(PARTS.map((name) => [name, part(endpoint[name])]));
}

async function send(name: string, endpoint: Endpoint, { params, query, body }: Request) {
  const { employer, tokens } = world;
  // It ends the session of its caller.
  const token =
    name === 'logOut' ? await givenSession(t.db, employer.accountId, employer.userId) : tokens[roleOf(endpoint)];
  return t.app.inject({
    method: endpoint.method,
    url: urlOf(endpoint, params, query),
    headers: {
      ...(token && { authorization: token }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: textOf(body) }),
  });
}

const named = sampled(
  Object.entries(ENDPOINTS).sort(([one], [other]) => (one < other ? -1 : 1)),
  12,
);
it.each(named)('%s refuses what is out of bounds, by a declared refusal, or takes it', async (name, endpoint) => {
  const tried = new Set<string>();
  for (let seed = 1; seed <= BASES; seed++) {
    const base = requestOf(endpoint, seed);
    for (const part of PARTS) {
      const schema = endpoint[part];
      for (const { path, odd } of schema ? spotsOf(shapeOf(schema), base[part]) : []) {
        const spot = `${part} ${path.join('.')}`;
        if (tried.has(spot)) continue;
        tried.add(spot);
        for (const value of odd) {
          // In an address everything is text.
          if (part !== 'body' && typeof value === 'object') continue;
          const started = performance.now();
          const answer = await send(name, endpoint, { ...base, [part]: withAt(base[part], path, value) });
          outcomes[answer.statusCode] = (outcomes[answer.statusCode] ?? 0) + 1;
          const what = `${name} ${spot} ${JSON.stringify(value)?.slice(0, 200)} -> ${answer.statusCode} ${answer.body.slice(0, 300)}`;
          expect(answer.statusCode, what).toBeLessThan(500);
          expect(performance.now() - started, what).toBeLessThan(SLOW_MS);
          if (roleOf(endpoint) !== 'admin') expect(answer.body, what).not.toContain(CANARY);
          if (answer.statusCode >= 400 && !isPage(answer.headers)) {
            const { errorCode, message } = answer.json();
            expect(ERROR_STATUS, what).toHaveProperty(errorCode, answer.statusCode);
            expect(message, what).toMatch(/\S/);
            // A message that repeats what was sent repeats some of it.
            expect(message.length, what).toBeLessThan(20_000);
          } else if (typeof value === 'string' && part === 'body' && UNSTORABLE.test(value))
            expect(NOT_STORED, what).toContain(name);
        }
      }
    }
  }
  await t.jobs.drain();
});
