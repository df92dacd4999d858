import { z } from 'zod';
import { storable } from '#contract/platform/storable.ts';
import { fieldCount, together, withAllValues } from '../../../platform/http/doubledNames.ts';
import { shapeOf } from '../../../platform/http/json.ts';

/** The values of events as terminals and programs write them. */

/** A text that may be sent as a number, but for one with more digits than a number holds: its sender may have rounded it to the PIN or card of another. */
export const word = z
  .union([z.string(), z.number().refine((one) => Math.abs(one) <= Number.MAX_SAFE_INTEGER)])
  .transform((one) => storable(String(one)).trim());
/** A number of a kind, which may be sent as text, also as `0x4b`. */
export const whole = z.union([
  z.int().min(0),
  z
    .string()
    .trim()
    .regex(/^(?:\d{1,15}|0x[\da-f]{1,8})$/i)
    .transform(Number),
]);
/** A value that may be missing. Of several values under its name none can be chosen: such an event is not read. */
export const perhaps = <T>(schema: z.ZodType<T>) =>
  z
    .unknown()
    .refine((one) => !(Array.isArray(one) && one.length > 1))
    .pipe(schema.optional().catch(undefined))
    .optional();

/** The number that a terminal gives its own event, from 1 on; undefined for anything else. */
export const ownNumber = perhaps(whole.pipe(z.int().min(1)));

/** Returns the fields of an object with their names in small letters, which firmwares and programs write in several ways; {} for anything else. */
export const smallNamed = (of: unknown): Readonly<Record<string, unknown>> =>
  isObject(of) ? together(Object.entries(of).map(([name, value]) => [name.toLowerCase(), value])) : {};
export const isObject = (of: unknown): of is Readonly<Record<string, unknown>> =>
  typeof of === 'object' && of !== null && !Array.isArray(of);
export const isJsonText = (of: unknown): of is string => typeof of === 'string' && /^\s{0,9}[{[]/.test(of);

/**
 * Parses JSON, in which a name that comes twice in one object has all of its values; undefined for anything else, and for what is nested deeper than any
 * event: to write it again would exhaust the stack.
 */
export function jsonOf(text: string): unknown {
  const { wrong, written } = shapeOf(text);
  if (wrong) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    return fieldCount(parsed) === written ? parsed : withAllValues(text);
  } catch {
    return undefined;
  }
}
