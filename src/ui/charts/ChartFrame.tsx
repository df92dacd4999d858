import type { ReactNode } from 'react';
import classes from './charts.module.css';
import { AllHidden } from './NoData.tsx';
import { useMeasured } from './useMeasured.ts';
import { type Charts, useCharts } from './useStaggeredMount.ts';

export const PIE_PX = 168;

type Props = {
  shape: 'pie' | 'bars';
  /** A text alternative of the chart, for people who cannot see it. */
  summary: string;
  /** The legend has every entry switched off. */
  hidden: boolean;
  /** A press on a day opens it. */
  press?: boolean;
  /** Drawn until the library has come, in the same places. */
  picture: (size: { width: number; height: number }) => ReactNode;
  children: (charts: Charts) => ReactNode;
};

/** A chart of the library with a given size: one that measured itself would be rendered twice, with an empty box in between. */
export function ChartFrame({ shape, summary, hidden, press, picture, children }: Props) {
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
    >
      {hidden ? (
        <AllHidden />
      ) : height === 0 ? null : charts ? (
        <charts.ResponsiveContainer {...size}>{children(charts)}</charts.ResponsiveContainer>
      ) : (
        picture(size)
      )}
    </div>
  );
}
