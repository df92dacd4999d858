import { plural, t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import type { PieceworkTrend, PieceworkTrendDay } from '#contract/figures/trends.ts';
import { count, shortCount, units } from '../../../lib/figures.ts';
import { DayBands } from '../../../ui/charts/DayBars.tsx';
import { chartColor } from '../../../ui/charts/palette.ts';
import type { Column } from '../../../ui/DataTable.tsx';
import { FigureLine } from '../../../ui/FigureLine.tsx';
import { DayTable } from './DayTable.tsx';
import { TrendCard, type TrendCardProps } from './TrendCard.tsx';
import { TrendNotes } from './TrendNotes.tsx';
import { pieceworkTrendQuery } from './trends.queries.ts';
import { dayWords } from './trendWords.ts';

type Pace = NonNullable<PieceworkTrendDay['pace']>;
const figure = (key: keyof Pace, title: string, format: (value: number) => string): Column<PieceworkTrendDay> => ({
  key,
  title,
  number: true,
  value: ({ pace }) => pace?.[key] ?? null,
  show: ({ pace }) => pace && format(pace[key]),
  text: ({ pace }) => (pace ? String(pace[key]) : ''),
});
const columns = () => [
  figure('lower', t`Lower quartile`, units),
  figure('median', t`Median`, units),
  figure('upper', t`Upper quartile`, units),
  figure('people', t`People`, count),
];

/** Units per hour of each day: the median of all ranked people, and the band of the middle half. */
export function PaceTrendCard({ range, report, onOpen }: TrendCardProps) {
  const { t } = useLingui();
  return (
    <TrendCard
      title={t`Pace`}
      helper={t`Units per hour of the people who are ranked. The line is the median: half were faster. The band holds the middle half. Press a day to open it.`}
      rule={16}
      range={range}
      query={useQuery(pieceworkTrendQuery(range, 'lookup1'))}
      report={report}
      isEmpty={({ days }) => days.every(({ pace }) => pace === null)}
      rawData={({ days }) => (
        <DayTable
          label={t`Pace of each day`}
          columns={columns()}
          rows={days}
          exportName={`pace-${range.from}-${range.to}`}
        />
      )}
    >
      {(trend) => <Days trend={trend} onOpen={onOpen} />}
    </TrendCard>
  );
}

const Days = memo(function Days({ trend, onOpen }: { trend: PieceworkTrend; onOpen: TrendCardProps['onOpen'] }) {
  const { t } = useLingui();
  const { days, medianPace, before } = trend;
  const paced = days.flatMap(({ pace, unfinished }) => (pace && !unfinished ? [pace] : []));
  const slowest = Math.min(...paced.map(({ median }) => median));
  const fastest = Math.max(...paced.map(({ median }) => median));
  return (
    <>
      {medianPace !== null && (
        <FigureLine figure={units(medianPace)}>
          {t`units an hour, the median of ${plural(paced.length, { one: '# day', other: '# days' })}`}
        </FigureLine>
      )}
      <TrendNotes
        before={before && before.medianPace !== null ? t`Before: ${units(before.medianPace)}` : ''}
        days={days}
      />
      <DayBands
        days={days.map((day) => ({
          date: day.date,
          label: dayWords(day),
          unfinished: day.unfinished,
          band: day.pace,
        }))}
        color={chartColor(0)}
        format={units}
        axisFormat={shortCount}
        summary={
          paced.length === 0
            ? t`Pace: no whole day with ranked people.`
            : t`Pace of ${plural(paced.length, { one: '# day', other: '# days' })}: medians from ${units(slowest)} to ${units(fastest)} units an hour. The table has each day.`
        }
        onOpen={onOpen}
      />
    </>
  );
});
