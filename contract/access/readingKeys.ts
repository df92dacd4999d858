import { z } from 'zod';
import { documentId, instant, nullableInstant, ok, requiredLine } from '../platform/common.ts';
import { type Endpoint, employer, endpoint } from '../platform/endpoint.ts';
import type { Permission } from '../platform/permissions.ts';
import { words } from '../platform/words.ts';

/** Keys of dashboards and BI programs that read figures (docs/reference/payroll-files.md#fetching-them). Payroll systems have sync keys (accountSettings.ts). */

/** The permissions that a key may be given: the calls of one area each. */
export const readingPermission = z.enum([
  'Stats.GET_ATTENDANCE_INFORMATION',
  'Stats.GET_PERFORMANCE_METRICS',
  'Account.GET_SYNC_STATUSES',
  'Pay.VIEW',
] satisfies Permission[]);
export type ReadingPermission = z.infer<typeof readingPermission>;

/** Returns whether a key that reads may make this call, if it has the permission: calls of an account's users that change nothing and answer no file. */
export const isForReading = ({ method, access, response }: Pick<Endpoint, 'method' | 'access' | 'response'>): boolean =>
  method === 'GET' && response !== 'file' && typeof access === 'object' && access.role !== 'admin';

const access = employer('Setup.MANAGE');
export const MAX_KEYS = 20;
export const readingKey = z.object({
  _id: documentId,
  name: z.string(),
  permissions: z.array(readingPermission),
  madeAt: instant,
  /** Username of the user as whom it reads. */
  madeBy: z.string().nullable(),
  /** False: the user who made it is inactive or deleted, so the key is refused. */
  isInForce: z.boolean(),
  lastUsedAt: nullableInstant,
});
export type ReadingKey = z.infer<typeof readingKey>;

export const listReadingKeys = endpoint({
  method: 'GET',
  path: '/account/reading-keys',
  access,
  summary: 'The keys of one’s own account that read figures and are not revoked, without the keys.',
  response: z.object({ keys: z.array(readingKey).max(MAX_KEYS) }),
});
export const createReadingKey = endpoint({
  method: 'POST',
  path: '/account/reading-keys',
  access,
  stepUp: 'factor',
  summary:
    'Makes a key that reads figures, with permissions that its maker has; the key is in this answer only. It reads as its maker may read at the time.',
  body: z.strictObject({
    name: requiredLine(words('Name is required'), 120),
    permissions: z.array(readingPermission).min(1, words('Choose what it reads')).max(readingPermission.options.length),
  }),
  response: z.object({ _id: documentId, key: z.string() }),
  refusals: ['LIMIT_REACHED'],
});
export const revokeReadingKey = endpoint({
  method: 'DELETE',
  path: '/account/reading-keys/:readingKeyId',
  access,
  summary: 'Revokes a key that reads figures: it is refused from the next request on.',
  params: z.object({ readingKeyId: documentId }),
  response: ok,
  refusals: ['NOT_FOUND'],
});
