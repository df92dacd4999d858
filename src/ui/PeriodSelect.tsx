import { useLingui } from '@lingui/react/macro';
import { NativeSelect } from '@mantine/core';
import type { Span } from '../lib/dayRange.ts';
import { dayLabel } from '../lib/zoned.ts';

/** Periods of one kind, newest first, under the name of the kind; one without words of its own is shown by its days. */
export type PeriodGroup = { group: string; periods: readonly (Span & { words?: string })[] };

type Props = {
  label: string;
  /** The span that is shown. */
  span: Span;
  /** The periods that can be picked. */
  groups: readonly PeriodGroup[];
  /** The last day, up to which a period that has not ended is picked; and the first day, from which one that began before is. */
  max: string;
  min?: string;
  onPick: (span: Span) => void;
  /** The words of the choice while the span is no period, in place of a label; without it the days. */
  other?: string;
  /** The last option, and what it does. */
  more?: { label: string; onPick: () => void };
  size?: 'xs' | 'sm';
  disabled?: boolean;
};

const MORE = 'more';

/** Picks a pay period, or another of some periods. */
export function PeriodSelect({ label, span, groups, max, min = '', onPick, other, more, size, disabled }: Props) {
  const { t } = useLingui();
  const data = groups
    .map(({ group, periods }) => ({
      group,
      items: periods
        .filter(({ from, to }) => from <= max && to >= min)
        .map(({ from, to, words }) => ({
          value: `${from < min ? min : from} ${to > max ? max : to} ${group}`,
          label: words ?? t`${dayLabel(from)} to ${dayLabel(to)}`,
        })),
    }))
    .filter(({ items }) => items.length > 0);
  const { from, to } = span;
  const shown = data.flatMap(({ items }) => items).find(({ value }) => value.startsWith(`${from} ${to} `));
  const value = shown?.value ?? `${from} ${to}`;
  const options = data.length === 1 && !more ? (data[0]?.items ?? []) : data;
  return (
    <NativeSelect
      {...(other === undefined ? { label } : { 'aria-label': label })}
      size={size}
      disabled={disabled}
      data={[
        ...(shown ? [] : [{ value, label: other ?? t`${dayLabel(from)} to ${dayLabel(to)}` }]),
        ...options,
        ...(more ? [{ value: MORE, label: more.label }] : []),
      ]}
      value={value}
      onChange={({ currentTarget }) => {
        if (currentTarget.value === MORE) return more?.onPick();
        const [first = from, last = to] = currentTarget.value.split(' ');
        onPick({ from: first, to: last });
      }}
    />
  );
}
