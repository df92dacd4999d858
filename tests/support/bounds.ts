import type { Shape } from './requests.ts';

/** The contract's own limits as an attacker reads them: for each value of a valid request, the values just outside of what it says, and odd ones. */

/** Numbers that JSON can write and JavaScript cannot: sent as they are by `textOf`. */
const RAW = ['-0', '1e400', '-1e400', '1e-400', '123456789012345678901234567890'];
const raw = (number: string) => `@raw ${number}@`;
/** Returns a request's body as JSON, with such numbers in it. */
export const textOf = (body: unknown) => JSON.stringify(body)?.replaceAll(/"@raw ([^@]*)@"/g, '$1');

const TEXTS = [
  '',
  ' ',
  'a\0b',
  '\ud800',
  'a\udc00b',
  '\u202egnp.exe',
  '\u2066x\u2069',
  '\u200b',
  '\ufeffA1',
  'e\u0301',
  '\u0410\u0031',
  '\u{1f469}\u200d\u{1f33e}'.repeat(3),
  'a\r\nb',
  '\u2028',
  '\u0085',
  '\u007f',
  '=1+1',
  '%00',
  '../..',
  '__proto__',
];
const DATES = ['0000-01-01', '0001-01-01', '1969-12-31', '2026-02-30', '9999-12-31', '+010000-01-01', '-000001-12-31'];
const INSTANTS = [
  '0001-01-01T00:00:00Z',
  '1969-12-31T23:59:59Z',
  '2016-12-31T23:59:60Z',
  '2026-11-20T09:00:00.123456789Z',
  '9999-12-31T23:59:59-14:00',
  '+275760-09-13T00:00:00Z',
];
const COMMON = [null, [], {}, true];

export type Spot = { path: readonly (string | number)[]; shape: Shape; odd: readonly unknown[] };

/** Returns every value of a request with what to put in its place. */
export function* spotsOf(shape: Shape, value: unknown, path: Spot['path'] = []): Generator<Spot> {
  const options = shape.anyOf ?? shape.oneOf ?? shape.allOf;
  if (options) {
    const fitting = options.find((option) => fits(option, value)) ?? options[0];
    if (fitting) yield* spotsOf(fitting, value, path);
    return;
  }
  if (Array.isArray(value)) {
    const { minItems = 0, maxItems } = shape;
    const more = maxItems !== undefined && maxItems <= 5_000 ? [Array(maxItems + 1).fill(value[0] ?? 'x')] : [];
    yield {
      path,
      shape,
      odd: [...more, ...(minItems > 0 ? [value.slice(0, minItems - 1)] : []), [[]], [null], {}, 'x'],
    };
    if (value.length > 0 && shape.items) yield* spotsOf(shape.items, value[0], [...path, 0]);
    return;
  }
  if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      const one = shape.properties?.[key];
      if (one) yield* spotsOf(one, part, [...path, key]);
    }
    return;
  }
  if (typeof value === 'number') {
    const { minimum, maximum } = shape;
    const bounds = [minimum, minimum && minimum - 1, maximum, maximum && maximum + 1].filter(
      (one) => one !== undefined,
    );
    yield { path, shape, odd: [...bounds, 0.5, 1e308, 2 ** 53, -(2 ** 31) - 1, '7', ...RAW.map(raw), ...COMMON] };
    return;
  }
  if (typeof value === 'string') {
    const { format, maxLength } = shape;
    const long = 'x'.repeat((maxLength ?? 20_000) + 1);
    const most = maxLength ? ['\u{1f33e}'.repeat(Math.ceil(maxLength / 2)), 'x'.repeat(maxLength)] : [];
    const times = format === 'date' ? DATES : format === 'date-time' ? INSTANTS : [];
    yield { path, shape, odd: [...times, ...TEXTS, long, ...most, 0, ...COMMON] };
    return;
  }
  yield { path, shape, odd: ['x', 1e308, ...COMMON] };
}

function fits(shape: Shape, value: unknown): boolean {
  if (shape.const !== undefined) return shape.const === value;
  if (shape.enum) return shape.enum.includes(value);
  const options = shape.anyOf ?? shape.oneOf;
  if (options) return options.some((option) => fits(option, value));
  if (shape.type === 'null') return value === null;
  if (shape.type === 'array') return Array.isArray(value);
  if (shape.type === 'integer') return typeof value === 'number';
  if (shape.type === 'object') {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const entries = Object.entries(shape.properties ?? {});
    return entries.every(
      ([key, one]) => one.const === undefined || (value as Record<string, unknown>)[key] === one.const,
    );
  }
  return typeof value === shape.type;
}

/** Returns a copy of a request with one value replaced. */
export function withAt(value: unknown, [key, ...rest]: Spot['path'], odd: unknown): unknown {
  if (key === undefined) return odd;
  if (Array.isArray(value)) return value.map((part, i) => (i === key ? withAt(part, rest, odd) : part));
  const record = value as Record<string, unknown>;
  return { ...record, [key]: withAt(record[key], rest, odd) };
}
