import { Skeleton } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { MissingNote } from '../Missing.tsx';
import classes from './charts.module.css';
import { ChartContext, useChartLibrary } from './useCharts.ts';
import { useMeasured } from './useMeasured.ts';

type Props = { shape: 'pie' | 'bars'; pending: boolean; children: ReactNode };

/**
 * Reserves a chart's place from the first paint: a skeleton of its size until there are figures, then its legend, and the chart once the library has
 * loaded (`ChartFrame`). The slot is measured, not the chart: a chart that measured itself would be an empty box for some frames, or a second on a
 * slow phone.
 */
export function ChartSlot({ shape, pending, children }: Props) {
  const { charts, retry } = useChartLibrary();
  const [slot, width] = useMeasured('clientWidth');
  const provided = useMemo(() => ({ charts, width }), [charts, width]);
  if (retry) return <MissingNote onRetry={retry} />;
  return (
    <div ref={slot} className={classes.slot} data-shape={shape}>
      {pending || width === 0 ? (
        <Skeleton className={classes.skeleton} />
      ) : (
        <ChartContext value={provided}>{children}</ChartContext>
      )}
    </div>
  );
}
