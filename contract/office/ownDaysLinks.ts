import { z } from 'zod';
import { instant, nullableInstant, ok } from '../platform/common.ts';
import { endpoint } from '../platform/endpoint.ts';
import { ofEmployee } from './privacy.ts';

/** The private link by which an employee reads their own days instead of a log-in, and the PIN to answer to them on a Recorder (docs/reference/privacy.md#their-own-day). */

/** The days that the link shows, and after which it ends by itself. */
export const OWN_DAYS = 30;

export const ownDaysLink = z.object({
  madeAt: instant,
  madeBy: z.string(),
  endsAt: instant,
  lastOpenedAt: nullableInstant,
});
export type OwnDaysLink = z.infer<typeof ownDaysLink>;

const path = '/setup/employees/:employeeId/own-days-link';
export const getOwnDaysLink = endpoint({
  method: 'GET',
  path,
  ...ofEmployee,
  summary:
    'The link by which an employee reads their own days, without its address; null where none is in force. And whether they have a PIN.',
  response: z.object({ link: ownDaysLink.nullable(), hasPin: z.boolean() }),
  refusals: ['NOT_FOUND'],
});
export const makeOwnDaysLink = endpoint({
  method: 'POST',
  path,
  ...ofEmployee,
  stepUp: 'factor',
  summary:
    'Makes the link by which an employee reads their own days of the last 30 days, for 30 days; the one before it ends. Its address is in this answer only, and it shows what its maker may see: 409 CONFLICT for one who sees neither attendance nor work, and for an employee who has left.',
  response: z.object({ link: ownDaysLink, address: z.string() }),
  refusals: ['CONFLICT', 'NOT_FOUND'],
});
export const endOwnDaysLink = endpoint({
  method: 'DELETE',
  path,
  ...ofEmployee,
  summary: 'Ends the link of an employee: it shows nothing from the next request on.',
  response: ok,
  refusals: ['NOT_FOUND'],
});
const pinPath = '/setup/employees/:employeeId/own-days-pin';
export const makeOwnDaysPin = endpoint({
  method: 'POST',
  path: pinPath,
  ...ofEmployee,
  stepUp: 'factor',
  summary:
    'Makes the PIN of 4 digits that Recorders ask for, after the badge, where an employee answers to their own day; the one before it ends. It is in this answer only. 409 CONFLICT for an employee who has left.',
  response: z.object({ pin: z.string() }),
  refusals: ['CONFLICT', 'NOT_FOUND'],
});
export const endOwnDaysPin = endpoint({
  method: 'DELETE',
  path: pinPath,
  ...ofEmployee,
  stepUp: 'factor',
  summary:
    'Removes the PIN of an employee: from its next contact on, a Recorder takes their answers by the badge alone.',
  response: ok,
  refusals: ['NOT_FOUND'],
});
export const openOwnDays = endpoint({
  method: 'GET',
  path: '/own-days/:token',
  access: 'public',
  summary: 'The page of an employee’s link: their own days, for reading.',
  params: z.object({ token: z.string().max(200) }),
  response: 'file',
});
