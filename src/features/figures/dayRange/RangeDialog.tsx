import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { daysIn, type Span } from '../../../lib/dayRange.ts';
import { DayPeriods } from '../../../shell/DayPeriods.tsx';
import { DateRange, rangeFault } from '../../../ui/DateRange.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';

type Props = {
  span: Span;
  /** The first and last day that can be shown, and the most days at once. */
  min: string;
  max: string;
  most: number;
  onPick: (span: Span) => void;
  onClose: () => void;
};

/** Chooses a custom range. */
export default function RangeDialog({ span, min, max, most, onPick, onClose }: Props) {
  const { t } = useLingui();
  const [dates, setDates] = useState(span);
  const tooLong = daysIn(dates) > most;
  const fault = rangeFault(dates) !== undefined || tooLong;
  return (
    <Dialog opened onClose={onClose} title={t`Days`}>
      <Stack gap="md">
        <DayPeriods span={dates} min={min} max={max} most={most} onPick={setDates} />
        <DateRange value={dates} onChange={setDates} min={min} max={max} />
        <Text size="xs" c={tooLong ? 'var(--mantine-color-error)' : 'dimmed'} role={tooLong ? 'alert' : undefined}>
          <Trans>Both days are included. At most {most} days are shown.</Trans>
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button disabled={fault} onClick={() => onPick(dates)}>
            <Trans>Show</Trans>
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
