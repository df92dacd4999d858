import { t } from '@lingui/core/macro';
import { DateInput, type DateInputProps } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { dayLabel } from '../lib/zoned.ts';
import { calendarWords, typedDate } from './dates.ts';

type Props = Omit<DateInputProps, 'value' | 'onChange' | 'min' | 'max'> & {
  /** A local date, or nothing. */
  value?: string;
  onChange: (date: string) => void;
  /** The first and the last day that can be chosen. */
  min?: string;
  max?: string;
  /** It can be emptied. */
  optional?: boolean;
};

/** A local date, typed in any usual way or picked from a month. */
export function DateField({ value, onChange, min, max, optional = false, ...props }: Props) {
  // The month has the name of its field.
  const own = useId();
  const id = props.id ?? own;
  const [isOpen, setOpen] = useState(false);
  return (
    <DateInput
      rightSection={<IconCalendar size={16} aria-hidden />}
      rightSectionPointerEvents="none"
      // A finger picks: the keyboard of a phone would cover the month.
      inputMode={window.matchMedia('(pointer: coarse)').matches ? 'none' : undefined}
      {...props}
      id={id}
      minDate={min}
      maxDate={max}
      clearable={optional}
      clearButtonProps={{ 'aria-label': t`Clear` }}
      valueFormat={dayLabel}
      dateParser={typedDate}
      popoverProps={{ id, onOpen: () => setOpen(true), onClose: () => setOpen(false) }}
      data-mantine-stop-propagation={isOpen || undefined}
      value={value || null}
      onChange={(date) => onChange(date ?? '')}
      {...calendarWords()}
    />
  );
}
