import type { Message } from '#contract/platform/words.ts';
import { translated } from './words.tsx';

type Sides<Side> = { was: Side | null; is: Side | null };
type Effect = Sides<string> & { words?: Sides<Message> | undefined };

/** Returns what a correction changed and into what, in the language that is shown: 'OUT 16:10'; null where there was or is nothing. */
export function effectOf({ was, is, words }: Effect): Sides<string> {
  const message = { was: words?.was ?? was, is: words?.is ?? is };
  return { was: message.was && translated(message.was), is: message.is && translated(message.is) };
}
