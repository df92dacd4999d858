import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { Device } from '#contract/intake/devices.ts';
import type { SyncStatus } from '#contract/operations/accountStatistics.ts';
import { naturalOrder } from '../../../lib/order.ts';

export type ListedDevice = {
  id: string;
  name: string;
  kind: string;
  online: boolean;
  /** The newest accepted data. */
  lastSync: string | null;
  /** The last contact of any kind. */
  lastActive: string | null;
  /** Online, V2 and not standalone: a sync can be requested. */
  canSync: boolean;
};

const KINDS: Record<Device['kind'], MessageDescriptor> = {
  adms: msg`Terminal`,
  managed: msg`Phone or tablet`,
  unmanaged: msg`Phone or tablet`,
  standalone: msg`Standalone device`,
};

/** Devices with their sync status, those that are offline first, then by name. A status without its device keeps a place. */
export function listedDevices(devices: readonly Device[], status: SyncStatus): ListedDevice[] {
  const known = new Map(devices.map((device) => [device._id, device]));
  return status.devices
    .map(({ id, online, lastSync }) => {
      const device = known.get(id);
      return {
        id,
        name: device?.description || device?.serialNumber || t`Device`,
        kind: device ? t(KINDS[device.kind]) : '',
        online,
        lastSync,
        lastActive: device?.lastActive ?? null,
        canSync: online && device?.deviceType === 'V2' && !device.isOffline,
      };
    })
    .sort((one, other) => Number(one.online) - Number(other.online) || naturalOrder(one.name, other.name));
}
