import { z } from 'zod';
import { type Message, msg, toMessage, words } from '#contract/platform/words.ts';
import type { Gap } from '../../attendance/bucket.ts';

/**
 * The consecutive numbers that a terminal gives its own events, and those that never arrived, between the times (epoch ms) of the
 * events around them. Rule 8 judges no one absent by such a span; day.sql.ts reads `gaps`.
 */
const gap = z.object({ first: z.int(), last: z.int(), events: z.int(), from: z.number(), to: z.number() });
type OpenGap = z.infer<typeof gap>;
const stored = z.object({
  number: z.int(),
  at: z.number(),
  /** The highest number before the counter began again. */
  before: z.int().default(0),
  /** How often a number was the next one, and how often it was not. */
  steps: z.int().default(0),
  jumps: z.int().default(0),
  gaps: z.array(gap).default([]),
  /** The gaps without what waits in quarantine: those that there are where a user rejects it. */
  believed: z.array(gap).optional(),
  /** Events that wait in quarantine, and lie in no gap so far: they arrived, and say nothing else. */
  apart: z.array(z.object({ number: z.int(), at: z.number() })).default([]),
});
export const numbersState = stored.transform((state) => ({ ...state, believed: state.believed ?? state.gaps }));
export type NumbersState = z.infer<typeof numbersState>;
export type Numbered = { number: number; at: number };

const MAX_GAPS = 50;
const MAX_APART = 500;
const DAY = 24 * 3_600_000;
/** Older events are not waited for: such a record would wait for a decision. */
const WAITED_FOR_MS = 45 * DAY;
/** Jumps are counted against steps over the last events. */
const REMEMBERED = 200;

/** True where numbers jump with most events: the terminal does not send all that it numbers, so that a jump proves nothing. */
const jumpsAlways = ({ steps, jumps }: NumbersState) => jumps > 5 && jumps > steps;

const gapOf = (first: number, last: number, from: number, to: number) =>
  last < first ? [] : [{ first, last, events: last - first + 1, from: Math.min(from, to), to: Math.max(from, to) }];

/**
 * Returns the state after events arrived. A late event narrows its gap, or closes it; a counter that begins again opens one only from 1 on. A time that
 * is later than `now` counts as now, and one that goes back as the time before it: a wrong clock makes no gap longer.
 */
export function noteNumbers(known: NumbersState | null, events: readonly Numbered[], now: number): NumbersState | null {
  const inOrder = events.toSorted((a, b) => a.at - b.at || a.number - b.number);
  const state = inOrder.reduce<NumbersState | null>((before, { number, at }) => {
    if (!before)
      return { number, at: Math.min(at, now), before: 0, steps: 0, jumps: 0, gaps: [], believed: [], apart: [] };
    return noteOne(before, { number, at: Math.min(at, now) });
  }, known);
  if (!state) return null;
  const isLong = state.steps + state.jumps > REMEMBERED;
  const counts = isLong ? { steps: Math.ceil(state.steps / 2), jumps: Math.floor(state.jumps / 2) } : {};
  const waitedFor = (gaps: readonly OpenGap[]) =>
    jumpsAlways(state) ? [] : gaps.filter(({ to }) => to > now - WAITED_FOR_MS);
  return {
    ...{ ...state, ...counts },
    gaps: waitedFor(fill(state.gaps, state.apart)),
    believed: waitedFor(state.believed),
    apart: state.apart.filter(({ at }) => at > state.at),
  };
}

/** Returns the state after events were quarantined: they are missing no more, and neither the counter nor the time is believed from there. */
export function noteApart(known: NumbersState | null, events: readonly Numbered[], now: number): NumbersState | null {
  if (!known) return null;
  const later = events.filter(({ at }) => at > known.at && at <= now);
  return { ...known, gaps: fill(known.gaps, events), apart: [...known.apart, ...later].slice(-MAX_APART) };
}

/** Returns the state after a user rejected what waits in quarantine: none of it arrived. */
export const withoutApart = (known: NumbersState): NumbersState => ({ ...known, gaps: known.believed, apart: [] });

