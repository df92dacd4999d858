import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { memo, useMemo } from 'react';
import type { TimeCategory } from '#contract/figures/stats.ts';
import { lookupNamesQuery, lookupsUnnamed } from '../../../api/names.ts';
import { hours } from '../../../lib/figures.ts';
import { type DayCardProps, FigureCard } from '../../../shell/FigureCard.tsx';
import { NoData } from '../../../ui/charts/NoData.tsx';
import { Pie } from '../../../ui/charts/Pie.tsx';
import { FigureLine } from '../../../ui/FigureLine.tsx';
import { lazyWithRetry } from '../../../ui/lazyWithRetry.tsx';
import { MissingNote } from '../../../ui/Missing.tsx';
import { timeSpentQuery } from './piecework.queries.ts';
import { timeSlices } from './slices.ts';

const TimeSpentTable = lazyWithRetry(() => import('./TimeSpentTable.tsx'), MissingNote);

/** Piecework Time Spent: the five lookup pairs with most time, the rest as Other, and the total. */
export function TimeSpentCard({ day, report, exported }: Pick<DayCardProps, 'day' | 'report' | 'exported'>) {
  const { t } = useLingui();
  const time = useQuery(timeSpentQuery(day));
  const { data: names = lookupsUnnamed() } = useQuery(lookupNamesQuery(day.accountId));
  const { data } = time;
  return (
    <FigureCard
      title={t`Piecework Time Spent`}
      helper={t`Recorded time per combination of both lookups. Two tasks at once are two tasks.`}
      rule={17}
      accountId={day.accountId}
      query={time}
      shape="pie"
      report={report}
      rawData={
        data &&
        (() => (
          <TimeSpentTable categories={data.categories} names={names} exportName={`time-spent-${day.referenceDate}`} />
        ))
      }
      exported={exported}
    >
      {({ categories, totalTimeMs }) => <Spent categories={categories} totalTimeMs={totalTimeMs} />}
    </FigureCard>
  );
}

const Spent = memo(function Spent({
  categories,
  totalTimeMs,
}: {
  categories: readonly TimeCategory[];
  totalTimeMs: number;
}) {
  const { t } = useLingui();
  const slices = useMemo(() => timeSlices(categories, t`Other`), [categories, t]);
  if (totalTimeMs === 0) return <NoData />;
  return (
    <>
      <FigureLine figure={hours(totalTimeMs)}>
        <Trans>hours in total</Trans>
      </FigureLine>
      <Pie
        slices={slices}
        format={hours}
        summary={t`Piecework time spent: ${hours(totalTimeMs)} hours. ${slices.map(({ label, value }) => `${label} ${hours(value)}`).join('; ')}.`}
      />
    </>
  );
});
