import { queryOptions } from '@tanstack/react-query';
import { listOwnDevices } from '#contract/intake/devices.ts';
import { call } from './call.ts';

/** The devices that people may clock on, to choose from. */
export const ownDevicesQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['own-devices', accountId],
    queryFn: ({ signal }) => call(listOwnDevices, { query: {} }, { signal }),
    select: ({ devices }) => devices.map(({ _id, description }) => ({ id: _id, label: description, deleted: false })),
    staleTime: 60_000,
    meta: { silent: true },
  });
