import { isDay } from '../../lib/zoned.ts';

/** The explanation in an address: `why`, the employee, on the day `on`. */
export type WhySearch = { why?: string; on?: string };

const ID = /^[0-9a-f-]{36}$/i;

/** Returns the id of an employee or a device in an address; undefined for anything else. */
export const idOf = (value: unknown) => (typeof value === 'string' && ID.test(value) ? value : undefined);

/** Returns both parameters; neither unless both are understood. */
export function whySearch({ why, on }: Record<string, unknown>): WhySearch {
  const id = idOf(why);
  return id && typeof on === 'string' && isDay(on) ? { why: id, on } : {};
}
