import { Group } from '@mantine/core';
import type { Icon as TablerIcon } from '@tabler/icons-react';

export type OutcomeWords = { label: string; Icon: TablerIcon; color?: 'on-time' | 'absent' };

/** Shows what a line of a preview comes to: icon and word together, in the colour of good or bad news where it is such. */
export function OutcomeLabel({ label, Icon, color }: OutcomeWords) {
  return (
    <Group component="span" display="inline-flex" gap={5} wrap="nowrap" fw={600} c={color && `var(--tb-${color})`}>
      <Icon size={16} aria-hidden /> {label}
    </Group>
  );
}
