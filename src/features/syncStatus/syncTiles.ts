import type { SyncStatus } from '#contract/accountStatistics.ts';
import { count } from '../../lib/figures.ts';
import { momentOf } from '../../lib/zoned.ts';
import { newestSync } from './deviceList.ts';

/** Figure and line of the tile Payroll Systems: how many, and when data last came, on the account's clock. */
export function payrollTile({ payrollSystems }: SyncStatus, timeZone: string, today: string) {
  const lastSync = newestSync(payrollSystems);
  const none = payrollSystems.length === 0 ? 'None connected yet' : 'Never synced';
  return {
    label: 'Payroll Systems',
    figure: count(payrollSystems.length),
    below: lastSync ? `Last sync ${momentOf(lastSync, timeZone, today)}` : none,
  };
}

/** Figure and line of the tile Devices: how many, and how many are online. `knownAt`: the time of that, where it cannot be asked now. */
export function devicesTile({ devices }: SyncStatus, knownAt?: string) {
  const online = devices.filter((device) => device.online).length;
  return {
    label: 'Devices',
    figure: count(devices.length),
    below: devices.length === 0 ? 'None enrolled yet' : `${count(online)} online${knownAt ? ` at ${knownAt}` : ''}`,
  };
}
