import { type Message, msg } from '#contract/platform/words.ts';

const NAMED = 3;

/** Returns names for a sentence, each once: 'a, b, c and 4 more'. */
export function some(names: readonly string[]): string | Message {
  const distinct = [...new Set(names)];
  const rest = distinct.length - NAMED;
  const named = distinct.slice(0, NAMED).join(', ');
  return rest > 0 ? msg('{named} and {rest} more', { named, rest }) : named;
}
