import { Trans } from '@lingui/react/macro';
import { Button, Stack } from '@mantine/core';
import { Calendar as Months } from '@mantine/dates';
import { DASHBOARD_DATA_RETENTION_DAYS } from '#contract/platform/limits.ts';
import { addDays } from '../../../lib/zoned.ts';
import { calendarWords } from '../../../ui/dates.ts';

type Props = { value: string; today: string; onPick: (date: string | null) => void };

/** A month of days; only days within the retention can be picked. Pressing the picked one again clears it. */
export default function Calendar({ value, today, onPick }: Props) {
  return (
    <Stack gap="xs">
      <Months
        defaultDate={value}
        minDate={addDays(today, 1 - DASHBOARD_DATA_RETENTION_DAYS)}
        maxDate={today}
        maxLevel="year"
        {...calendarWords()}
        getDayProps={(day) => ({ selected: day === value, onClick: () => onPick(day === value ? null : day) })}
      />
      <Button variant="default" onClick={() => onPick(null)} disabled={value === today}>
        <Trans>Today</Trans>
      </Button>
    </Stack>
  );
}
