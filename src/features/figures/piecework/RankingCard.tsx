import { msg, select, t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Performer, type PerformerOrder, performerOrder } from '#contract/figures/stats.ts';
import { useFailed, useStaleSince } from '../../../api/day.ts';
import { units } from '../../../lib/figures.ts';
import type { DayCardProps } from '../../../shell/FigureCard.tsx';
import { figuresLink } from '../../../shell/ruleHelp.ts';
import { Card } from '../../../ui/Card.tsx';
import { NoData } from '../../../ui/charts/NoData.tsx';
import { RankedBars, RankingSkeleton } from '../../../ui/charts/RankedBars.tsx';
import { lazyWithRetry } from '../../../ui/lazyWithRetry.tsx';
import { FailedNote, MissingNote } from '../../../ui/Missing.tsx';
import { performersQuery, type Ranking } from './piecework.queries.ts';

const RankingTable = lazyWithRetry(() => import('./RankingTable.tsx'), MissingNote);

type Props = Omit<DayCardProps, 'report' | 'exported'> & {
  ranking: Ranking;
  report?: (orderBy: PerformerOrder) => ReactNode;
};

const TITLES = { top: msg`Top 10 Best Performers`, bottom: msg`Bottom 10 Worst Performers` } as const;
const HELP = {
  top: msg`Most units per hour of recorded time, or most units. Units/hr needs at least 15 minutes of recorded time.`,
  bottom: msg`Fewest units per hour of recorded time, or fewest units. Someone without piecework is no worst performer; Units/hr needs at least 15 minutes of recorded time.`,
} as const;
const orders = () => [
  { value: 'performance', label: t`Units/hr` },
  { value: 'units', label: t`Units` },
];

const figureOf = ({ performance, totalUnits }: Performer, orderBy: PerformerOrder) =>
  orderBy === 'units' ? totalUnits : performance;

/** Ten people by Units/hr or Units: the best, or the lowest of those with piecework (docs/reference/piecework.md#units-per-hour). */
export function RankingCard({ day, ranking, report, onWhy, person }: Props) {
  const { t } = useLingui();
  const [orderBy, setOrderBy] = useState<PerformerOrder>('performance');
  const query = useQuery(performersQuery(day, ranking, orderBy));
  const staleSince = useStaleSince(query, day);
  const failed = useFailed(query);
  const { data, isError } = query;
  const performers = data?.performers;
  return (
    <Card
      title={t(TITLES[ranking])}
      helper={t(HELP[ranking])}
      more={figuresLink(16)}
      staleSince={staleSince}
      report={report?.(orderBy)}
      controls={
        <SegmentedControl
          size="xs"
          aria-label={t`Order of ${select(ranking, { top: 'Top 10 Best Performers', other: 'Bottom 10 Worst Performers' })}`}
          value={orderBy}
          data={orders()}
          onChange={(value) => setOrderBy(performerOrder.parse(value))}
        />
      }
      rawData={
        performers &&
        (() => (
          <RankingTable
            day={day}
            label={t(TITLES[ranking])}
            performers={performers}
            onWhy={onWhy}
            person={person}
            exportName={`${ranking}-10-${day.referenceDate}`}
          />
        ))
      }
    >
      {failed && <FailedNote text={t`Failed to load statistics`} onRetry={() => void query.refetch()} />}
      <Text size="xs" c="dimmed" mih="1.25rem">
        {[
          data?.median != null && t`Mark: the median of everybody ranked, ${units(data.median)}`,
          data?.differentProducts && t`Compares different products`,
        ]
          .filter(Boolean)
          .join('. ')}
      </Text>
      {performers === undefined ? (
        !isError && <RankingSkeleton />
      ) : performers.length === 0 ? (
        <NoData />
      ) : (
        <RankedBars
          label={t`${select(ranking, { top: 'Top 10 Best Performers', other: 'Bottom 10 Worst Performers' })} by ${select(orderBy, { units: 'Units', other: 'Units/hr' })}`}
          rows={performers.map((performer) => ({
            key: performer.employeeId,
            name: `${performer.firstName} ${performer.lastName}`.trim(),
            detail: performer.number,
            value: Number(figureOf(performer, orderBy) ?? 0),
          }))}
          format={units}
          largest={data?.largest == null ? undefined : Number(data.largest)}
          median={data?.median ?? undefined}
          onOpen={onWhy}
          nameLink={person}
        />
      )}
    </Card>
  );
}
