import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { SyncStatus } from '#contract/operations/accountStatistics.ts';
import { count } from '../../../lib/figures.ts';
import { momentOf } from '../../../lib/zoned.ts';

/**
 * The tiles of payroll systems and devices in words. The page itself says them too, at the start of a tab (src/start/liveTiles.ts), so nothing here
 * may import zod or React, and the messages have values, but no plurals.
 */
type TileWords = { figure: string; below: MessageDescriptor };

/** The labels of the tiles, in their order. */
export const SYNC_LABELS = { payroll: msg`Payroll Systems`, devices: msg`Devices` } as const;

/** Returns the newest of some syncs, or null when there was none. */
export const newestSync = (statuses: readonly { lastSync: string | null }[]) =>
  statuses
    .map(({ lastSync }) => lastSync)
    .filter((lastSync) => lastSync !== null)
    .sort((one, other) => Date.parse(other) - Date.parse(one))[0] ?? null;

/** The fields that the tiles of payroll systems and devices are made from. */
export type TileStatuses = {
  payrollSystems: readonly Pick<SyncStatus['payrollSystems'][number], 'lastSync'>[];
  devices: readonly Pick<SyncStatus['devices'][number], 'online'>[];
};

/** Returns the figure and the line of the tile Payroll Systems: how many, and when data last came, on the account's clock. */
export function payrollTile(
  { payrollSystems }: Pick<TileStatuses, 'payrollSystems'>,
  timeZone: string,
  today: string,
): TileWords {
  const lastSync = newestSync(payrollSystems);
  const none = payrollSystems.length === 0 ? msg`None connected yet` : msg`Never synced`;
  return {
    figure: count(payrollSystems.length),
    below: lastSync ? msg`Last sync ${momentOf(lastSync, timeZone, today)}` : none,
  };
}

/** Returns the figure and the line of the tile Devices: how many, and how many are online. `knownAt`: the time of that, while the server cannot be reached. */
export function devicesTile({ devices }: Pick<TileStatuses, 'devices'>, knownAt?: string): TileWords {
  const online = devices.filter((device) => device.online).length;
  const known = knownAt ? msg`${count(online)} online at ${knownAt}` : msg`${count(online)} online`;
  return { figure: count(devices.length), below: devices.length === 0 ? msg`None enrolled yet` : known };
}
