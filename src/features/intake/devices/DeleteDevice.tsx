import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { Device } from '#contract/intake/devices.ts';
import { ConfirmedButton } from '../../../shell/ConfirmedButton.tsx';
import { useMay } from '../../../state/session.ts';
import { deleteDeviceMutation } from './devices.queries.ts';

/** Deletes a device after saying what depends on it; its records stay. */
export function DeleteDevice({ accountId, device }: { accountId: string; device: Device }) {
  const { t } = useLingui();
  const remove = useMutation(deleteDeviceMutation(accountId, device._id));
  const mayDelete = useMay('Device.DELETE');
  if (!mayDelete) return null;

  const consequences = [
    device.employeeIds.length > 0 &&
      t`${plural(device.employeeIds.length, {
        one: '# employee can no longer clock on it',
        other: '# employees can no longer clock on it',
      })}`,
    device.isActivated && t`It stops delivering at once; what it has not sent yet stays on the device`,
    t`What it has recorded stays in the account`,
  ].filter((each) => each !== false);

  return (
    <ConfirmedButton
      size="xs"
      title={t`Delete Device`}
      question={t`Delete ${device.description} (${device.serialNumber})?`}
      consequences={consequences}
      busy={remove.isPending}
      onConfirm={(close) => remove.mutate(undefined, { onSuccess: close })}
    >
      <Trans>Delete</Trans>
    </ConfirmedButton>
  );
}
