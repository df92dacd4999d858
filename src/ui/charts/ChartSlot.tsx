import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { MissingNote } from '../Missing.tsx';
import classes from './charts.module.css';
import { ChartLibrary, useStaggeredMount } from './useStaggeredMount.ts';

type Props = { shape: 'pie' | 'bars'; pending: boolean; children: ReactNode };

/** Holds a chart's place from the first paint: a skeleton of its size until there are figures and the chart may mount. */
export function ChartSlot({ shape, pending, children }: Props) {
  const { charts, retry } = useStaggeredMount(!pending);
  if (retry) return <MissingNote onRetry={retry} />;
  return (
    <div className={classes.slot} data-shape={shape}>
      {pending || !charts ? (
        <Skeleton className={classes.skeleton} />
      ) : (
        <ChartLibrary value={charts}>{children}</ChartLibrary>
      )}
    </div>
  );
}
