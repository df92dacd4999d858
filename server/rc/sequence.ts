import { z } from 'zod';

/** How far a device has counted its records, and which numbers between never came (security.md S-46). Ranges ascend, both ends included. */
export const sequenceState = z.object({ last: z.int(), missing: z.array(z.tuple([z.int(), z.int()])) });
export type SequenceState = z.infer<typeof sequenceState>;

const START: SequenceState = { last: 0, missing: [] };
/** A device that jumps about all the time is told by these as well. */
const MAX_RANGES = 50;
const numbered = z.object({ sequence: z.int().min(1) });

/** The numbers that a batch carries, also of records that are refused: they came. Null when it carries none. */
export function sequencesOf(records: readonly unknown[]): number[] | null {
  const numbers = records.flatMap((record) => numbered.safeParse(record).data?.sequence ?? []);
  return numbers.length > 0 ? [...new Set(numbers)].sort((a, b) => a - b) : null;
}

/** Returns what is known after `numbers` (ascending, each once) came. A number that came before, or late, fills its gap and opens none. */
export function noteSequences(known: SequenceState | null, numbers: readonly number[]): SequenceState {
  const { last, missing: before } = known ?? START;
  const highest = Math.max(last, numbers.at(-1) ?? 0);
  const missing: [number, number][] = [];
  // Gaps and numbers both ascend: each is looked at once, however many a device makes up.
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
