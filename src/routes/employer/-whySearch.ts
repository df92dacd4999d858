/** The explanation in an address: `why`, the employee, on the day `on`. */
export type WhySearch = { why?: string; on?: string };

const ID = /^[0-9a-f-]{36}$/i;
/** Only its form, because every start reads addresses. */
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the id of an employee or a device in an address; undefined for anything else. */
export const idOf = (value: unknown) => (typeof value === 'string' && ID.test(value) ? value : undefined);

/** Returns both parameters, undefined unless both are understood: the router merges what is returned into the raw parameters. */
export function whySearch({ why, on }: Record<string, unknown>): WhySearch {
  const id = idOf(why);
  return id && typeof on === 'string' && DATE.test(on) ? { why: id, on } : { why: undefined, on: undefined };
}
