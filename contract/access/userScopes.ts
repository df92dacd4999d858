import { z } from 'zod';
import { documentId } from '../platform/common.ts';
import { employer, endpoint } from '../platform/endpoint.ts';
import { userScope } from '../platform/scope.ts';

/** How an Owner limits the users of their own account to some people (docs/reference/scope.md#what-a-scope-is). Administrators do so in the user form (users.ts). */
export const scopedUser = z.object({
  _id: documentId,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  isActive: z.boolean(),
  /** The people to whom the user is limited, with groups that were deleted since; null: everybody. */
  scope: userScope.nullable(),
});
export type ScopedUser = z.infer<typeof scopedUser>;

const access = employer('Setup.MANAGE');
export const listUserScopes = endpoint({
  method: 'GET',
  path: '/account/users',
  access,
  summary: 'The users of one’s own account, by name, and the people to whom each is limited: at most 1,000.',
  response: z.object({ users: z.array(scopedUser) }),
});
export const setUserScope = endpoint({
  method: 'PUT',
  path: '/account/users/:userId/scope',
  access,
  stepUp: 'factor',
  summary: 'Limits another user of one’s own account to some people; null: they see everybody. 409 for oneself.',
  params: z.object({ userId: documentId }),
  body: z.strictObject({ scope: userScope.nullable() }),
  response: scopedUser,
  refusals: ['CONFLICT'],
});
