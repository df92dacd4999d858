import { t } from '@lingui/core/macro';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { type Device, listOwnDevices, triggerSync } from '#contract/intake/devices.ts';
import { getSyncStatus } from '#contract/operations/accountStatistics.ts';
import { call } from '../../../api/call.ts';
import { type Day, dayKey, dayOptions, dayRequest, ofEverybody } from '../../../api/day.ts';

/** Returns when each payroll system and device last delivered data, and which devices are online. */
export const syncStatusQuery = (day: Day) =>
  queryOptions({
    queryKey: dayKey(ofEverybody(day), 'sync-status'),
    queryFn: ({ signal }) => call(getSyncStatus, { query: dayRequest(ofEverybody(day)) }, { signal }),
    ...dayOptions({ persist: true }),
  });

/** The devices of the account by name. */
export const ownDevicesQuery = (day: Day) =>
  queryOptions({
    queryKey: dayKey(ofEverybody(day), 'own-devices'),
    queryFn: ({ signal }) => call(listOwnDevices, { query: { cacheKey: dayRequest(day).cacheKey } }, { signal }),
    select: ({ devices }) => devices,
    ...dayOptions({ persist: true, silent: true }),
  });

export const requestSyncMutation = mutationOptions({
  mutationFn: (device: Pick<Device, '_id'>) => call(triggerSync, { params: { deviceId: device._id } }),
  meta: { success: () => t`Sync request sent to device` },
});

/** Asks every device; a refusal does not keep the others from being asked, and is shown afterwards. */
export const syncAllMutation = mutationOptions({
  async mutationFn(devices: readonly Pick<Device, '_id'>[]) {
    const asked = await Promise.allSettled(devices.map(({ _id }) => call(triggerSync, { params: { deviceId: _id } })));
    const refusal = asked.find((outcome) => outcome.status === 'rejected');
    if (refusal) throw refusal.reason;
  },
});
