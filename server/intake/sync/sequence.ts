import { z } from 'zod';

/**
 * The last number that a device gave to a record, and the ranges of numbers that never arrived. Ranges ascend and include both
 * ends.
 */
export const sequenceState = z.object({ last: z.int(), missing: z.array(z.tuple([z.int(), z.int()])) });
export type SequenceState = z.infer<typeof sequenceState>;

const START: SequenceState = { last: 0, missing: [] };
/** Enough to describe even a device whose numbers jump all the time. */
const MAX_RANGES = 50;
const numbered = z.object({ sequence: z.int().min(1) });

/** Returns the numbers in a batch, including those of refused records, which have arrived as well. Null when it has none. */
export function sequencesOf(records: readonly unknown[]): number[] | null {
  const numbers = records.flatMap((record) => numbered.safeParse(record).data?.sequence ?? []);
  return numbers.length > 0 ? [...new Set(numbers)].sort((a, b) => a - b) : null;
}

/** Returns the state after `numbers` (ascending, each once) arrived. A number that arrived before, or arrives late, fills its gap and opens none. */
export function noteSequences(known: SequenceState | null, numbers: readonly number[]): SequenceState {
  const { last, missing: before } = known ?? START;
  const highest = Math.max(last, numbers.at(-1) ?? 0);
  const missing: [number, number][] = [];
  // Gaps and numbers both ascend, so each is looked at once, however many a device makes up.
  let i = 0;
  for (const [from, to] of highest > last ? [...before, [last + 1, highest] as const] : before) {
    let open = from;
    for (; i < numbers.length; i++) {
      const number = numbers[i] ?? highest;
      if (number > to) break;
      if (number < open) continue;
      if (number > open) missing.push([open, number - 1]);
      open = number + 1;
    }
    if (open <= to) missing.push([open, to]);
  }
  return { last: highest, missing: missing.slice(-MAX_RANGES) };
}
