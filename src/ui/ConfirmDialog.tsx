import { Trans } from '@lingui/react/macro';
import { Button, Checkbox, Group, List, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Dialog } from './Dialog.tsx';

type Props = {
  opened: boolean;
  onClose: () => void;
  title: string;
  question: ReactNode;
  /** The things that are deleted, e.g. '3 devices', '41 employees'. */
  consequences?: readonly string[];
  /** The label of a checkbox that enables the action, e.g. 'I understand the consequences.' */
  tick?: string;
  action: string;
  onConfirm: () => void;
  busy?: boolean;
  /** Why the action is disabled, e.g. offline. */
  reason?: string;
  color?: string;
};

/** Asks before an action: names what will be deleted, and has a checkbox where the specification asks for one. */
export function ConfirmDialog(props: Props) {
  const { opened, onClose, title, busy = false } = props;
  return (
    <Dialog opened={opened} onClose={onClose} title={title} closable={!busy}>
      <Question {...props} />
    </Dialog>
  );
}

/** Mounted with the dialog, so that the checkbox is never remembered. */
function Question({
  question,
  consequences = [],
  tick,
  action,
  onConfirm,
  onClose,
  busy,
  reason,
  color = 'red',
}: Props) {
  const [ticked, setTicked] = useState(false);
  return (
    <Stack gap="md">
      <Text component="div">{question}</Text>
      {consequences.length > 0 && (
        <List size="sm">
          {consequences.map((consequence) => (
            <List.Item key={consequence}>{consequence}</List.Item>
          ))}
        </List>
      )}
      {tick && <Checkbox label={tick} checked={ticked} onChange={(event) => setTicked(event.currentTarget.checked)} />}
      {reason && (
        <Text size="sm" c="dimmed">
          {reason}
        </Text>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose} disabled={busy} data-autofocus>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          color={`${color}.8`}
          loading={busy}
          disabled={Boolean(reason) || (tick !== undefined && !ticked)}
          onClick={onConfirm}
        >
          {action}
        </Button>
      </Group>
    </Stack>
  );
}
