import { Trans } from '@lingui/react/macro';
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';

/** An inline failure in the specification's words, with a way to try again. */
export function ErrorNote({ text, onRetry }: { text: string; onRetry?: () => void }) {
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertCircle aria-hidden />}
      role="alert"
      styles={{ wrapper: { alignItems: 'center' }, icon: { marginTop: 0 }, message: { overflow: 'visible' } }}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="var(--mantine-color-text)">
          {text}
        </Text>
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        )}
      </Group>
    </Alert>
  );
}
