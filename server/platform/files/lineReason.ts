import { english, joined, type Message, msg } from '#contract/platform/words.ts';

/** Returns the reason of a line of a file as it is answered: in English, with its message where it has values. */
export const lineReason = (said: string | Message | null): { reason: string | null; reasonWords?: Message } => ({
  reason: said === null ? null : english(said),
  ...(said !== null && typeof said !== 'string' && { reasonWords: said }),
});

/** Returns the notes on a line as one message; null without any. */
export const oneOf = (notes: readonly Message[]): Message | null =>
  notes.length > 1 ? joined(notes, ', ') : (notes[0] ?? null);

/** Returns what is wrong with a cell that may be two numbers (`twoNumbersIn`). */
export const twoMeanings = (cell: string, { whole, decimal }: { whole: string; decimal: string }) =>
  msg('"{cell}" may be two numbers: write it as {whole} or {decimal}', { cell, whole, decimal });

export const lostZeros = (column: string, cell: string) =>
  msg('{column} "{cell}": Lost its zeros? Format the column as text.', { column, cell });

/** Says that the number of a line is that of an employee but for its zeros. */
export const writtenOtherwise = (number: string, other: string) =>
  msg('No employee has the number {number}, but one has {other}: write it so', { number, other });

/** Says that a list gives a person the number of another one. */
export const notTheirNumber = (values: { who: string; number: string; other: string }) =>
  msg('{who} has the number {number} here, not {other}. If these numbers count the lines, ignore their column', values);
