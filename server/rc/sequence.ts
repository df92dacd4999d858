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

/** What is known after `numbers` (ascending, each once) came. A number that came before, or late, fills its gap and opens none. */
export function noteSequences(known: SequenceState | null, numbers: readonly number[]): SequenceState {
  let { last, missing } = known ?? START;
  for (const number of numbers) {
    if (number > last) {
      if (number > last + 1) missing = [...missing, [last + 1, number - 1]];
      last = number;
    } else
      missing = missing.flatMap(([from, to]): [number, number][] =>
        number < from || number > to
          ? [[from, to]]
          : [
              ...(number > from ? [[from, number - 1] as [number, number]] : []),
              ...(number < to ? [[number + 1, to] as [number, number]] : []),
            ],
      );
  }
  return { last, missing: missing.slice(-MAX_RANGES) };
}
