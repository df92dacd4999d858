import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { Day } from '../../../api/day.ts';
import { dayLabel } from '../../../lib/zoned.ts';

/** Shown in place of a dashboard without any figures: one sentence instead of one per card. */
export function DayUnknown({ day, onToday }: { day: Day; onToday: () => void }) {
  return (
    <Stack align="center" gap="sm" py="xl">
      <IconCloudOff size={28} stroke={1.5} aria-hidden color="var(--mantine-color-dimmed)" />
      <Text ta="center" role="status">
        <Trans>The figures of {dayLabel(day.referenceDate)} are not available offline. Connect to see them.</Trans>
      </Text>
      {!day.live && (
        <Button variant="default" onClick={onToday}>
          <Trans>Back to today</Trans>
        </Button>
      )}
    </Stack>
  );
}
