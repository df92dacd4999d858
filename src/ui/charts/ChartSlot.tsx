import { Skeleton } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { MissingNote } from '../Missing.tsx';
import classes from './charts.module.css';
import { useMeasured } from './useMeasured.ts';
import { ChartContext, useStaggeredMount } from './useStaggeredMount.ts';

type Props = { shape: 'pie' | 'bars'; pending: boolean; children: ReactNode };

/**
 * Reserves a chart's place from the first paint: a skeleton of its size until there are figures, then at once a picture of the chart, until the
 * library has loaded and the chart may mount (`ChartFrame`). The slot is measured, not the chart: a chart that measured itself would be an empty box
 * for some frames, or a second on a slow phone.
 */
export function ChartSlot({ shape, pending, children }: Props) {
  const { charts, retry } = useStaggeredMount(!pending);
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
