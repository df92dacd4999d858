import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { ENDPOINTS } from '#contract/all.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { MAX_DEPTH, MAX_FIELDS } from '#server/platform/http/json.ts';
import { spotsOf, withAt } from '../support/bounds.ts';
import { givenFuzzWorld } from '../support/fuzzWorld.ts';
import { roleOf, type Shape, shapeOf, urlOf, valuesOf } from '../support/requests.ts';
import { sampled } from '../support/size.ts';
import { useTestApp } from '../support/testApp.ts';

/**
 * Measures what a JSON body costs the thread that answers all users, for every call that has one: the worst that we know of, in each
 * place of the body, is no more than some times as costly as a plain text of the same length. Endpoints in turn: a twelfth of them in the short form.
 */
const t = useTestApp();
let world: Awaited<ReturnType<typeof givenFuzzWorld>>;
beforeEach(async () => {
  world = await givenFuzzWorld(t.db, 'OTHER');
});

/** The endpoint in which each field was met first, by its name and limits: what it costs there it costs in all others, which would take twice as long. */
const firstWith = new Map<string, string>();
const isFirst = (field: string, name: string) => {
  if (!firstWith.has(field)) firstWith.set(field, name);
  return firstWith.get(field) === name;
};

/** The costliest that was ever found was 90 times a plain one; keys of one object were 12. */
const MOST_TIMES = 8;
/** A cost below this is of the call, not of its body. */
const LEAST_MS = 4;

const listOf = (item: string) => (length: number) => `[${Array(Math.floor(length / (item.length + 1))).fill(item)}]`;
const fieldsOf = (value: string) => (length: number) => {
  const count = Math.floor(length / (value.length + 8));
  return `{${Array.from({ length: count }, (_, i) => `"${String(i).padStart(5, '0')}":${value}`)}}`;
};
const textOf = (part: string) => (length: number) => `"${part.repeat(length / Buffer.byteLength(part))}"`;
const WORST: Record<string, (length: number) => string> = {
  escapes: textOf(String.raw`\n`),
  'unicode escapes': textOf(String.raw`\u00e9`),
  emoji: textOf('😀'),
  'combining characters': textOf('e\u0301'),
  spaces: (length) => `"${' '.repeat(length)}x"`,
  'numbers and dashes': textOf('1-'),
  numbers: listOf('0'),
  'long numbers': listOf('1.7976931348623157e308'),
  'one number': (length) => '9'.repeat(length),
  objects: listOf('{}'),
  lists: listOf('[]'),
  nulls: listOf('null'),
  'empty texts': listOf('""'),
  'nested lists': listOf(`${'['.repeat(12)}${']'.repeat(12)}`),
  'nesting without an end': (length) => '['.repeat(length),
  fields: fieldsOf('0'),
  'fields with objects': fieldsOf('{}'),
  'objects of the most fields': listOf(fieldsOf('0')(8_000)),
  'one field': (length) => `{"${'k'.repeat(length)}":0}`,
  __proto__: listOf('{"__proto__":0}'),
};
const MARK = '@here@';

const named = Object.entries(ENDPOINTS).filter(([name, { body }]) => body && name !== 'logOut');
const large: Record<string, number> = { syncDevice: 800_000, syncPayroll: 800_000 };
const sample = (schema: z.ZodType | undefined) =>
  schema && fc.sample(valuesOf(shapeOf(schema), world.ids), { numRuns: 1, seed: 1 })[0];

/** Returns the CPU time (ms) of the main thread for an answer. */
async function costOf(endpoint: Endpoint, base: Record<string, unknown>, payload: string): Promise<number> {
  const token = world.tokens[roleOf(endpoint)];
  const started = process.threadCpuUsage();
  const { statusCode } = await t.app.inject({
    method: endpoint.method,
    url: urlOf(endpoint, base.params, base.query),
    headers: { 'content-type': 'application/json', ...(token && { authorization: token }) },
    payload,
  });
  const { user, system } = process.threadCpuUsage(started);
  expect(statusCode).toBeLessThan(500);
  return (user + system) / 1_000;
}

