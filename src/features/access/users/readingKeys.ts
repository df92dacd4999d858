import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import {
  createReadingKey,
  listReadingKeys,
  type ReadingPermission,
  revokeReadingKey,
} from '#contract/access/readingKeys.ts';
import { call } from '../../../api/call.ts';

/** The areas that keys read, in words. */
export const READS_WORDS: Record<ReadingPermission, MessageDescriptor> = {
  'Stats.GET_ATTENDANCE_INFORMATION': msg`Attendance and paid hours`,
  'Stats.GET_PERFORMANCE_METRICS': msg`Piecework`,
  'Account.GET_SYNC_STATUSES': msg`Devices`,
  'Pay.VIEW': msg`Pay and cost`,
};

const KEY = ['users', 'reading-keys'];
export const readingKeysQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => call(listReadingKeys, {}, { signal }),
  select: ({ keys }) => keys,
  meta: { silent: true },
});
export const createReadingKeyMutation = mutationOptions({
  mutationFn: (body: { name: string; permissions: ReadingPermission[] }) => call(createReadingKey, { body }),
  meta: { success: () => t`Key created`, invalidates: [KEY] },
});
export const revokeReadingKeyMutation = (readingKeyId: string) =>
  mutationOptions({
    mutationFn: () => call(revokeReadingKey, { params: { readingKeyId } }),
    meta: { success: () => t`Key revoked`, invalidates: [KEY] },
  });
