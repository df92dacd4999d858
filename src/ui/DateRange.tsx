import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { DatePickerInput } from '@mantine/dates';
import { useId } from 'react';
import { dayLabel } from '../lib/zoned.ts';
import classes from './DateRange.module.css';
import { calendarWords, dateInField } from './dates.ts';

/** Local dates, both included. */
export type Dates = { from: string; to: string };

/** Returns why two dates are no range. */
export const rangeFault = ({ from, to }: Dates) => (from > to ? t`From must not be after To` : undefined);

type Props = {
  value: Dates;
  onChange: (dates: Dates) => void;
  /** The first and the last day that can be picked. */
  min: string;
  max: string;
  disabled?: boolean;
};

/** From and To, each with a month to pick from. Import it lazily: it brings the calendar along. */
export function DateRange({ value, onChange, min, max, disabled }: Props) {
  const { t } = useLingui();
  const id = useId();
  // The month has the name of its field.
  const named = (field: string) => ({ id: id + field, popoverProps: { id: id + field, returnFocus: true } });
  const shared = {
    minDate: min,
    maxDate: max,
    maxLevel: 'year',
    required: true,
    disabled,
    ...calendarWords(),
    ...dateInField(),
  } as const;
  return (
    <div className={classes.range}>
      <DatePickerInput
        label={t`From`}
        // The label alone would hide the picked date from a screen reader.
        aria-label={t`From ${dayLabel(value.from)}`}
        {...shared}
        {...named('from')}
        value={value.from}
        onChange={(from) => from && onChange({ ...value, from })}
      />
      <DatePickerInput
        label={t`To`}
        aria-label={t`To ${dayLabel(value.to)}`}
        {...shared}
        {...named('to')}
        value={value.to}
        onChange={(to) => to && onChange({ ...value, to })}
        error={rangeFault(value)}
      />
    </div>
  );
}
