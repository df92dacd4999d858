import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Device } from '#contract/intake/devices.ts';
import { messageOf } from '../../../api/errors.ts';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { CodeDialog, type DeviceCode } from './CodeDialog.tsx';
import { qrSize } from './deviceRules.ts';
import { regenerateMutation, viewCodeMutation } from './devices.queries.ts';
import type { Recipients } from './SendCodeForm.tsx';

type Props = { accountId: string; device: Device; recipients: Recipients; onClose: () => void };

/** Shows the code of a V2 device while it is valid, or creates a new one, which invalidates the old code and the device's token. */
export function ActivationPanel({ accountId, device, recipients, onClose }: Props) {
  const { t } = useLingui();
  const [code, setCode] = useState<DeviceCode>();
  const view = useMutation(viewCodeMutation(accountId, device._id));
  const regenerate = useMutation(regenerateMutation(accountId, device._id));
  const deviceId = device._id;
  const kind = device.kind === 'standalone' ? 'standalone' : 'unmanaged';

  const show = () =>
    view.mutate(undefined, {
      onSuccess: ({ enrolmentQrText, ...valid }) =>
        setCode(
          enrolmentQrText === null
            ? { deviceId, kind, ...valid }
            : { deviceId, kind: 'managed', qrText: enrolmentQrText, ...valid },
        ),
    });
  const make = () =>
    regenerate.mutate(qrSize(device.kind), {
      onSuccess: ({ enrolmentQrCodeUrl, activationToken, expiresAt }) => {
        if (device.kind === 'managed' && enrolmentQrCodeUrl)
          setCode({ deviceId, kind: 'managed', enrolmentUrl: enrolmentQrCodeUrl, expiresAt });
        else if (activationToken) setCode({ deviceId, kind, activationToken, expiresAt });
      },
    });

  if (code) return <CodeDialog accountId={accountId} code={code} recipients={recipients} onClose={onClose} />;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t`Regenerate or view activation code`}
      closable={!view.isPending && !regenerate.isPending}
    >
      <Stack gap="md">
        <Text size="sm">
          <Trans>
            The code of {device.description} is shown as it is, while it is valid. Nothing changes, and the activity of
            the account says who viewed it.
          </Trans>
        </Text>
        {view.error && <ErrorNote text={messageOf(view.error)} />}
        <Group justify="flex-end">
          <ServerButton loading={view.isPending} disabled={regenerate.isPending} onClick={show}>
            <Trans>View</Trans>
          </ServerButton>
        </Group>
        <Text component="h3" size="sm" fw={600}>
          <Trans>Or make a new one</Trans>
        </Text>
        <List size="sm">
          <List.Item>
            <Trans>A code shown or sent before stops working</Trans>
          </List.Item>
          {device.isActivated && (
            <List.Item>
              <Trans>The device is logged out until it is activated with the new code</Trans>
            </List.Item>
          )}
        </List>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={view.isPending || regenerate.isPending}>
            <Trans>Cancel</Trans>
          </Button>
          <ServerButton variant="default" loading={regenerate.isPending} disabled={view.isPending} onClick={make}>
            <Trans>Regenerate</Trans>
          </ServerButton>
        </Group>
      </Stack>
    </Dialog>
  );
}
