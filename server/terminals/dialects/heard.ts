import { z } from 'zod';
import { cardOf, isCard, PIN_OF_CARD } from '#contract/cards.ts';
import type { EventFields } from '#contract/terminals.ts';
import { isDeeperThan, MAX_DEPTH } from '../../http/json.ts';
import { cut, isPin, TooManyLines } from '../body.ts';
import type { LineResult, Reject } from '../line.ts';
import type { TerminalTime } from '../time.ts';

/** The content of one request of a terminal, of any make (spec/terminals.md D1). */
export type Heard = {
  /** Punches, and what is no punch with the reason, in the order in which they were sent. */
  lines: LineResult[];
  /** True for events as they happen: they tell whether the terminal's clock is right. */
  isLive: boolean;
  /** The terminal's own consecutive numbers of all its events, with their times (epoch ms). */
  numbered: { number: number; at: number }[];
  /** The offset from UTC that its times name, in minutes. */
  offset: number | null;
};
export const NOTHING_HEARD: Heard = { lines: [], isLive: false, numbered: [], offset: null };

/** The way in which one make sends its events to an address of its own. Its parser gets bytes of at most 4 MB, and throws nothing. */
export type PushDialect = {
  /** The part of the address after the secret. */
  path: RegExp;
  /** @param fields what a sender of JSON calls the fields. */
  read: (body: Buffer, contentType: string, fields?: EventFields) => Heard;
};

/** A text that may be sent as a number, but for one with more digits than a number holds: it would be rounded to the PIN or card of another. */
export const word = z
  .union([z.string(), z.number().refine((one) => Math.abs(one) <= Number.MAX_SAFE_INTEGER)])
  .transform(String);

/** Returns what a punch has for a PIN where its device names a card; '' where it names none. */
export function pinOfCard(text: string | undefined): string {
  const card = cardOf(text ?? '');
  return card && PIN_OF_CARD + card;
}
const isPinOrCard = (pin: string) => (pin.startsWith(PIN_OF_CARD) ? isCard(pin.slice(PIN_OF_CARD.length)) : isPin(pin));

/** The most events of one request: more are refused as a whole (413), so that nothing is acknowledged and lost. */
const MAX_EVENTS = 20_000;
/** Returns events, or throws where there are too many of them. */
export function bounded<T>(events: readonly T[]): readonly T[] {
  if (events.length > MAX_EVENTS) throw new TooManyLines();
  return events;
}
/** Returns an event as it is stored with its punch or reject: its own text, or its JSON. */
export const rawOf = (event: unknown): string =>
  cut(typeof event === 'string' ? event : (JSON.stringify(event) ?? ''), 4_000);
export const rejected = (reason: Reject['reason'], event: unknown): LineResult[] => [
  { reject: { reason, raw: rawOf(event) } },
];
/** Returns the line of an event that is of a known kind and cannot be read. */
export const unread = (event: unknown): LineResult[] => rejected('unknown-layout', event);

/** `pin`: a PIN, or what `pinOfCard` returns. `id`: the terminal's own number of the event, with its time. */
type Pass = { pin: string; time: TerminalTime | null; status?: number | null; id?: string | undefined };
/** Returns the punch of an event by which a person came through, or the reason why it is none. */
export function passed({ pin, time, status = null, id }: Pass, event: unknown): LineResult[] {
  if (!time) return rejected('bad-time', event);
  if (!isPinOrCard(pin)) return rejected('bad-pin', event);
  const recordId = id && cut(id, 60);
  return [{ punch: { pin, time, status, verify: null, workCode: null, raw: rawOf(event), recordId } }];
}

/** Parses JSON; undefined for anything else, and for what is nested deeper than any event (S-81): to write it again would exhaust the stack. */
export function jsonOf(text: string): unknown {
  if (isDeeperThan(MAX_DEPTH, text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
