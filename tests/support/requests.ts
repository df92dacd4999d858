import fc from 'fast-check';
import { z } from 'zod';
import type { Endpoint } from '#contract/platform/endpoint.ts';

/** Random requests for any endpoint of the contract: valid, nearly valid, or anything. */
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
export const anything = fc.oneof(
  fc.constantFrom(...ODD),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

/** Ids of real documents, by the name of the field that takes them. */
export type Ids = Record<string, string>;

/** The part of JSON Schema that zod writes. */
export type Shape = {
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
  maxItems?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
};

/** Returns nearly valid values for a schema; ids are often those of real documents. */
export function valuesOf(shape: Shape, ids: Ids, key = ''): fc.Arbitrary<unknown> {
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

/** Values for fields, by a part of the field's name. */
const WORDS: [RegExp, string[]][] = [
  [/zone/i, ['Africa/Harare', 'Europe/Berlin', 'America/St_Johns']],
  [/password/i, ['seven green tractors', 'orchard rain at nine']],
  [/time$/i, ['08:00', '09:15', '17:45']],
  [/systemid/i, ['Sage', 'payroll']],
  [/username/i, ['jane', 'jim', 'joe']],
  [/csv/i, ['number,firstName,lastName\n1,A,B', 'Number;First name;Last name\n1;A;B']],
  [/category/i, ['lookup-1', 'attendance']],
];

/** Returns a nearly valid value with every field, always the same. */
export function simplestOf(shape: Shape, ids: Ids, key = ''): unknown {
  const [option] = shape.anyOf ?? shape.oneOf ?? shape.allOf ?? [];
  if (option) return simplestOf(option, ids, key);
  if (shape.properties)
    return Object.fromEntries(
      Object.entries(shape.properties).map(([name, one]) => [name, simplestOf(one, ids, name)]),
    );
  if (shape.type === 'array') return [simplestOf(shape.items ?? {}, ids, key)];
  if (shape.format === 'uuid') return ids[key] ?? ids.employeeId;
  return fc.sample(valuesOf(shape, ids, key), { numRuns: 1, seed: 1 })[0];
}

/** Returns `simplestOf` once for each text in it, with `bad` at its place. */
export function withEachText(shape: Shape, ids: Ids, bad: string, key = ''): unknown[] {
  const options = shape.anyOf ?? shape.oneOf ?? shape.allOf;
  if (options) return options.flatMap((option) => withEachText(option, ids, bad, key));
  if (shape.properties) {
    const whole = simplestOf(shape, ids, key) as Record<string, unknown>; // of a shape with properties
    return Object.entries(shape.properties).flatMap(([name, one]) =>
      withEachText(one, ids, bad, name).map((value) => ({ ...whole, [name]: value })),
    );
  }
  if (shape.type === 'array') return withEachText(shape.items ?? {}, ids, bad, key).map((value) => [value]);
  return shape.type === 'string' && !shape.enum && shape.const === undefined ? [bad] : [];
}

/** Replaces, removes or adds a part at random. */
export const spoilt = (values: fc.Arbitrary<unknown>) =>
  fc.tuple(values, fc.nat(), anything, fc.nat(2)).map(([value, at, odd, how]) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return odd;
    const copy: Record<string, unknown> = { ...value };
    const keys = Object.keys(copy);
    const key = keys[at % Math.max(1, keys.length)] ?? 'extra';
    if (how === 0) delete copy[key];
    else copy[how === 1 ? key : 'undeclared'] = odd;
    return copy;
  });

/** Returns the caller that an endpoint is for. */
export const roleOf = ({ access }: Endpoint) => (typeof access === 'string' ? access : access.role);

export const shapeOf = (schema: z.ZodType): Shape =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Shape;

/** Returns the URL of a call, with any parameters. */
export function urlOf(endpoint: Endpoint, params: unknown, query: unknown): string {
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

/** Tells an answer that people read in a browser, such as an auditor's page. */
export const isPage = (headers: Record<string, unknown>) => String(headers['content-type']).startsWith('text/html');
