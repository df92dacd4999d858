import { z } from 'zod';
import { pinOfCard } from '../body.ts';
import { KEY, type LineResult } from '../line.ts';
import { parseTime } from '../time.ts';
import {
  eventsIn,
  listIn,
  NOTHING_HEARD,
  ownNumber,
  type PushDialect,
  passed,
  rejected,
  unread,
  word,
} from './heard.ts';

/** Dahua and Intelbras, event server (spec/terminals.md D3): multipart with a part `info`; it repeats until it is answered 200. */

const fields = z.object({
  Status: z.coerce.number(),
  UserID: word.optional().catch(undefined),
  CardNo: word.optional().catch(undefined),
  UTC: word.catch(''),
  Type: z.string().optional().catch(undefined),
  RecNo: ownNumber,
});
const event = z
  .object({ Code: z.literal('AccessControl') })
  .and(
    z.union([
      z.object({ Data: fields }).transform(({ Data }) => Data),
      z.object({ data: fields }).transform(({ data }) => data),
      fields,
    ]),
  );
const isPass = z.looseObject({ Code: z.literal('AccessControl') });

function lineOf(one: z.infer<typeof event>): LineResult[] {
  const { Status, UserID, CardNo, UTC, Type, RecNo } = one;
  const pin = UserID || pinOfCard(CardNo);
  if (Status !== 1) return pin ? rejected('not-a-pass', one) : [];
  const status = Type === 'Entry' ? KEY.in : Type === 'Exit' ? KEY.out : null;
  return passed({ pin, time: parseTime(UTC), status, number: RecNo }, one);
}

export const dahua: PushDialect = {
  path: /^dahua(\/|$)/i,
  read: (body, contentType) => {
    const events = eventsIn(body, contentType, (text) => listIn(text, 'Events'));
    // Frames of a face (`_DoorFace_`) are no passes: one face would be ten punches.
    const passes = events
      .filter((one) => typeof one === 'string' || isPass.safeParse(one).success)
      .map((one) => ({ one, data: event.safeParse(one).data }));
    const lines = passes.flatMap(({ one, data }) => (data ? lineOf(data) : unread(one)));
    const numbered = passes.flatMap(({ data }) => {
      const time = parseTime(data?.UTC ?? '');
      return data?.RecNo !== undefined && time ? [{ number: data.RecNo, time }] : [];
    });
    return { ...NOTHING_HEARD, lines, numbered, isLive: events.length === 1 };
  },
};
