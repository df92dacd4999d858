import { z } from 'zod';
import type { LineResult } from '../line.ts';
import { parseTime } from '../time.ts';
import { eventsIn, listIn, NOTHING_HEARD, type PushDialect, passed, rejected, unread, word } from './heard.ts';

/** Control iD monitor (spec/terminals.md D4): new rows of `access_logs`, whose values are all text. Anything else that it sends is contact. */

const change = z.object({
  object: z.literal('access_logs'),
  type: z.literal('inserted'),
  values: z.object({ id: word, time: word, event: word, user_id: word }),
});
const isAccess = z.looseObject({ object: z.literal('access_logs'), type: z.literal('inserted') });
const GRANTED = '7';
const NOBODY = '0';

function lineOf({ values }: z.infer<typeof change>): LineResult[] {
  const { id, time: seconds, event, user_id: pin } = values;
  if (pin === NOBODY) return [];
  if (event !== GRANTED) return rejected('not-a-pass', values);
  return passed({ pin, time: parseTime(seconds), number: id }, values);
}

export const controlId: PushDialect = {
  path: /^controlid(\/|$)/i,
  read: (body, contentType) => {
    const changes = eventsIn(body, contentType, (text) => listIn(text, 'object_changes')).filter(
      (one) => typeof one === 'string' || isAccess.safeParse(one).success,
    );
    const lines = changes.flatMap((one) => {
      const { success, data } = change.safeParse(one);
      return success ? lineOf(data) : unread(one);
    });
    return { ...NOTHING_HEARD, lines, isLive: changes.length === 1 };
  },
};
