import { plural, t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useMemo, useState } from 'react';
import { type LookupCategory, lookupCategory, type PieceworkGroup } from '#contract/figures/stats.ts';
import type { Usual } from '#contract/figures/usual.ts';
import { lookupNamesQuery, lookupsUnnamed } from '../../../api/names.ts';
import { usualQuery } from '../../../api/usual.ts';
import { count, shortCount, units } from '../../../lib/figures.ts';
import { listed } from '../../../lib/lists.ts';
import { lookupName } from '../../../lib/lookups.ts';
import { type DayCardProps, FigureCard } from '../../../shell/FigureCard.tsx';
import { NoData } from '../../../ui/charts/NoData.tsx';
import { StackedBars } from '../../../ui/charts/StackedBars.tsx';
import { FigureLine } from '../../../ui/FigureLine.tsx';
import { lazyWithRetry } from '../../../ui/lazyWithRetry.tsx';
import { MissingNote } from '../../../ui/Missing.tsx';
import { usePageIdle } from '../../../ui/usePageIdle.ts';
import { pieceworkBars } from './bars.ts';
import { pieceworkTotalsQuery } from './piecework.queries.ts';

const BreakdownTable = lazyWithRetry(() => import('./BreakdownTable.tsx'), MissingNote);

type Props = Omit<DayCardProps, 'report'> & {
  /** The report action; it gets the lookup by which the card groups. */
  report?: (orderBy: LookupCategory) => ReactNode;
};

/** Piecework Totals: units stacked per lookup 1 or lookup 2. */
export function PieceworkTotalsCard({ day, report, exported, onWhy, person }: Props) {
  const { t } = useLingui();
  const [category, setCategory] = useState<LookupCategory>('lookup1');
  const { data: names = lookupsUnnamed() } = useQuery(lookupNamesQuery(day.accountId));
  // Loaded after the figures on screen.
  const { data: usual } = useQuery({ ...usualQuery(day), enabled: usePageIdle() && day.live });
  const choice = (
    <SegmentedControl
      size="xs"
      aria-label={t`Group by`}
      value={category}
      onChange={(value) => setCategory(lookupCategory.parse(value))}
      data={lookupCategory.options.map((value) => ({ value, label: names[value] }))}
    />
  );
  return (
    <FigureCard
      title={t`Piecework Totals`}
      helper={t`Units recorded on this day, grouped by one lookup and stacked by the other. The nine largest are shown, the rest as Other.`}
      rule={15}
      accountId={day.accountId}
      query={useQuery(pieceworkTotalsQuery(day, category))}
      shape="bars"
      controls={choice}
      report={report?.(category)}
      rawData={() => <BreakdownTable day={day} onWhy={onWhy} person={person} />}
      exported={exported}
    >
      {(groups) => <Totals groups={groups} by={names[category]} usual={usual} />}
    </FigureCard>
  );
}

type TotalsProps = { groups: readonly PieceworkGroup[]; by: string; usual: Usual | undefined };

/** Returns 'units, 312 more than usual by 10:00' for today's units; 'units' where nothing is known. */
function unitsWords(total: number, usual: Usual | undefined) {
  if (!usual || usual.units === null) return t`units`;
  const more = Math.round(total - Number(usual.units));
  const difference = count(Math.abs(more));
  if (more === 0) return t`units, as usual by ${usual.at}`;
  return more > 0
    ? t`units, ${difference} more than usual by ${usual.at}`
    : t`units, ${difference} fewer than usual by ${usual.at}`;
}

const Totals = memo(function Totals({ groups, by, usual }: TotalsProps) {
  const { t } = useLingui();
  const { bars, parts, total } = useMemo(() => pieceworkBars(groups, t`Other`), [groups, t]);
  const named = groups
    .slice(0, 5)
    .map(({ code, description, totalUnits }) => `${lookupName(code, description)} ${units(totalUnits)}`);
  return (
    <>
      {groups.length === 0 ? (
        <NoData />
      ) : (
        <>
          <FigureLine figure={units(total)}>{unitsWords(total, usual)}</FigureLine>
          <StackedBars
            bars={bars}
            parts={parts}
            format={units}
            axisFormat={shortCount}
            summary={t`Piecework totals by ${by}: ${units(total)} units in ${plural(groups.length, { one: '# group', other: '# groups' })}. Most: ${listed(named)}.`}
          />
        </>
      )}
    </>
  );
});
