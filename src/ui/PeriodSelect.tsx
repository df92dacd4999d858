import { NativeSelect } from '@mantine/core';
import type { Span } from '../lib/dayRange.ts';
import { dayLabel } from '../lib/zoned.ts';

type Props = {
  label: string;
  /** The span that is shown. */
  span: Span;
  /** The periods that can be picked, newest first. */
  periods: readonly Span[];
  today: string;
  onPick: (span: Span) => void;
};

/** Picks a pay period; one that has not ended is picked up to today. */
export function PeriodSelect({ label, span: { from, to }, periods, today, onPick }: Props) {
  const options = periods.flatMap((period) => {
    const first = period.from;
    const last = period.to > today ? today : period.to;
    return first > today ? [] : [{ value: `${first} ${last}`, label: `${dayLabel(first)} to ${dayLabel(period.to)}` }];
  });
  const value = `${from} ${to}`;
  const known = options.some((option) => option.value === value);
  return (
    <NativeSelect
      label={label}
      data={known ? options : [{ value, label: `${dayLabel(from)} to ${dayLabel(to)}` }, ...options]}
      value={value}
      onChange={({ currentTarget }) => {
        const [first = from, last = to] = currentTarget.value.split(' ');
        onPick({ from: first, to: last });
      }}
    />
  );
}
