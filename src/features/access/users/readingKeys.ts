import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import {
  createReadingKey,
  listReadingKeys,
  type ReadingPermission,
  revokeReadingKey,
} from '#contract/access/readingKeys.ts';
import { mutationOf, queryOf } from '../../../api/query.ts';

/** The areas that keys read, in words. */
export const READS_WORDS: Record<ReadingPermission, MessageDescriptor> = {
  'Stats.GET_ATTENDANCE_INFORMATION': msg`Attendance and paid hours`,
  'Stats.GET_PERFORMANCE_METRICS': msg`Piecework`,
  'Account.GET_SYNC_STATUSES': msg`Devices`,
  'Pay.VIEW': msg`Pay and cost`,
};

const KEY = ['users', 'reading-keys'];
export const readingKeysQuery = queryOf(listReadingKeys, KEY, { select: ({ keys }) => keys, meta: { silent: true } });
export const createReadingKeyMutation = mutationOf(
  createReadingKey,
  { success: () => t`Key created`, invalidates: [KEY] },
  (body: { name: string; permissions: ReadingPermission[] }) => ({ body }),
);
export const revokeReadingKeyMutation = (readingKeyId: string) =>
  mutationOf(revokeReadingKey, { success: () => t`Key revoked`, invalidates: [KEY] }, () => ({
    params: { readingKeyId },
  }));