it.each([
  ...sampled(
    named.filter(([name]) => !(name in large)),
    12,
  ),
  ...named.filter(([name]) => name in large),
])('%s', async (name, endpoint) => {
  const schema = endpoint.body as z.ZodType;
  const length = large[name] ?? 255_000;
  const [base, body] = [{ params: sample(endpoint.params), query: sample(endpoint.query) }, sample(schema)];
  const bodyWith = (path: readonly (string | number)[], json: string) =>
    JSON.stringify(withAt(body, path, MARK)).replace(`"${MARK}"`, () => json);
  const fields = [...spotsOf(shapeOf(schema), body)].filter(({ path, shape }) =>
    isFirst(JSON.stringify([path.filter((key) => key !== 0).at(-1), shape]), name),
  );
  const paths = [[], ...fields.map(({ path }) => path)];
  const costly: string[] = [];
  for (const path of name in large ? paths.slice(0, 4) : paths) {
    const plain = bodyWith(path, textOf('a')(length - 4_000));
    const costOfPlain = async () => Math.max(LEAST_MS, await costOf(endpoint, base, plain));
    const ofPlain = Math.min(await costOfPlain(), await costOfPlain());
    for (const [what, worst] of Object.entries(WORST)) {
      const payload = bodyWith(path, worst(length - 4_000));
      let ratio = (await costOf(endpoint, base, payload)) / ofPlain;
      // What the machine collects as garbage falls on one of several.
      for (let nth = 1; nth < 8 && ratio > MOST_TIMES; nth++) {
        const again = await costOfPlain();
        ratio = Math.min(ratio, (await costOf(endpoint, base, payload)) / again);
      }
      if (ratio > MOST_TIMES) costly.push(`${path.join('.')}: ${what}, ${ratio.toFixed(1)} times`);
    }
  }
  expect(costly).toEqual([]);
});

describe('a body of JSON', () => {
  /** Returns the places of lists without a limit, whose items would be looked at one by one before they are refused. */
  function unlimited(shape: Shape, path = ''): string[] {
    const parts = [...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])];
    const fields = Object.entries(shape.properties ?? {});
    return [
      ...(shape.type === 'array' && shape.maxItems === undefined ? [path] : []),
      ...(shape.items ? unlimited(shape.items, `${path}[]`) : []),
      ...fields.flatMap(([name, one]) => unlimited(one, `${path}.${name}`)),
      ...parts.flatMap((one) => unlimited(one, path)),
    ];
  }
  it('has a limit for each of its lists', () => {
    const found = named.flatMap(([name, { body }]) => unlimited(shapeOf(body as z.ZodType), name));
    expect(found).toEqual([]);
  });

  const shapes: [what: string, body: string, message: RegExp | null][] = [
    ['as many fields as may be', fieldsOf('0')(9 * MAX_FIELDS), null],
    ['a field more', fieldsOf('0')(9 * (MAX_FIELDS + 1)), /more than 1000 fields/],
    ['as many fields in each of several objects', listOf(fieldsOf('0')(9_000))(90_000), null],
    ['colons within a text', `{"a":"${':'.repeat(5_000)}"}`, null],
    ['thousands of objects', listOf('{}')(14_000), null],
    ['ever more objects', listOf('{}')(200_000), /more objects and lists/],
    ['records of a usual length', listOf(`{"a":"${'x'.repeat(30)}"}`)(200_000), null],
    ['as deep as may be', `${'['.repeat(MAX_DEPTH)}${']'.repeat(MAX_DEPTH)}`, null],
    ['deeper', `${'['.repeat(MAX_DEPTH + 1)}${']'.repeat(MAX_DEPTH + 1)}`, /nested deeper than 20 levels/],
  ];
  it.each(shapes)('with %s', async (_, body, message) => {
    const { statusCode, json } = await t.app.inject({
      method: 'POST',
      url: '/v2/session',
      headers: { 'content-type': 'application/json' },
      payload: body,
    });
    expect(statusCode).toBe(400);
    if (message) expect(json().message).toMatch(message);
    else expect(json().message).not.toMatch(/fields|objects|levels/);
  });
});
