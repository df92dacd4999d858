import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Device } from '#contract/intake/devices.ts';
import { type DeviceCommand, type DeviceRecorder, isTrustCommand } from '#contract/intake/terminals.ts';
import { moment } from '../../../lib/moments.ts';
import { useOfflineReason } from '../../../state/reachability.ts';
import { useMay } from '../../../state/session.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ListTable } from '../../../ui/ListTable.tsx';
import classes from './devices.module.css';
import { commandMutation, deviceOptionsQuery } from './devices.queries.ts';

const COMMANDS: readonly { command: DeviceCommand; label: MessageDescriptor; ask?: MessageDescriptor }[] = [
  { command: 'CHECK', label: msg`Check in` },
  { command: 'LOG', label: msg`Send new records` },
  { command: 'INFO', label: msg`Report itself` },
  { command: 'RESEND_ROSTER', label: msg`Send employees again` },
  {
    command: 'RELOAD_HISTORY',
    label: msg`Reload history`,
    ask: msg`The terminal sends everything it holds once more. That can take an hour; no record is counted twice.`,
  },
  {
    command: 'FORGET_NETWORKS',
    label: msg`Forget networks`,
    ask: msg`The next call is accepted as the terminal’s own, wherever it comes from. Do this when the terminal is about to be the only one that calls.`,
  },
  {
    command: 'REREGISTER',
    label: msg`Register again`,
    ask: msg`For an access terminal (3.x) that was reset: it gets new codes at its next registration, once. Until then any caller with its serial number may register.`,
  },
  { command: 'REBOOT', label: msg`Restart`, ask: msg`Nobody can clock on the terminal for about a minute.` },
];

const COMMAND_STATUS: Record<DeviceRecorder['commands'][number]['status'], MessageDescriptor> = {
  queued: msg({ message: 'queued', context: 'command' }),
  sent: msg({ message: 'sent', context: 'command' }),
  done: msg({ message: 'done', context: 'command' }),
  failed: msg({ message: 'failed', context: 'command' }),
  expired: msg({ message: 'expired', context: 'command' }),
};

type Props = { accountId: string; device: Device; commands: DeviceRecorder['commands'] };

/** The commands that an administrator may send to a terminal, each with its outcome. */
export function TerminalCommands({ accountId, device, commands }: Props) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<(typeof COMMANDS)[number]>();
  const offline = useOfflineReason();
  const send = useMutation(commandMutation(accountId, device._id));
  const mayCommand = useMay('Device.COMMAND');
  const mayTrust = useMay('Device.MANAGE_NETWORKS');
  const make = useQuery(deviceOptionsQuery(accountId, device._id)).data?.make ?? 'adms';
  const offered = COMMANDS.filter(
    ({ command }) => (mayTrust || !isTrustCommand(command)) && (make === 'adms' || command === 'FORGET_NETWORKS'),
  );

  return (
    <section aria-label={t`Commands`}>
      <Stack gap="sm">
        <Text fw={600}>
          <Trans>Commands</Trans>
        </Text>
        {mayCommand && (
          <Group gap="xs">
            {offered.map((each) => (
              <Button
                key={each.command}
                variant="default"
                size="sm"
                loading={send.isPending && send.variables === each.command}
                onClick={() => (each.ask ? setChosen(each) : send.mutate(each.command))}
              >
                {t(each.label)}
              </Button>
            ))}
          </Group>
        )}
        {commands.length > 0 && (
          <ListTable label={t`Commands sent`} stacked columns={[t`When`, t`Command`, t`Status`, t`Answer`]}>
            {commands.map(({ id, at, command, status, returnCode, errorText }) => (
              <Table.Tr key={id}>
                <Table.Td>{moment(at)}</Table.Td>
                <Table.Td className={classes.raw}>{command}</Table.Td>
                <Table.Td>{t(COMMAND_STATUS[status])}</Table.Td>
                <Table.Td>{[returnCode, errorText].filter((part) => part !== null).join(': ')}</Table.Td>
              </Table.Tr>
            ))}
          </ListTable>
        )}
      </Stack>
      <ConfirmDialog
        opened={chosen !== undefined}
        onClose={() => setChosen(undefined)}
        title={chosen ? t(chosen.label) : ''}
        question={chosen?.ask && t(chosen.ask)}
        action={chosen ? t(chosen.label) : ''}
        color="indigo"
        reason={offline}
        busy={send.isPending}
        onConfirm={() => chosen && send.mutate(chosen.command, { onSettled: () => setChosen(undefined) })}
      />
    </section>
  );
}
