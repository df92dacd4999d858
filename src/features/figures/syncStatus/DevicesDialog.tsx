import { plural, t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Day } from '../../../api/day.ts';
import { momentOf } from '../../../lib/zoned.ts';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { notify } from '../../../state/notices.ts';
import { useOnline } from '../../../state/reachability.ts';
import { useMay } from '../../../state/session.ts';
import { NoData } from '../../../ui/charts/NoData.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { DeviceRow } from './DeviceRow.tsx';
import { type ListedDevice, listedDevices } from './deviceList.ts';
import classes from './syncStatus.module.css';
import { ownDevicesQuery, syncAllMutation, syncStatusQuery } from './syncStatus.queries.ts';

type Props = {
  day: Day;
  today: string;
  /** The device the dialog was opened for. */
  concerned?: string;
  onClose: () => void;
};

/** '6 of 7 devices online', without a connection with the time of that. */
function onlineWords(listed: readonly ListedDevice[], knownAt: string | undefined) {
  const online = listed.filter((device) => device.online).length;
  const all = listed.length;
  return knownAt
    ? t`${online} of ${plural(all, { one: '# device', other: '# devices' })} online at ${knownAt}`
    : t`${online} of ${plural(all, { one: '# device', other: '# devices' })} online`;
}

/** Each device with its sync status; online V2 devices that are not standalone have 'Request sync'. */
export default function DevicesDialog({ day, today, concerned, onClose }: Props) {
  const { t } = useLingui();
  const status = useQuery(syncStatusQuery(day));
  const devices = useQuery(ownDevicesQuery(day));
  const maySync = useMay('Device.REQUEST_SYNC');
  const both = {
    data: status.data && devices.data && listedDevices(devices.data, status.data),
    error: status.error ?? devices.error,
    refetch: () => Promise.all([status.refetch(), devices.refetch()]),
    dataUpdatedAt: status.dataUpdatedAt,
  };
  const isOnline = useOnline();
  const knownAt = isOnline ? undefined : momentOf(status.dataUpdatedAt, day.timeZone, today);
  return (
    <Dialog opened onClose={onClose} title={t`Devices`} size="lg">
      <Loaded query={both} failed={t`Failed to load devices`} height={320} label={t`devices`}>
        {(listed) =>
          listed.length === 0 ? (
            <>
              <NoData>{t`No devices found.`}</NoData>
              <Text size="sm" c="dimmed">
                <Trans>Terminals clock employees in and out. Your administrator enrols them.</Trans>
              </Text>
            </>
          ) : (
            <>
              <Group justify="space-between" mb="sm">
                <Text size="sm" c="dimmed">
                  {onlineWords(listed, knownAt)}
                </Text>
                {maySync && <SyncAll ids={listed.flatMap(({ id, canSync }) => (canSync ? id : []))} />}
              </Group>
              <ul className={classes.list}>
                {listed.map((device) => (
                  <DeviceRow
                    key={device.id}
                    device={device}
                    timeZone={day.timeZone}
                    today={today}
                    maySync={maySync}
                    concerned={device.id === concerned}
                    knownAt={knownAt}
                  />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </Dialog>
  );
}

function SyncAll({ ids }: { ids: readonly string[] }) {
  const { t } = useLingui();
  const sync = useMutation(syncAllMutation);
  const ask = () => {
    notify('success', t`Sending sync requests to all online devices`);
    sync.mutate(ids.map((_id) => ({ _id })));
  };
  return (
    <ServerButton
      variant="default"
      leftSection={<IconRefresh size={18} aria-hidden />}
      loading={sync.isPending}
      reason={ids.length === 0 ? t`No device that can be asked is online` : undefined}
      onClick={ask}
    >
      <Trans>Sync all online</Trans>
    </ServerButton>
  );
}
