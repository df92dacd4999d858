import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { Device } from '#contract/devices.ts';
import { counted } from '../../lib/figures.ts';
import { useOfflineReason } from '../../state/reachability.ts';
import { useMay } from '../../state/session.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { deleteDeviceMutation } from './devices.queries.ts';

/** Deletes a device after saying what depends on it; its records stay. */
export function DeleteDevice({ accountId, device }: { accountId: string; device: Device }) {
  const [asking, dialog] = useDisclosure();
  const offline = useOfflineReason();
  const remove = useMutation(deleteDeviceMutation(accountId, device._id));
  const mayDelete = useMay('Device.DELETE');
  if (!mayDelete) return null;

  const consequences = [
    device.employeeIds.length > 0 &&
      `${counted(device.employeeIds.length, 'employee', 'employees')} can no longer clock on it`,
    device.isActivated && 'It stops delivering at once; what it has not sent yet stays on the device',
    'What it has recorded stays in the account',
  ].filter((each) => each !== false);

  return (
    <>
      <Button
        variant="subtle"
        color="red"
        c="var(--tb-absent)"
        size="sm"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={dialog.open}
      >
        Delete
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={dialog.close}
        title="Delete Device"
        question={`Delete ${device.description} (${device.serialNumber})?`}
        consequences={consequences}
        action="Delete Device"
        reason={offline}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSuccess: dialog.close })}
      />
    </>
  );
}
