import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { MissingNote } from '../Missing.tsx';
import classes from './charts.module.css';
import { ChartLibrary, useTurn } from './useTurn.ts';

type Props = { shape: 'pie' | 'bars'; pending: boolean; children: ReactNode };

/** Holds a chart's place from the first paint: a skeleton of its size until there are figures and its turn has come. */
export function ChartSlot({ shape, pending, children }: Props) {
  const { charts, ask } = useTurn(!pending);
  if (ask) return <MissingNote onRetry={ask} />;
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
