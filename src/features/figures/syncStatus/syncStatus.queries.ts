import { t } from '@lingui/core/macro';
import { mutationOptions } from '@tanstack/react-query';
import { type Device, listOwnDevices, triggerSync } from '#contract/intake/devices.ts';
import { getSyncStatus } from '#contract/operations/accountStatistics.ts';
import { call } from '../../../api/call.ts';
import { type Day, dayKey, dayOptions, dayRequest, ofEverybody } from '../../../api/day.ts';
import { mutationOf, queryOf } from '../../../api/query.ts';

/** Returns when each payroll system and device last delivered data, and which devices are online. */
export const syncStatusQuery = (day: Day) =>
  queryOf(getSyncStatus, dayKey(ofEverybody(day), 'sync-status'), {
    request: () => ({ query: dayRequest(ofEverybody(day)) }),
    ...dayOptions({ persist: true }),
  });

/** The devices of the account by name. */
export const ownDevicesQuery = (day: Day) =>
  queryOf(listOwnDevices, dayKey(ofEverybody(day), 'own-devices'), {
    request: () => ({ query: { cacheKey: dayRequest(day).cacheKey } }),
    select: ({ devices }) => devices,
    ...dayOptions({ persist: true, silent: true }),
  });

export const requestSyncMutation = mutationOf(
  triggerSync,
  { success: () => t`Sync request sent to device` },
  (device: Pick<Device, '_id'>) => ({ params: { deviceId: device._id } }),
);

/** Requests a sync of every device; a refusal does not stop the others, and is shown afterwards. */
export const syncAllMutation = mutationOptions({
  async mutationFn(devices: readonly Pick<Device, '_id'>[]) {
    const results = await Promise.allSettled(
      devices.map(({ _id }) => call(triggerSync, { params: { deviceId: _id } })),
    );
    const refusal = results.find((outcome) => outcome.status === 'rejected');
    if (refusal) throw refusal.reason;
  },
});
