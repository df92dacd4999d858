import { Stack, Text } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Nothing to show, in the specification's words; `children`: what a person can do about it, if anything. */
export function EmptyState({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <Stack align="center" gap="xs" py="lg" px="md">
      <IconInbox size={28} stroke={1.5} aria-hidden color="var(--mantine-color-dimmed)" />
      <Text c="dimmed" ta="center">
        {text}
      </Text>
      {children}
    </Stack>
  );
}
