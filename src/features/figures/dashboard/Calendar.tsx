import { Trans } from '@lingui/react/macro';
import { Button, Stack } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { DASHBOARD_DATA_RETENTION_DAYS } from '#contract/platform/limits.ts';
import { addDays } from '../../../lib/zoned.ts';
import { calendarWords } from '../../../ui/dates.ts';

type Props = { value: string; today: string; onPick: (date: string | null) => void };

/** A month of days; only days within the retention can be picked. Pressing the picked one again clears it. */
export default function Calendar({ value, today, onPick }: Props) {
  return (
    <Stack gap="xs">
      <DatePicker
        value={value}
        defaultDate={value}
        allowDeselect
        minDate={addDays(today, 1 - DASHBOARD_DATA_RETENTION_DAYS)}
        maxDate={today}
        maxLevel="year"
        {...calendarWords()}
        onChange={onPick}
      />
      <Button variant="default" onClick={() => onPick(null)} disabled={value === today}>
        <Trans>Today</Trans>
      </Button>
    </Stack>
  );
}
