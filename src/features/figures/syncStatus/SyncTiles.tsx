import { useLingui } from '@lingui/react/macro';
import { IconDeviceTablet, IconServer2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Day, useStaleSince } from '../../../api/day.ts';
import { momentOf } from '../../../lib/zoned.ts';
import { useOnline } from '../../../state/reachability.ts';
import { Tile } from '../../../ui/Tile.tsx';
import { usePageIdle } from '../../../ui/usePageIdle.ts';
import { ownDevicesQuery, syncStatusQuery } from './syncStatus.queries.ts';
import { devicesTile, payrollTile, SYNC_LABELS } from './tiles.ts';

type Props = { day: Day; today: string; onPayroll: () => void; onDevices: () => void };

/** Payroll Systems: how many, and when data last came. Devices: how many, and how many are online. */
export function SyncTiles({ day, today, onPayroll, onDevices }: Props) {
  const { t } = useLingui();
  const status = useQuery(syncStatusQuery(day));
  // Loaded in advance, so that the dialog opens offline as well, but after the figures on screen.
  useQuery({ ...ownDevicesQuery(day), enabled: usePageIdle() });
  const staleSince = useStaleSince(status, day);
  const { data } = status;
  const failed = status.isError ? t`Failed to load statistics` : undefined;
  const payroll = data && payrollTile(data, day.timeZone, today);
  const online = useOnline();
  // Offline, the present state of devices is unknown.
  const knownAt = online ? undefined : momentOf(status.dataUpdatedAt, day.timeZone, today);
  const devices = data && devicesTile(data, knownAt);
  return (
    <>
      <Tile
        size="small"
        label={t(SYNC_LABELS.payroll)}
        icon={<IconServer2 size={18} aria-hidden />}
        figure={payroll?.figure}
        below={payroll && t(payroll.below)}
        staleSince={staleSince}
        failed={failed}
        onOpen={onPayroll}
      />
      <Tile
        size="small"
        label={t(SYNC_LABELS.devices)}
        icon={<IconDeviceTablet size={18} aria-hidden />}
        figure={devices?.figure}
        below={devices && t(devices.below)}
        staleSince={staleSince}
        failed={status.isError ? t`Failed to load devices` : undefined}
        onOpen={onDevices}
      />
    </>
  );
}
