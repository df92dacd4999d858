import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { type Day, useFailed, useStaleSince } from '../api/day.ts';
import { Card } from '../ui/Card.tsx';
import { ChartSlot } from '../ui/charts/ChartSlot.tsx';
import { FailedNote } from '../ui/Missing.tsx';
import type { PersonLink } from '../ui/personLink.ts';
import { figuresLink } from './ruleHelp.ts';

/** The props that cards of the dashboard share. */
export type DayCardProps = {
  day: Day;
  /** The report action. */
  report?: ReactNode;
  /** Shown below the chart: the last export. */
  exported?: ReactNode;
  /** Opens 'Why?' of a person; absent for users who may not see it. */
  onWhy?: (employeeId: string) => void;
  person?: PersonLink;
};

type Props<Data> = Pick<DayCardProps, 'report' | 'exported'> & {
  title: string;
  helper: string;
  /** The rule behind the figures, which the helper links to. */
  rule: number;
  accountId: string;
  query: { data: Data | undefined; isError: boolean; dataUpdatedAt: number; refetch: () => unknown };
  shape: 'pie' | 'bars';
  controls?: ReactNode;
  rawData?: () => ReactNode;
  children: (data: Data) => ReactNode;
};

/** A card whose chart is drawn from one query: its skeleton, its failure and the age of its figures. */
export function FigureCard<Data>({ rule, accountId, query, shape, exported, children, ...card }: Props<Data>) {
  const { t } = useLingui();
  const staleSince = useStaleSince(query, { accountId });
  const failed = useFailed(query);
  const { data, isError } = query;
  return (
    <Card {...card} more={figuresLink(rule)} staleSince={staleSince}>
      {failed && <FailedNote text={t`Failed to load statistics`} onRetry={() => void query.refetch()} />}
      {!(isError && !data) && (
        <ChartSlot shape={shape} pending={!data}>
          {data && children(data)}
        </ChartSlot>
      )}
      {exported}
    </Card>
  );
}
