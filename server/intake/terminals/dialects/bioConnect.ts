import { z } from 'zod';
import type { LineResult } from '../line.ts';
import { parseTime } from '../time.ts';
import { divide, eventsIn, NOTHING_HEARD, type PushDialect, passed, unlessNamed, unread } from './heard.ts';
import { namingOf } from './people.ts';
import { isObject, jsonOf, smallNamed, word } from './values.ts';

/** BioConnect (docs.bioconnect.in, webhook): one event a request, of type `verification`; `connection` is contact, `enroll` is nothing to us. */

const event = z.object({ user_id: word, punch_time: word });

const NAMING = namingOf({ pins: ['user_id'], times: ['punch_time'] });

/** Its page shows numbers with leading zeros (`0000121`), which are no JSON: they are PINs, and stay as they are. */
const quoted = (text: string) => text.replace(/(:\s*)(0\d+)(?=\s*[,}])/g, '$1"$2"');

function linesOf(one: unknown): LineResult[] {
  if (!isObject(one)) return unread(one, NAMING);
  const { type, data } = smallNamed(one);
  const kind = typeof type === 'string' ? type.toLowerCase() : '';
  if (kind === 'connection' || kind === 'enroll') return unlessNamed(one, NAMING);
  const read = event.safeParse(smallNamed(data)).data;
  if (kind !== 'verification' || !read) return unread(one, NAMING);
  return passed({ pin: read.user_id, time: parseTime(read.punch_time) }, one, NAMING);
}

const NO_LISTS: ReadonlySet<string> = new Set();
/** Returns the events of a text, which is one or a list. */
function eventsOf(text: string): readonly unknown[] {
  return divide(jsonOf(text) ?? jsonOf(quoted(text)) ?? text, NO_LISTS, NAMING);
}

export const bioConnect: PushDialect = {
  path: /^bioconnect\/?$/i,
  read: (body, contentType) => {
    const lines = eventsIn(body, contentType, NAMING, eventsOf).flatMap(linesOf);
    return { ...NOTHING_HEARD, lines, isLive: lines.length <= 1 };
  },
};
