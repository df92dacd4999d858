import { english, type Message } from '#contract/platform/words.ts';

/**
 * Returns a text as two columns store it: its English, of at most `max` letters, and its message as JSON, where it has values.
 * What is cut has no message.
 */
export function stored(said: string | Message | null, max = Number.POSITIVE_INFINITY) {
  const text = said === null ? null : english(said);
  const isWhole = text !== null && text.length <= max;
  return {
    text: text?.slice(0, max) ?? null,
    words: isWhole && typeof said === 'object' ? JSON.stringify(said, storable) : null,
  };
}

/** JSON of PostgreSQL holds neither a zero byte nor half a letter of two code units. */
const storable = (_: string, value: unknown) =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', ' ') : value;
