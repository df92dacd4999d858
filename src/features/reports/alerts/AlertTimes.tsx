import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button, Group, Input, Select, Stack, Switch, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { AlertInput } from '#contract/reports/alerts.ts';
import { GRID, nextTime } from './alertForm.ts';

type Times = AlertInput['times'];
type Props = {
  times: Times;
  /** The limit of the category and the licence. */
  limit: number;
  timeZone: string;
  error: ReactNode;
  disabled: boolean;
  onChange: (times: Times) => void;
};

/** Alert times on the 15-minute grid, each switched on or off; as many as the category and the licence allow. */
export function AlertTimes({ times, limit, timeZone, error, disabled, onChange }: Props) {
  const { t } = useLingui();
  const change = (index: number, part: Partial<Times[number]>) =>
    onChange(times.map((time, at) => (at === index ? { ...time, ...part } : time)));
  const left = Math.max(0, limit - times.length);
  return (
    <Input.Wrapper
      label={t`Alert times`}
      labelElement="div"
      description={t`In the time zone ${timeZone}. ${times.length} of ${plural(limit, { one: '# time slot', other: '# time slots' })} used.`}
      error={error}
    >
      <Stack gap="xs" mt="xs" data-field="times" role="group" aria-label={t`Alert times`}>
        {times.map(({ enabled, time }, index) => (
          <Group key={index} gap="sm" wrap="nowrap">
            <Select
              aria-label={t`Time ${index + 1}`}
              data={GRID.filter((each) => each === time || !times.some((other) => other.time === each))}
              value={time}
              onChange={(value) => value && change(index, { time: value })}
              allowDeselect={false}
              searchable
              disabled={disabled}
              w={140}
            />
            <Switch
              label={t({ message: 'On', context: 'switch' })}
              aria-label={t`Time ${index + 1} on`}
              checked={enabled}
              onChange={(event) => change(index, { enabled: event.currentTarget.checked })}
              disabled={disabled}
            />
            <ActionIcon
              variant="subtle"
              c="dimmed"
              size={44}
              ml="auto"
              aria-label={t`Remove time ${index + 1}`}
              onClick={() => onChange(times.filter((_, at) => at !== index))}
              disabled={disabled}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        {!disabled && (
          <Group gap="sm">
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={16} aria-hidden />}
              disabled={left === 0}
              onClick={() => onChange([...times, { enabled: true, time: nextTime(times.map(({ time }) => time)) }])}
            >
              <Trans>Add time</Trans>
            </Button>
            {left === 0 && (
              <Text size="sm" c="dimmed">
                {limit === 0 ? t`Your licence has no time slots for this category.` : t`No time slots left.`}
              </Text>
            )}
          </Group>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
