import { z } from 'zod';
import { documentId } from './common.ts';
import { MAX_FILTER_IDS } from './limits.ts';
import type { Permission } from './permissions.ts';
import { asText, msg, words } from './words.ts';

const ids = z
  .array(documentId)
  .min(1, words('Select at least one, or all'))
  .max(MAX_FILTER_IDS, asText(msg('At most {most}, or all', { most: MAX_FILTER_IDS })))
  .optional();

/**
 * The people to whom a user is limited (docs/reference/scope.md), by the lists of the crew filter: they see only people who fit each list. Without a list a user
 * sees everybody. A deleted group, device or entry fits nobody.
 */
export const userScope = z.strictObject({
  timeGroups: ids,
  employeeGroups: ids,
  jobDescriptions: ids,
  devices: ids,
  lookup1: ids,
});
export type UserScope = z.infer<typeof userScope>;

/** Permissions that a user with a scope cannot use, whether or not they have them. */
export const BEYOND_SCOPE: readonly Permission[] = [
  ...(['Attendance.LOCK_PERIOD', 'Pay.MANAGE', 'Setup.MANAGE', 'Device.DELETE'] as const),
  ...(['Device.MANAGE_NETWORKS', 'Device.REQUEST_SYNC'] as const),
];
