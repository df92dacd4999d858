import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { DASHBOARD_DATA_RETENTION_DAYS } from '#contract/platform/limits.ts';
import { translated } from '../../../lib/words.tsx';
import { dayLabel } from '../../../lib/zoned.ts';
import { DayPeriods } from '../../../shell/DayPeriods.tsx';
import { DateRange, type Dates } from '../../../ui/DateRange.tsx';
import { PRESETS, type Preset, presetDates } from './presets.ts';

/** `preset` is undefined for dates of another kind. */
export type ChosenDates = Dates & { preset: Preset | undefined };

type Props = {
  value: ChosenDates;
  onChange: (dates: ChosenDates) => void;
  /** The day of the card, the first and the last day that can be exported. */
  day: string;
  min: string;
  max: string;
  disabled: boolean;
};

/** The days of a report: the card's day, this or last week or month, or any From and To. */
export function ReportDates({ value, onChange, day, min, max, disabled }: Props) {
  const { t } = useLingui();
  const choice = (label: string, isChosen: boolean, dates: ChosenDates) => (
    <Button
      key={label}
      size="xs"
      variant={isChosen ? 'light' : 'default'}
      aria-pressed={isChosen}
      disabled={disabled}
      onClick={() => onChange(dates)}
    >
      {label}
    </Button>
  );
  const isDay = value.preset === undefined && value.from === day && value.to === day;
  return (
    <div>
      <Group gap="xs" mb="sm" role="group" aria-label={t`Days of the report`}>
        {choice(day === max ? t`Today` : dayLabel(day), isDay, { from: day, to: day, preset: undefined })}
        {PRESETS.map(({ key, label }) =>
          choice(translated(label), value.preset === key, { ...presetDates(key, max, min), preset: key }),
        )}
        <DayPeriods
          span={value}
          min={min}
          max={max}
          onPick={(dates) => onChange({ ...dates, preset: undefined })}
          size="xs"
        />
      </Group>
      <DateRange
        value={value}
        onChange={(dates) => onChange({ ...dates, preset: undefined })}
        min={min}
        max={max}
        disabled={disabled}
      />
      <Text size="xs" c="dimmed" mt="xs">
        <Trans>Both days are included. The last {DASHBOARD_DATA_RETENTION_DAYS} days can be exported.</Trans>
      </Text>
    </div>
  );
}
