import { listOwnDevices } from '#contract/intake/devices.ts';
import { queryOf } from './query.ts';

/** The devices that people may clock on, to choose from. */
export const ownDevicesQuery = (accountId: string) =>
  queryOf(listOwnDevices, ['own-devices', accountId], {
    request: () => ({ query: {} }),
    select: ({ devices }) => devices.map(({ _id, description }) => ({ id: _id, label: description, deleted: false })),
    staleTime: 60_000,
    meta: { silent: true },
  });
