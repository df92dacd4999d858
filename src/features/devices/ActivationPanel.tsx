import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Device } from '#contract/devices.ts';
import { useOfflineReason } from '../../api/reachability.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { CodeDialog, type DeviceCode } from './CodeDialog.tsx';
import { qrSize } from './deviceRules.ts';
import { regenerateMutation } from './devices.queries.ts';
import type { Recipients } from './SendCodeForm.tsx';

type Props = { accountId: string; device: Device; recipients: Recipients; onClose: () => void };

/** A V2 device's code is kept as a hash: to view one is to make a new one, which ends the old code and the device's log-in. */
export function ActivationPanel({ accountId, device, recipients, onClose }: Props) {
  const [code, setCode] = useState<DeviceCode>();
  const offline = useOfflineReason();
  const regenerate = useMutation(regenerateMutation(accountId, device._id));

  const make = () =>
    regenerate.mutate(qrSize(device.kind), {
      onSuccess: ({ enrolmentQrCodeUrl, activationToken, expiresAt }) => {
        const deviceId = device._id;
        if (device.kind === 'managed' && enrolmentQrCodeUrl)
          setCode({ deviceId, kind: 'managed', enrolmentUrl: enrolmentQrCodeUrl, expiresAt });
        else if (activationToken)
          setCode({
            deviceId,
            kind: device.kind === 'standalone' ? 'standalone' : 'unmanaged',
            activationToken,
            expiresAt,
          });
      },
    });

  if (code) return <CodeDialog accountId={accountId} code={code} recipients={recipients} onClose={onClose} />;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title="Regenerate or view activation code"
      question={`A new code for ${device.description} is made and shown.`}
      consequences={
        device.isActivated
          ? [
              'A code shown or sent before stops working',
              'The device is logged out until it is activated with the new code',
            ]
          : ['A code shown or sent before stops working']
      }
      action="Show new code"
      color="indigo"
      reason={offline}
      busy={regenerate.isPending}
      onConfirm={make}
    />
  );
}
