import type { ComponentProps, ReactNode } from 'react';
import type { DayRange } from '../../../api/range.ts';
import { FigureCard } from '../../../shell/FigureCard.tsx';
import { NoData } from '../../../ui/charts/NoData.tsx';

/** The props of every card of Trends. */
export type TrendCardProps = {
  range: DayRange;
  report?: ReactNode;
  /** Opens that day's dashboard. */
  onOpen: (date: string) => void;
};

type Props<Data> = Omit<ComponentProps<typeof FigureCard<Data>>, 'accountId' | 'shape' | 'rawData' | 'exported'> & {
  range: DayRange;
  isEmpty: (data: Data) => boolean;
  rawData: (data: Data) => ReactNode;
};

/** A card with a chart of days and its table. */
export function TrendCard<Data>({ range, isEmpty, rawData, children, ...card }: Props<Data>) {
  const { data } = card.query;
  return (
    <FigureCard {...card} accountId={range.accountId} shape="bars" rawData={data && (() => rawData(data))}>
      {(shown) => (isEmpty(shown) ? <NoData /> : children(shown))}
    </FigureCard>
  );
}
