import { type Message, toMessage } from '#contract/platform/words.ts';
import { Refusal } from '../http/errors.ts';

/** Returns what an error says: of a refusal its message, of another its text, of at most `max` letters: a line on a page. */
export const reason = (error: unknown, max = 120): string | Message =>
  error instanceof Refusal
    ? toMessage(error.said)
    : (error instanceof Error ? error.message : String(error)).slice(0, max);
