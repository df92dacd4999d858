import type { ReactNode } from 'react';
import { useFailed, useStaleSince } from '../../api/day.ts';
import type { DayRange } from '../../api/range.ts';
import { figuresLink } from '../../shell/howFigures.ts';
import { Card } from '../../ui/Card.tsx';
import { ChartSlot } from '../../ui/charts/ChartSlot.tsx';
import { NoData } from '../../ui/charts/NoData.tsx';
import { FailedNote } from '../../ui/Missing.tsx';

/** The props of every card of Trends. */
export type TrendCardProps = {
  range: DayRange;
  report?: ReactNode;
  /** Opens that day's dashboard. */
  onOpen: (date: string) => void;
};

type Props<Data> = {
  title: string;
  helper: string;
  /** The rule behind the figures (rules.md). */
  rule: number;
  range: DayRange;
  query: {
    data: Data | undefined;
    isError: boolean;
    dataUpdatedAt: number;
    refetch: () => unknown;
  };
  controls?: ReactNode;
  report?: ReactNode;
  isEmpty: (data: Data) => boolean;
  rawData: (data: Data) => ReactNode;
  children: (data: Data) => ReactNode;
};

/** A card with a chart of days: its skeleton, its failure, its age and its table. */
export function TrendCard<Data>(props: Props<Data>) {
  const { title, helper, rule, range, query, controls, report, isEmpty, rawData, children } = props;
  const staleSince = useStaleSince(query, range);
  const failed = useFailed(query);
  const { data, isError } = query;
  return (
    <Card
      title={title}
      helper={helper}
      more={figuresLink(rule)}
      staleSince={staleSince}
      controls={controls}
      report={report}
      rawData={data && (() => rawData(data))}
    >
      {failed && <FailedNote text="Failed to load statistics" onRetry={() => void query.refetch()} />}
      {!(isError && !data) && (
        <ChartSlot shape="bars" pending={!data}>
          {data && (isEmpty(data) ? <NoData /> : children(data))}
        </ChartSlot>
      )}
    </Card>
  );
}
