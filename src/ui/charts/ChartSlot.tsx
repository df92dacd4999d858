import { Skeleton } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import classes from './charts.module.css';
import { useTurn } from './useTurn.ts';

type Props = { shape: 'pie' | 'bars' | 'ranking'; pending: boolean; children: ReactNode };

/** Holds a chart's place from the first paint: a skeleton of its size until there are figures and its turn has come. */
export function ChartSlot({ shape, pending, children }: Props) {
  const ready = useTurn();
  const skeleton = <Skeleton className={classes.skeleton} />;
  return (
    <div className={classes.slot} data-shape={shape}>
      {pending || !ready ? skeleton : <Suspense fallback={skeleton}>{children}</Suspense>}
    </div>
  );
}
