import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Code, Group, Stack, Text } from '@mantine/core';

/** Recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, onStored }: { codes: readonly string[]; onStored: () => void }) {
  const { t } = useLingui();
  return (
    <Stack>
      <Text size="sm">
        <Trans>
          Keep these codes where you can find them without this device. Each works once, instead of a passkey or the
          app. They are not shown again.
        </Trans>
      </Text>
      <Code block aria-label={t`Recovery codes`}>
        {codes.join('\n')}
      </Code>
      <Group justify="flex-end">
        <Button onClick={onStored}>
          <Trans>I have kept these codes</Trans>
        </Button>
      </Group>
    </Stack>
  );
}
