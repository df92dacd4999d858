import { Button, Code, Group, Stack, Text } from '@mantine/core';

/** Recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  return (
    <Stack>
      <Text size="sm">
        Keep these codes where you can find them without this device. Each works once, instead of a passkey or the app.
        They are not shown again.
      </Text>
      <Code block aria-label="Recovery codes">
        {codes.join('\n')}
      </Code>
      <Group justify="flex-end">
        <Button onClick={onKept}>I have kept these codes</Button>
      </Group>
    </Stack>
  );
}
