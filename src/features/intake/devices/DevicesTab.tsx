import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ActivationPanel } from './ActivationPanel.tsx';
import { AddDeviceDialog } from './AddDeviceDialog.tsx';
import { CodeDialog, type DeviceCode } from './CodeDialog.tsx';
import { DeviceList, type DevicePanel } from './DeviceList.tsx';
import type { DeviceKind } from './deviceRules.ts';
import { accountDevicesQuery } from './devices.queries.ts';
import { EditDeviceDialog } from './EditDeviceDialog.tsx';
import { RecorderDialog } from './RecorderDialog.tsx';
import type { Recipients } from './SendCodeForm.tsx';
import { Sightings } from './Sightings.tsx';
import { TemplateDeletions } from './TemplateDeletions.tsx';

type Props = {
  accountId: string;
  recipients: Recipients;
  /** Notes to read before a terminal is added. */
  terminalNotice?: ReactNode;
  /** The device and panel from the address bar, so that a link or a reload opens them again. */
  open: { deviceId: string; panel: DevicePanel } | undefined;
  onOpen: (deviceId: string, panel: DevicePanel) => void;
  onClose: () => void;
  onPrintBadges: () => void;
};

/** The Devices tab of an account. */
export function DevicesTab({ accountId, recipients, terminalNotice, open, onOpen, onClose, onPrintBadges }: Props) {
  const [adding, setAdding] = useState<{ kind: DeviceKind; serialNumber?: string }>();
  const [code, setCode] = useState<DeviceCode>();
  const { data: devices } = useQuery(accountDevicesQuery(accountId));
  const device = devices?.find(({ _id }) => _id === open?.deviceId);
  const shared = { accountId, onClose };

  return (
    <Stack gap="lg">
      <DeviceList
        accountId={accountId}
        onAdd={(kind) => setAdding({ kind })}
        onOpen={onOpen}
        onPrintBadges={onPrintBadges}
      />
      <TemplateDeletions accountId={accountId} />
      <Sightings onClaim={(serialNumber) => setAdding({ kind: 'adms', serialNumber })} />
      {adding && (
        <AddDeviceDialog
          accountId={accountId}
          {...adding}
          notice={terminalNotice}
          onClose={() => setAdding(undefined)}
          onAdded={(added) => {
            setAdding(undefined);
            setCode(added);
          }}
        />
      )}
      {code && (
        <CodeDialog accountId={accountId} code={code} recipients={recipients} onClose={() => setCode(undefined)} />
      )}
      {device && open?.panel === 'edit' && <EditDeviceDialog key={device._id} device={device} {...shared} />}
      {device && open?.panel === 'recorder' && <RecorderDialog key={device._id} device={device} {...shared} />}
      {device && open?.panel === 'code' && (
        <ActivationPanel key={device._id} device={device} recipients={recipients} {...shared} />
      )}
    </Stack>
  );
}
