import { z } from 'zod';
import { KEY, type LineResult } from '../line.ts';
import {
  bounded,
  jsonOf,
  NOTHING_HEARD,
  type PushDialect,
  passed,
  pinOfCard,
  rejected,
  unread,
  word,
} from './heard.ts';
import { textsOf } from './parts.ts';

/** Dahua and Intelbras, event server (spec/terminals.md D3): multipart with a part `info`; it repeats until it is answered 200. */

const fields = z.object({
  Status: z.coerce.number(),
  UserID: word.optional().catch(undefined),
  CardNo: word.optional().catch(undefined),
  UTC: z.coerce.number().pipe(z.int().min(0).max(4_102_444_800)),
  Type: z.string().optional().catch(undefined),
  RecNo: word.optional().catch(undefined),
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
const notification = z.object({ Events: z.array(z.unknown()) });
const isPass = z.looseObject({ Code: z.literal('AccessControl') });

function lineOf(one: z.infer<typeof event>): LineResult[] {
  const { Status, UserID, CardNo, UTC, Type, RecNo } = one;
  const pin = UserID || pinOfCard(CardNo);
  if (Status !== 1) return pin ? rejected('not-a-pass', one) : [];
  const status = Type === 'Entry' ? KEY.in : Type === 'Exit' ? KEY.out : null;
  return passed({ pin, time: { instant: UTC * 1000 }, status, id: `${RecNo ?? pin}|${UTC}` }, one);
}

export const dahua: PushDialect = {
  path: /^dahua(\/|$)/i,
  read: (body, contentType) => {
    const events = textsOf(body, contentType).flatMap((text) => {
      const { success, data } = notification.safeParse(jsonOf(text));
      return success ? bounded(data.Events) : [];
    });
    // Frames of a face (`_DoorFace_`) are no passes: one face would be ten punches.
    const passes = events
      .filter((one) => isPass.safeParse(one).success)
      .map((one) => ({ one, data: event.safeParse(one).data }));
    const lines = passes.flatMap(({ one, data }) => (data ? lineOf(data) : unread(one)));
    const numbered = passes.flatMap(({ data }) => {
      const number = /^\d{1,15}$/.test(data?.RecNo ?? '') ? Number(data?.RecNo) : 0;
      return data && number > 0 ? [{ number, at: data.UTC * 1000 }] : [];
    });
    return { ...NOTHING_HEARD, lines, numbered, isLive: events.length === 1 };
  },
};
