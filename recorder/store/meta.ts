import { z } from 'zod/mini';
import { LANGUAGES, type Language } from '#contract/platform/languages.ts';
import { MAX_REPEAT_SECONDS, REPEAT_SECONDS } from '../core/doubles.ts';
import { direction, shownFigures } from '../core/record.ts';
import { resultOf, type Stores } from './database.ts';

/** The Recorder's own state, a row each. Like everything that crosses a boundary, what is read from disk is parsed. */
export const mode = z.enum(['kiosk', 'crew', 'count', 'delivery']);
export type Mode = z.infer<typeof mode>;

export const activation = z.object({
  token: z.string(),
  deviceId: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  timeZone: z.string(),
  kind: z.string(),
  description: z.string(),
  /** The prefix of this activation's ids. */
  prefix: z.string(),
  /** The server has refused the token (server's time, ms): names are deleted, unsent records wait. */
  endedAt: z.nullable(z.number()),
});
export type Activation = z.infer<typeof activation>;

const repeatSeconds = z.int().check(z.gte(0), z.lte(MAX_REPEAT_SECONDS));
/** A container that waits for its badge; what it holds is absent where that is the work of the scan by which it is counted. */
const gathered = z.object({
  number: z.string(),
  kindId: z.string(),
  work: z.optional(z.object({ lookup1: z.nullable(z.string()), lookup2: z.nullable(z.string()) })),
});
export type Gathered = z.infer<typeof gathered>;
export const settings = z.object({
  mode: z._default(mode, 'kiosk'),
  /** The direction that 'Clock' sends: that of the last scan, or `auto` for all. */
  direction: z._default(direction, 'in'),
  isAuto: z._default(z.boolean(), false),
  mayType: z._default(z.boolean(), true),
  repeatClock: z._default(repeatSeconds, REPEAT_SECONDS.clock),
  repeatPiece: z._default(repeatSeconds, REPEAT_SECONDS.piece),
  scheme: z._default(z.enum(['system', 'light', 'dark', 'sun']), 'system'),
  language: z._default(z.enum(Object.keys(LANGUAGES) as Language[]), 'en'),
  hasSound: z._default(z.boolean(), true),
  isStarted: z._default(z.boolean(), false),
  /** The kind of containers that was chosen last, and whether they are scanned before the badge. */
  containerKind: z._default(z.nullable(z.string()), null),
  /** The team of the office that was chosen last; null: other people. */
  team: z._default(z.nullable(z.string()), null),
  /** The pieces of a sample, as they were typed last. */
  samplePieces: z._default(z.string(), '50'),
  isBadgeLast: z._default(z.boolean(), false),
  /** Containers that were scanned and wait for their badge, with what was counted then. */
  gathered: z._default(z.array(gathered), []),
  /** The way of counting that was chosen last. */
  way: z._default(z.enum(['one', 'shared', 'team', 'containers']), 'one'),
});
export type Settings = z.infer<typeof settings>;

export const sending = z.object({
  cursor: z._default(z.nullable(z.string()), null),
  lookup1Name: z._default(z.string(), ''),
  lookup2Name: z._default(z.string(), ''),
  /** The server time (ms) of the last answer, and of the last moment without waiting records. */
  lastContact: z._default(z.nullable(z.number()), null),
  allSentAt: z._default(z.nullable(z.number()), null),
  /** The server's restore for which accepted records were already sent again. */
  resentFor: z._default(z.nullable(z.string()), null),
});
export type Sending = z.infer<typeof sending>;

const tries = {
  salt: z.string(),
  wrong: z.int(),
  /** No try is possible before this (ms of the device's clock). */
  until: z.number(),
};
export const codeLock = z.object({ ...tries, hash: z.string() });
/** Wrong PINs, by the salt of each. */
const pinTries = z.array(z.object(tries));
export type Tries = Pick<CodeLock, 'wrong' | 'until'>;
export type CodeLock = z.infer<typeof codeLock>;
/** A stretch (device's clock, ms) in which the Recorder was off while working time ran, until the user has answered whether they worked. */
const off = z.object({ from: z.number(), to: z.number() });
export type Off = z.infer<typeof off>;
/**
 * People whom a user has named here because this device knows nobody with their number: by the number and time id of their records,
 * with when they were last scanned (device's clock, ms).
 */
