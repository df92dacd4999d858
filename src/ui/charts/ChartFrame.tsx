import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './charts.module.css';
import { AllHidden } from './NoData.tsx';
import { type Charts, useCharts } from './useCharts.ts';
import { useMeasured } from './useMeasured.ts';

export const PIE_PX = 168;

type Props = {
  shape: 'pie' | 'bars';
  /** A text alternative of the chart, for people who cannot see it. */
  summary: string;
  /** The legend has every entry switched off. */
  hidden: boolean;
  /** A press on a day opens it. */
  press?: boolean;
  children: (charts: Charts) => ReactNode;
};

/** A chart of the library with a given size, and a skeleton until that has loaded: one that measured itself would be rendered twice, with an empty box in between. */
export function ChartFrame({ shape, summary, hidden, press, children }: Props) {
  const { charts, width } = useCharts();
  const [frame, height] = useMeasured('clientHeight');
  const size = shape === 'pie' ? { width: PIE_PX, height: PIE_PX } : { width, height };
  return (
    <div
      ref={frame}
      className={shape === 'pie' ? classes.pieChart : classes.barsChart}
      role="img"
      aria-label={summary}
      data-press={press || undefined}
      aria-busy={(!charts && !hidden) || undefined}
    >
      {hidden ? (
        <AllHidden />
      ) : charts && height > 0 ? (
        <charts.ResponsiveContainer {...size}>{children(charts)}</charts.ResponsiveContainer>
      ) : (
        <Skeleton className={classes.skeleton} circle={shape === 'pie'} />
      )}
    </div>
  );
}
