import { z } from 'zod';
import { documentId } from '../platform/common.ts';
import { employer, endpoint } from '../platform/endpoint.ts';
import { MAX_MESSAGED } from '../platform/limits.ts';

/**
 * Messages to people, which the caller's own device sends: the server gives the numbers and a text to begin with, and sends nothing
 * (docs/reference/privacy.md#messages).
 */
const messageAbout = z
  .strictObject({
    /** People who are absent or late today, people of a list, or those who are assigned to the Recorder of a plan. */
    about: z.enum(['missing', 'crew', 'plan']),
    /** Of employees; with 'plan', of the plan alone. */
    ids: z.array(documentId).min(1).max(MAX_MESSAGED),
  })
  .refine(({ about, ids }) => about !== 'plan' || ids.length === 1);
export type MessageAbout = z.infer<typeof messageAbout>;

/** 404 where none of them is among the caller's people. 409 LIMIT_REACHED: more people than one message can have are assigned to the Recorder. */
export const openMessage = endpoint({
  method: 'POST',
  path: '/messages',
  access: employer('Attendance.CORRECT'),
  scope: 'people',
  summary:
    'The phone numbers of some people, and a text in the account’s language that tells them; it is in the trail.',
  body: messageAbout,
  response: z.object({
    text: z.string(),
    people: z.array(
      z.object({ _id: documentId, firstName: z.string(), lastName: z.string(), phoneNumber: z.string().nullable() }),
    ),
  }),
  refusals: ['LIMIT_REACHED'],
});
