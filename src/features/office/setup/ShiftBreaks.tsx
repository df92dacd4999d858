import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button, Checkbox, Group, Input, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ShiftDay } from '#contract/office/setupLists.ts';
import { TimeField } from '../../../ui/TimeField.tsx';

type Breaks = ShiftDay['breaks'];
type Props = {
  breaks: Breaks;
  /** Returns the error at a path such as '0.startTime'; '' is the path of all breaks. */
  error: (path: string) => ReactNode;
  onChange: (breaks: Breaks) => void;
};
/** The contract's limit. */
const MAX_BREAKS = 20;

/** The breaks of a day, from and to, and whether they are taken off the paid time (docs/reference/paid-hours.md#breaks). */
export function ShiftBreaks({ breaks, error, onChange }: Props) {
  const { t } = useLingui();
  const change = (index: number, part: Partial<Breaks[number]>) =>
    onChange(breaks.map((each, at) => (at === index ? { ...each, ...part } : each)));
  return (
    <Input.Wrapper label={t`Breaks`} labelElement="div" error={error('')}>
      <Stack gap="xs" mt={4} role="group" aria-label={t`Breaks`}>
        {breaks.map(({ startTime, endTime, paid, atLeast }, index) => (
          <Group key={index} gap="sm" align="flex-start">
            <TimeField
              aria-label={t`Break ${index + 1} from`}
              value={startTime}
              error={error(`${index}.startTime`)}
              onChange={(text) => change(index, { startTime: text })}
              w={110}
            />
            <Text pt={8}>
              <Trans>to</Trans>
            </Text>
            <TimeField
              aria-label={t`Break ${index + 1} to`}
              value={endTime}
              error={error(`${index}.endTime`)}
              onChange={(text) => change(index, { endTime: text })}
              w={110}
            />
            <ActionIcon
              variant="subtle"
              c="dimmed"
              size={44}
              aria-label={t`Remove break ${index + 1}`}
              onClick={() => onChange(breaks.filter((_, at) => at !== index))}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
            <Checkbox
              label={t`Unpaid`}
              aria-label={t`Break ${index + 1} is unpaid`}
              checked={paid === false}
              pt={10}
              onChange={({ currentTarget: { checked } }) =>
                change(index, { paid: checked ? false : undefined, atLeast: undefined })
              }
            />
            {paid === false && (
              <Checkbox
                label={t`Whole break at least`}
                checked={atLeast === true}
                pt={10}
                onChange={({ currentTarget: { checked } }) => change(index, { atLeast: checked || undefined })}
              />
            )}
          </Group>
        ))}
        {breaks.length < MAX_BREAKS && (
          <Group>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => onChange([...breaks, { startTime: '10:00', endTime: '10:15' }])}
            >
              <Trans>Add break</Trans>
            </Button>
          </Group>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
