import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useOwnChoices } from '../api/ownChoices.ts';
import { daysIn, lastDays, type Span } from '../lib/dayRange.ts';
import { periodWords } from '../lib/periodWords.ts';
import { lazyDialog } from '../ui/lazyDialog.tsx';
import { PeriodSelect } from '../ui/PeriodSelect.tsx';

const PeriodsDialog = lazyDialog(() => import('./PeriodsDialog.tsx'));

type Props = {
  /** The days that are chosen. */
  span: Span;
  /** The first and the last day that can be chosen, and the most days at once. */
  min: string;
  max: string;
  most?: number;
  onPick: (span: Span) => void;
  size?: 'xs' | 'sm';
  /** The last days that are offered as well: their numbers, and the day on which they end. */
  last?: { days: readonly number[]; until: string };
  /** The account that an administrator looks at; by default the user's own. */
  accountId?: string;
};

/**
 * Picks days as a pay period of the account, or as one of the user's own periods, which they define here. Beside every choice of days;
 * disabled until the periods are loaded, so that nothing beside it moves.
 */
export function DayPeriods({ span, min, max, most = Number.POSITIVE_INFINITY, onPick, size, last, accountId }: Props) {
  const { t } = useLingui();
  const choices = useOwnChoices(accountId);
  const [open, setOpen] = useState(false);
  const groups = [
    ...(last
      ? [
          {
            group: t`Days`,
            periods: last.days.map((days) => ({ ...lastDays(days, last.until), words: t`${days} days` })),
          },
        ]
      : []),
    ...(choices?.spans ?? []).map(({ rule, periods }) => ({
      group: rule ? periodWords(rule) : t`Pay period`,
      periods: periods.filter((period) => daysIn(period) <= most),
    })),
  ];
  return (
    <>
      <PeriodSelect
        label={t`Period`}
        span={span}
        groups={groups}
        min={min}
        max={max}
        onPick={onPick}
        other={t`Period…`}
        more={choices && { label: t`My periods…`, onPick: () => setOpen(true) }}
        size={size}
        disabled={!choices && !last}
      />
      {choices && open && <PeriodsDialog periods={choices.periods} today={max} onClose={() => setOpen(false)} />}
    </>
  );
}
