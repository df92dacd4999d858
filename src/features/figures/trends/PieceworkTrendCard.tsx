import { plural, t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { type LookupCategory, lookupCategory } from '#contract/figures/stats.ts';
import type { PieceworkTrend, PieceworkTrendDay } from '#contract/figures/trends.ts';
import { lookupNamesQuery, lookupsUnnamed } from '../../../api/names.ts';
import { shortCount, type Units, units } from '../../../lib/figures.ts';
import { listed } from '../../../lib/lists.ts';
import { lookupKey, lookupName } from '../../../lib/lookups.ts';
import { DayBars } from '../../../ui/charts/DayBars.tsx';
import { colorsOf, OTHER_COLOR } from '../../../ui/charts/palette.ts';
import type { Column } from '../../../ui/DataTable.tsx';
import { FigureLine } from '../../../ui/FigureLine.tsx';
import { DayTable } from './DayTable.tsx';
import { TrendCard, type TrendCardProps } from './TrendCard.tsx';
import { TrendNotes } from './TrendNotes.tsx';
import { pieceworkTrendQuery } from './trends.queries.ts';
import { dayWords } from './trendWords.ts';

/** A group of the trend; without a code: Other. */
type Part = { code: string | null | undefined; key: string; label: string; color: string };

/** The groups of the trend, in the colours that they have on every day; Other is last. */
function partsOf({ groups, days }: PieceworkTrend): Part[] {
  const colors = colorsOf(groups.map(({ code }) => lookupKey(code)));
  const parts: Part[] = groups.map(({ code, description }) => ({
    code,
    key: lookupKey(code),
    label: lookupName(code, description),
    color: colors.get(lookupKey(code)) ?? OTHER_COLOR,
  }));
  const hasOther = days.some(({ otherUnits }) => otherUnits !== 0);
  return hasOther ? [...parts, { code: undefined, key: 'other', label: t`Other`, color: OTHER_COLOR }] : parts;
}
const unitsOf = (day: PieceworkTrendDay, { code }: Part) =>
  code === undefined ? day.otherUnits : (day.groups.find((group) => group.code === code)?.units ?? 0);

const figure = (key: string, title: string, of: (day: PieceworkTrendDay) => Units): Column<PieceworkTrendDay> => ({
  key,
  title,
  number: true,
  value: (day) => Number(of(day)),
  show: (day) => (of(day) === 0 ? '' : units(of(day))),
  text: (day) => (of(day) === 0 ? '' : String(of(day))),
});

/** Units of each day by lookup 1 or lookup 2: nine and Other. */
export function PieceworkTrendCard({ range, report, onOpen }: TrendCardProps) {
  const { t } = useLingui();
  const [by, setBy] = useState<LookupCategory>('lookup1');
  const { data: names = lookupsUnnamed() } = useQuery(lookupNamesQuery(range.accountId));
  return (
    <TrendCard
      title={t`Piecework`}
      helper={t`Units of each day. The nine groups with most units are shown, the rest as Other. Press a day to open it.`}
      rule={15}
      range={range}
      query={useQuery(pieceworkTrendQuery(range, by))}
      controls={
        <SegmentedControl
          size="xs"
          aria-label={t`Group by`}
          value={by}
          onChange={(value) => setBy(lookupCategory.parse(value))}
          data={lookupCategory.options.map((value) => ({ value, label: names[value] }))}
        />
      }
      report={report}
      isEmpty={({ days }) => days.every(({ totalUnits }) => totalUnits === 0)}
      rawData={(trend) => (
        <DayTable
          label={t`Piecework of each day`}
          columns={[
            ...partsOf(trend).map((part) => figure(part.key, part.label, (day) => unitsOf(day, part))),
            figure('total', t`Total`, ({ totalUnits }) => totalUnits),
          ]}
          rows={trend.days}
          exportName={`piecework-${range.from}-${range.to}`}
        />
      )}
    >
      {(trend) => <Days trend={trend} by={names[by]} onOpen={onOpen} />}
    </TrendCard>
  );
}

type DaysProps = { trend: PieceworkTrend; by: string; onOpen: TrendCardProps['onOpen'] };
const Days = memo(function Days({ trend, by, onOpen }: DaysProps) {
  const { t } = useLingui();
  const parts = partsOf(trend);
  const { days, totalUnits, before, groups } = trend;
  const most = groups
    .slice(0, 5)
    .map(({ code, description, units: of }) => `${lookupName(code, description)} ${units(of)}`);
  return (
    <>
      <FigureLine figure={units(totalUnits)}>
        <Trans>units</Trans>
      </FigureLine>
      <TrendNotes before={before ? t`Before: ${units(before.totalUnits)}` : ''} days={days} />
      <DayBars
        days={days.map((day) => ({
          date: day.date,
          label: dayWords(day),
          unfinished: day.unfinished,
          values: Object.fromEntries(parts.map((part) => [part.key, Number(unitsOf(day, part))])),
        }))}
        parts={parts}
        format={units}
        axisFormat={shortCount}
        summary={t`Piecework of ${plural(days.length, { one: '# day', other: '# days' })} by ${by}: ${units(totalUnits)} units. Most: ${listed(most)}. The table has each day.`}
        onOpen={onOpen}
      />
    </>
  );
});
