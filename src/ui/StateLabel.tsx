import { Group, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClockHour4,
  IconHelpCircle,
  IconMoon,
} from '@tabler/icons-react';

export type AttendanceState = 'on-time' | 'late' | 'absent' | 'pending' | 'unverified' | 'off';

/** The colour and icon of one person's state. */
export const stateOf = (
  status: Exclude<AttendanceState, 'on-time' | 'late'> | 'present',
  late: boolean,
): AttendanceState => (status === 'present' ? (late ? 'late' : 'on-time') : status);

const ICON = {
  'on-time': IconCircleCheck,
  late: IconAlertTriangle,
  absent: IconCircleX,
  pending: IconClockHour4,
  unverified: IconHelpCircle,
  off: IconMoon,
} as const;

/** The CSS colour of a state's text or icon. */
export const stateColor = (state: AttendanceState) => `var(--tb-${state === 'unverified' ? 'pending' : state})`;
/** The CSS colour of a state's bar, slice or badge. */
export const stateFill = (state: AttendanceState) => `var(--tb-${state === 'unverified' ? 'pending' : state}-fill)`;

/** The icon of a state in its colour. */
export function StateIcon({ state }: { state: AttendanceState }) {
  const Icon = ICON[state];
  return <Icon size={18} color={stateColor(state)} aria-hidden />;
}

/** A state as colour, icon and word together: never colour alone. */
export function StateLabel({ state, children }: { state: AttendanceState; children: string }) {
  return (
    <Group gap={6} wrap="nowrap" component="span" display="inline-flex">
      <StateIcon state={state} />
      <Text span c={stateColor(state)} fw={600} size="sm">
        {children}
      </Text>
    </Group>
  );
}