/** No more gaps than these are stored, nor worked with: a body of thousands of numbers that jump would hold up every account. */
const newest = (gaps: OpenGap[]): OpenGap[] => (gaps.length > MAX_GAPS ? gaps.slice(-MAX_GAPS) : gaps);

/** Returns the gaps without some events. */
const fill = (gaps: readonly OpenGap[], events: readonly Numbered[]): OpenGap[] =>
  events.reduce(
    (open, event) =>
      open.some((one) => isIn(one, event)) ? newest(open.flatMap((one) => narrowed(one, event))) : open,
    [...gaps],
  );
const isIn = ({ first, last, from, to }: OpenGap, { number, at }: Numbered) =>
  number >= first && number <= last && at >= from && at <= to;
/** Returns what is missing of a gap after an event arrived. */
function narrowed(one: OpenGap, event: Numbered): OpenGap[] {
  if (!isIn(one, event)) return [one];
  const { number, at } = event;
  return [...gapOf(one.first, number - 1, one.from, at), ...gapOf(number + 1, one.last, at, one.to)];
}

function noteOne(state: NumbersState, { number, at }: Numbered): NumbersState {
  const late = [{ number, at }];
  if (state.believed.some((one) => isIn(one, { number, at })))
    return { ...state, gaps: fill(state.gaps, late), believed: fill(state.believed, late) };
  const opened = (missing: readonly OpenGap[]) => ({
    gaps: newest([...state.gaps, ...missing]),
    believed: newest([...state.believed, ...missing]),
  });
  const isLater = at > state.at;
  if (number > state.number) {
    // Sent late, from before the counter began again.
    if (!isLater && number <= state.before) return state;
    const missing = gapOf(state.number + 1, number - 1, state.at, Math.max(at, state.at));
    const count = missing.length > 0 ? { jumps: state.jumps + 1 } : { steps: state.steps + 1 };
    return { ...state, ...count, number, at: Math.max(at, state.at), ...opened(missing) };
  }
  // A repetition, or sent late; only a later time says that the counter began again.
  if (!isLater) return state;
  const before = Math.max(state.before, state.number);
  return { ...state, number, at, before, ...opened(gapOf(1, number - 1, state.at, at)) };
}

/** Returns the days (epoch ms) that are judged differently after a change of gaps; null where none are. */
export function changedSpan(before: NumbersState | null, after: NumbersState): { from: number; to: number } | null {
  const textOf = (one: Gap) => `${one.events} ${one.from} ${one.to}`;
  const [old, fresh] = [before?.gaps ?? [], after.gaps];
  const [had, has] = [new Set(old.map(textOf)), new Set(fresh.map(textOf))];
  const changed = [...old.filter((one) => !has.has(textOf(one))), ...fresh.filter((one) => !had.has(textOf(one)))];
  if (changed.length === 0) return null;
  return { from: Math.min(...changed.map(({ from }) => from)), to: Math.max(...changed.map(({ to }) => to)) };
}

/** Returns '14 events between 06:10 and 06:40 never arrived' in one sentence for the connection log; null where nothing is missing. */
export function numbersWords(
  state: NumbersState | null,
  momentOf: (at: number) => string | Message,
): string | Message | null {
  if (!state) return null;
  if (jumpsAlways(state))
    return words(
      'Its numbers jump with most events, so that nothing can be told of lost ones: have it send all events, those of doors too.',
    );
  const [newest, ...others] = state.gaps.toReversed();
  if (!newest) return null;
  return msg(
    '{events, plural, one {# event} other {# events}} between {from} and {to} never arrived{others, plural, =0 {} one {, and # more span} other {, and # more spans}}: people without a punch are not judged absent by it. {lost, plural, one {Have it send that again, or look at its own log.} other {Have it send them again, or look at its own log.}}',
    {
      events: newest.events,
      from: toMessage(momentOf(newest.from)),
      to: toMessage(momentOf(newest.to)),
      others: others.length,
      lost: newest.events + others.length,
    },
  );
}