const newPerson = z.object({
  number: z.string(),
  timeId: z.nullable(z.string()),
  name: z.string(),
  wall: z.number(),
});
export type NewPerson = z.infer<typeof newPerson>;
const newPeople = z.array(newPerson);
const work = {
  at: z.string(),
  lookup1Code: z.nullable(z.string()),
  lookup2Code: z.nullable(z.string()),
  unitsPerScan: z.string(),
};
/** Work that the office plans for this device, from the server. */
export const plan = z.object({ _id: z.string(), by: z.string(), ...work });
export type Plan = z.infer<typeof plan>;
const plans = z.array(plan);
/** Lists that the server tells whole, or not at all where they have not changed: each is a field of its answer, and a row here. */
export const TOLD = {
  /** The kinds of containers that can be counted. */
  containerKinds: z.optional(
    z.array(
      z.object({
        _id: z.string(),
        name: z.string(),
        units: z.string(),
        lookup1Code: z.nullable(z.string()),
        hours: z.int(),
      }),
    ),
  ),
  /** The defects for which samples are looked at. */
  defects: z.optional(z.array(z.object({ _id: z.string(), name: z.string() }))),
  /** The teams of the office for which can be counted (docs/reference/teams.md#at-the-recorder). */
  teams: z.optional(
    z.array(
      z.object({
        _id: z.string(),
        name: z.string(),
        isIndividual: z.boolean(),
        members: z.array(
          z.object({ employeeId: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()) }),
        ),
      }),
    ),
  ),
  /** The days of which the office has other figures than their people agreed to, which it does not tell this device. */
  otherDays: z.optional(z.array(z.object({ employeeId: z.string(), day: z.string() }))),
} as const;
export const TOLD_LISTS = Object.keys(TOLD) as (keyof typeof TOLD)[]; // the keys of an object of this type
/** The last choice of other work here while a plan was due, by plan. */
const changes = z.array(z.object({ planId: z.string(), ...work }));
/** The days of people who agreed to other figures than the office has now, from the server (docs/reference/privacy.md#their-own-day). */
export const toldDays = z.array(z.object({ employeeId: z.string(), day: z.string(), figures: shownFigures }));
const counters = z.object({ number: z.int(), sequence: z.int() });

const ROWS = {
  activation,
  next: activation,
  settings,
  sending,
  code: codeLock,
  pinTries,
  off,
  newPeople,
  plans,
  changes,
  toldDays,
  ...TOLD,
  counters,
} as const;
type Rows = { [K in keyof typeof ROWS]: NonNullable<z.infer<(typeof ROWS)[K]>> };
export type ContainerKind = Rows['containerKinds'][number];
export type ToldTeam = Rows['teams'][number];

export async function readMeta<K extends keyof Rows>({ meta }: Stores, key: K): Promise<Rows[K] | undefined> {
  const found: unknown = await resultOf(meta.get(key));
  return found === undefined ? undefined : (ROWS[key].parse(found) as Rows[K]); // parsed by the schema of this key
}
export const writeMeta = async <K extends keyof Rows>({ meta }: Stores, key: K, row: Rows[K]): Promise<void> => {
  await resultOf(meta.put(row, key));
};
export const deleteMeta = async ({ meta }: Stores, key: keyof Rows): Promise<void> => {
  await resultOf(meta.delete(key));
};
export const readSettings = async (stores: Stores): Promise<Settings> =>
  (await readMeta(stores, 'settings')) ?? settings.parse({});
export const readSending = async (stores: Stores): Promise<Sending> =>
  (await readMeta(stores, 'sending')) ?? sending.parse({});

/** Returns the next number of a record, or place in the queue, within the transaction that uses it: none is used twice or left out. */
export async function take(stores: Stores, which: 'number' | 'sequence'): Promise<number> {
  const now = (await readMeta(stores, 'counters')) ?? { number: 0, sequence: 0 };
  const number = now[which] + 1;
  await writeMeta(stores, 'counters', { ...now, [which]: number });
  return number;
}
