import { IconDeviceTablet, IconServer2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Day, useStaleSince } from '../../api/day.ts';
import { count } from '../../lib/figures.ts';
import { momentOf } from '../../lib/zoned.ts';
import { Tile } from '../../ui/Tile.tsx';
import { useQuiet } from '../../ui/useQuiet.ts';
import { newestSync } from './deviceList.ts';
import { ownDevicesQuery, syncStatusQuery } from './syncStatus.queries.ts';

type Props = { day: Day; today: string; onPayroll: () => void; onDevices: () => void };

/** Payroll Systems: how many, and when data last came. Devices: how many, and how many are online. */
export function SyncTiles({ day, today, onPayroll, onDevices }: Props) {
  const status = useQuery(syncStatusQuery(day));
  // Known beforehand, so that their dialog opens offline as well; not before what is on show.
  useQuery({ ...ownDevicesQuery(day), enabled: useQuiet() });
  const staleSince = useStaleSince(status, day);
  const { data } = status;
  const failed = status.isError ? 'Failed to load statistics' : undefined;
  const lastSync = data && newestSync(data.payrollSystems);
  return (
    <>
      <Tile
        label="Payroll Systems"
        icon={<IconServer2 size={18} aria-hidden />}
        figure={data && count(data.payrollSystems.length)}
        below={
          data &&
          (lastSync
            ? `Last sync ${momentOf(lastSync, day.timeZone, today)}`
            : data.payrollSystems.length === 0
              ? 'None connected yet'
              : 'Never synced')
        }
        staleSince={staleSince}
        failed={failed}
        onOpen={onPayroll}
      />
      <Tile
        label="Devices"
        icon={<IconDeviceTablet size={18} aria-hidden />}
        figure={data && count(data.devices.length)}
        below={
          data &&
          (data.devices.length === 0
            ? 'None enrolled yet'
            : `${count(data.devices.filter(({ online }) => online).length)} online`)
        }
        staleSince={staleSince}
        failed={status.isError ? 'Failed to load devices' : undefined}
        onOpen={onDevices}
      />
    </>
  );
}
