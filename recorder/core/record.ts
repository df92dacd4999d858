import { z } from 'zod/mini';

/** How certain the time of a record is. */
export const clockState = z.enum(['verified', 'corrected', 'unverified']);
export type ClockState = z.infer<typeof clockState>;
export const means = z.enum(['camera', 'scanner', 'typed', 'list', 'nfc']);
export type Means = z.infer<typeof means>;
export const direction = z.enum(['in', 'out', 'auto']);
export type Direction = z.infer<typeof direction>;

/** The person of a record: the badge's text, and what the roster knew about them at the time. */
export const recordedPerson = z.object({
  _id: z.nullable(z.string()),
  number: z.nullable(z.string()),
  timeId: z.nullable(z.string()),
  badge: z.string(),
});
export type RecordedPerson = z.infer<typeof recordedPerson>;
/** Returns the key of a person on this device: the id, else the number or the text of the badge. */
export const personKey = ({ _id, number, badge }: RecordedPerson) => _id ?? number ?? badge;
/** Compares people, also where one was recorded after the device's activation had ended, when only numbers and time ids were known. */
export const isSamePerson = (a: RecordedPerson, b: RecordedPerson) =>
  a._id && b._id
    ? a._id === b._id
    : (a.number ?? a.badge) === (b.number ?? b.badge) || (a.timeId !== null && a.timeId === b.timeId);

/**
 * A moment of the log: a reading of the device's clocks, and the ms after it (working time is cut between readings). `settled`: its time (ms) if that
 * is known already, because the reading belongs to a record that was sent.
 */
export const moment = z.object({ reading: z.int(), plus: z.int(), settled: z.optional(z.number()) });
export type Moment = z.infer<typeof moment>;

const common = {
  /** 12 random characters of the activation and a number: the server's `recordId`, never reused. */
  id: z.string(),
  person: recordedPerson,
  means,
  /** The records of one act have the same group and are undone together. */
  group: z.string(),
  from: moment,
  /** The device's wall clock (ms since the epoch) at the time, as it was shown. */
  wall: z.number(),
  state: z.enum(['held', 'queued', 'accepted', 'refused']),
  /** The wall clock (ms) at which a held record is released. */
  heldUntil: z.number(),
  /** Assigned when the record is queued; absent while it is held. */
  sequence: z.optional(z.int()),
  /** Set before the first sending: instants (ISO), and the bytes that are sent, the same each time. */
  at: z.optional(z.string()),
  clock: z.optional(clockState),
  body: z.optional(z.string()),
  /** The device (server's id) that sent it first. */
  capturedBy: z.optional(z.string()),
  /** The server time (ms) of the answer that accepted or refused it. */
  answeredAt: z.optional(z.number()),
  reason: z.optional(z.string()),
  /** The id of the record that this one corrects. */
  corrects: z.optional(z.string()),
};
/** The figures of a day as they were shown (contract/figures/ownDayFigures.ts). */
export const shownFigures = z.object({
  in: z.nullable(z.string()),
  out: z.nullable(z.string()),
  pieces: z.array(
    z.object({ lookup1Code: z.nullable(z.string()), lookup2Code: z.nullable(z.string()), units: z.string() }),
  ),
});
type ShownFigures = z.infer<typeof shownFigures>;
/** Of how many pieces of a sample a defect was found. */
const foundDefect = z.object({ defectId: z.string(), pieces: z.int() });
export type FoundDefect = z.infer<typeof foundDefect>;
const container = z.object({ number: z.string(), kindId: z.string() });
export type ContainerId = z.infer<typeof container>;
export const logRecord = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('clock'), direction, ...common }),
  z.object({
    kind: z.literal('piece'),
    /** A decimal with at most 3 places. */
    units: z.string(),
    lookup1: z.nullable(z.string()),
    lookup2: z.nullable(z.string()),
    /** How several people were credited together; absent: one person. */
    counting: z.optional(z.enum(['shared', 'team'])),
    /** The container that was counted: its number, and the id of its kind. */
    container: z.optional(container),
    /** It is of a team of the office, whose id and name are the person's id and badge; the server divides it. */
    ofTeam: z.optional(z.literal(true)),
    ...common,
  }),
  z.object({
    kind: z.literal('time'),
    lookup1: z.nullable(z.string()),
    lookup2: z.nullable(z.string()),
    to: moment,
    ...common,
  }),
  z.object({
    kind: z.literal('delivery'),
    /** The number of the container; nobody is the person. */
    container: z.string(),
    verdict: z.enum(['accept', 'reject']),
    /** Why it is rejected. */
    fault: z.optional(z.string()),
    /** In kg, a decimal with at most 3 places. */
    weight: z.optional(z.string()),
    ...common,
  }),
  z.object({
    kind: z.literal('sample'),
    /** The number of the container; nobody is the person. */
    container: z.string(),
    pieces: z.int(),
    found: z.array(foundDefect),
    ...common,
  }),
  z.object({
    kind: z.literal('day'),
    /** A local date of the account. */
    day: z.string(),
    /** The kind of the dispute; null: they agree. */
    wrong: z.nullable(z.string()),
    shown: shownFigures,
    /** The proof of their PIN (contract/figures/ownDays.ts). */
    proof: z.optional(z.string()),
    /** This device's own figures of the day at that time, as text. */
    own: z.string(),
    ...common,
  }),
]);
export type LogRecord = z.infer<typeof logRecord>;

/** Units that several people made together. */
export type Shared = 'shared' | 'team';
/** A record before it is stored: the log assigns its id, reading and group. */
export type Draft = { person: RecordedPerson; means: Means; corrects?: string } & (
  | { kind: 'clock'; direction: Direction }
  | {
      kind: 'piece';
      units: string;
      lookup1: string | null;
      lookup2: string | null;
      counting?: Shared;
      container?: ContainerId;
      ofTeam?: true;
    }
  | { kind: 'time'; lookup1: string | null; lookup2: string | null; from: Moment; to: Moment | null }
  | { kind: 'delivery'; container: string; verdict: 'accept' | 'reject'; fault?: string; weight?: string }
  | { kind: 'sample'; container: string; pieces: number; found: FoundDefect[] }
  | { kind: 'day'; day: string; wrong: string | null; shown: ShownFigures; own: string; proof?: string | undefined }
);

const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
/** Returns 12 random characters (60 bits) with which the ids of one activation start. */
export const newPrefix = (random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array): string =>
  Array.from(random(new Uint8Array(12)), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
export const recordId = (prefix: string, number: number) => `${prefix}-${number}`;
