import { z } from 'zod/mini';
import { resultOf, type Stores } from './database.ts';

/** An act that delivered a container here, what it said and when, and until when that was full before. */
const said = z.object({ group: z.string(), until: z.number(), verdict: z.enum(['accept', 'reject']), at: z.number() });
/** More are not undone within the time in which that can be done. */
const MOST_SAID = 20;
/** Containers that are full, as far as this device knows: those that it counted, and those of which the server told. Instants are the server's (ms). */
const full = z.object({
  number: z.string(),
  at: z.number(),
  until: z.number(),
  employeeId: z.nullable(z.string()),
  /** The number or badge of a person whom this device does not know. */
  named: z.nullable(z.string()),
  /** The act that counted it here; null: the server told. */
  group: z.nullable(z.string()),
  lookup1: z.optional(z.nullable(z.string())),
  lookup2: z.optional(z.nullable(z.string())),
  /** The employee group of the person, which the server tells. */
  crew: z.optional(z.nullable(z.string())),
  /** All that was said of it here and not undone, in order. */
  said: z.optional(z.array(said)),
});
export type Full = z.infer<typeof full>;
export const toldContainers = z.array(
  z.object({
    number: z.string(),
    at: z.string(),
    until: z.string(),
    employeeId: z.nullable(z.string()),
    crew: z.nullable(z.string()),
    lookup1Code: z.nullable(z.string()),
    lookup2Code: z.nullable(z.string()),
  }),
);
type Told = z.infer<typeof toldContainers>;

async function read({ containers }: Stores, number: string): Promise<Full | undefined> {
  const found: unknown = await resultOf(containers.get(number));
  return found === undefined ? undefined : full.parse(found);
}
/** Returns a container that is full at an instant; undefined: empty, or not known. */
export async function findFull(stores: Stores, number: string, now: number): Promise<Full | undefined> {
  const found = await read(stores, number);
  return found && found.until > now ? found : undefined;
}
/** Returns a container that is full, or that this device delivered: what is said last of it counts. */
export async function findArrived(stores: Stores, number: string, now: number): Promise<Full | undefined> {
  const found = await read(stores, number);
  return found && (found.until > now || found.said?.length) ? found : undefined;
}
export const noteFull = async ({ containers }: Stores, row: Full): Promise<void> => {
  await resultOf(containers.put(row));
};
/** Makes a container empty again that an act counted. */
export async function noteEmpty(stores: Stores, number: string, group: string): Promise<void> {
  if ((await read(stores, number))?.group === group) await resultOf(stores.containers.delete(number));
}

/** Makes a container empty that was delivered here. */
export async function noteDelivered(
  stores: Stores,
  number: string,
  at: number,
  by: { group: string; verdict: 'accept' | 'reject' },
): Promise<void> {
  const row = await read(stores, number);
  if (!row) return;
  const said = [...(row.said ?? []), { ...by, at, until: row.until }].slice(-MOST_SAID);
  await noteFull(stores, { ...row, until: Math.min(row.until, at), said });
}
/** Takes back what an act said of a container: what was said before holds again, or else it is full. */
export async function undoDelivered(stores: Stores, number: string, group: string): Promise<void> {
  const row = await read(stores, number);
  const all = row?.said ?? [];
  const place = all.findIndex((one) => one.group === group);
  const [undone, next] = place < 0 ? [] : all.slice(place);
  if (!row || !undone) return;
  const { until } = undone;
  // Until when it was full before is that of the first that still holds.
  const said = all.flatMap((one) => (one === undone ? [] : one === next ? { ...one, until } : one));
  await noteFull(stores, next ? { ...row, said } : { ...row, until, said });
}

/** Takes over what the server tells. Of two that make a container full, the earlier one counts; what was counted since it was emptied stays. */
export async function takeContainers(stores: Stores, told: Told, isWhole: boolean): Promise<void> {
  if (isWhole)
    for (const row of z.array(full).parse(await resultOf(stores.containers.getAll())))
      if (row.group === null) await resultOf(stores.containers.delete(row.number));
  for (const { number, employeeId, crew, lookup1Code: lookup1, lookup2Code: lookup2, ...span } of told) {
    const [at, until] = [Date.parse(span.at), Date.parse(span.until)];
    const own = await read(stores, number);
    if (own && own.at >= until) continue;
    if (until <= at) await resultOf(stores.containers.delete(number));
    else if (!own || own.at > at || own.until <= at)
      await noteFull(stores, { number, at, until, employeeId, named: null, group: null, crew, lookup1, lookup2 });
  }
}

/** An emptied container stays for longer than its delivery can be undone, also where the server's clock is ahead (ms). */
const EMPTY_KEPT_MS = 3_600_000;
/** Deletes containers that have been empty for a while; `now`: the server's time (ms). */
export async function pruneContainers({ containers }: Stores, now: number): Promise<void> {
  const gone = await resultOf(containers.index('until').getAllKeys(IDBKeyRange.upperBound(now - EMPTY_KEPT_MS), 1_000));
  for (const key of gone) await resultOf(containers.delete(key));
}
