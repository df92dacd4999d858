import { z } from 'zod';
import type { LineResult } from '../line.ts';
import { parseTime } from '../time.ts';
import { jsonOf, NOTHING_HEARD, type PushDialect, passed, unread, word } from './heard.ts';
import { textsOf } from './parts.ts';

/** BioConnect (docs.bioconnect.in, webhook): one event a request, of type `verification`; `connection` is contact, `enroll` is nothing to us. */

const event = z.object({ type: z.literal('verification'), data: z.object({ user_id: word, punch_time: word }) });
const known = z.object({ type: z.enum(['connection', 'enroll']) });

const NAMING = { pins: ['user_id'], times: ['punch_time'] };

/** Its page shows numbers with leading zeros (`0000121`), which are no JSON: they are PINs, and stay as they are. */
const quoted = (text: string) => text.replace(/(:\s*)(0\d+)(?=\s*[,}])/g, '$1"$2"');

function linesOf(text: string): LineResult[] {
  const content = jsonOf(text) ?? jsonOf(quoted(text));
  const { success, data } = event.safeParse(content);
  if (!success) return known.safeParse(content).success ? [] : unread(content ?? text, NAMING);
  const { user_id: pin, punch_time: time } = data.data;
  return passed({ pin, time: parseTime(time) }, text);
}

export const bioConnect: PushDialect = {
  path: /^bioconnect\/?$/i,
  read: (body, contentType) => ({
    ...NOTHING_HEARD,
    lines: textsOf(body, contentType).flatMap(linesOf),
    isLive: true,
  }),
};
