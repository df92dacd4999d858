import { z } from 'zod';
import { documentId } from '../platform/common.ts';
import { endpoint } from '../platform/endpoint.ts';

/** For a device on which nobody is logged in: whether the figures that it shows may still be shown. The answer for what is unknown is no. */
export const checkLastFigures = endpoint({
  method: 'POST',
  path: '/session/last-figures',
  access: 'public',
  summary:
    'Ask whether a device may still show a user’s last figures before log-in: no once the account forbids it, the user is inactive, or rights, scope or password have changed.',
  body: z.strictObject({ accountId: documentId, userId: documentId, proof: z.string().regex(/^[\w-]{43}$/) }),
  response: z.object({ isAllowed: z.boolean() }),
});
