import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import type { TimeWastedTotals } from '#contract/figures/stats.ts';
import { hours } from '../../../lib/figures.ts';
import { type DayCardProps, FigureCard } from '../../../shell/FigureCard.tsx';
import { NoData } from '../../../ui/charts/NoData.tsx';
import { Pie } from '../../../ui/charts/Pie.tsx';
import { chartColor } from '../../../ui/charts/palette.ts';
import { FigureLine } from '../../../ui/FigureLine.tsx';
import { lazyWithRetry } from '../../../ui/lazyWithRetry.tsx';
import { MissingNote } from '../../../ui/Missing.tsx';
import { stateFill } from '../../../ui/StateLabel.tsx';
import { timeWastedTotalsQuery } from './stats.queries.ts';

const TimeWastedTable = lazyWithRetry(() => import('./TimeWastedTable.tsx'), MissingNote);

/** Time Wasted: late against irregular breaks; who, in the raw data. */
export function TimeWastedCard({ day, report, exported, onWhy, person }: DayCardProps) {
  const { t } = useLingui();
  return (
    <FigureCard
      title={t`Time Wasted`}
      helper={t`Late arrivals, and time away beyond the breaks of the shift. Leaving early is not counted.`}
      rule={12}
      accountId={day.accountId}
      query={useQuery(timeWastedTotalsQuery(day))}
      shape="pie"
      report={report}
      rawData={() => <TimeWastedTable day={day} onWhy={onWhy} person={person} />}
      exported={exported}
    >
      {(totals) => <Wasted totals={totals} />}
    </FigureCard>
  );
}

const Wasted = memo(function Wasted({
  totals: { totalTimeMs, lateTimeMs, irregularBreakTimeMs },
}: {
  totals: TimeWastedTotals;
}) {
  const { t } = useLingui();
  if (totalTimeMs === 0) return <NoData />;
  return (
    <>
      <FigureLine figure={hours(totalTimeMs)}>
        <Trans>hours wasted</Trans>
      </FigureLine>
      <Pie
        slices={[
          { key: 'late', label: t({ message: 'Late', context: 'time' }), value: lateTimeMs, color: stateFill('late') },
          { key: 'breaks', label: t`Irregular Breaks`, value: irregularBreakTimeMs, color: chartColor(0) },
        ]}
        format={hours}
        summary={t`Time wasted: ${hours(totalTimeMs)} hours. Late ${hours(lateTimeMs)}, irregular breaks ${hours(irregularBreakTimeMs)}.`}
      />
    </>
  );
});
