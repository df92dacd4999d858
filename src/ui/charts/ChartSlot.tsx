import { Skeleton } from '@mantine/core';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { MissingNote } from '../Missing.tsx';
import classes from './charts.module.css';
import { ChartContext, useStaggeredMount } from './useStaggeredMount.ts';

type Props = { shape: 'pie' | 'bars'; pending: boolean; children: ReactNode };

/**
 * Holds a chart's place from the first paint: a skeleton of its size until there are figures and the chart may mount. The slot is measured,
 * not the chart: one that had to measure itself first would be an empty box for some frames, a second on a slow phone.
 */
export function ChartSlot({ shape, pending, children }: Props) {
  const { charts, retry } = useStaggeredMount(!pending);
  const [slot, width] = useWidth();
  const provided = useMemo(() => charts && { ...charts, width }, [charts, width]);
  if (retry) return <MissingNote onRetry={retry} />;
  return (
    <div ref={slot} className={classes.slot} data-shape={shape}>
      {pending || !provided || width === 0 ? (
        <Skeleton className={classes.skeleton} />
      ) : (
        <ChartContext value={provided}>{children}</ChartContext>
      )}
    </div>
  );
}

/** Returns a ref and the width in px of its element: 0 while that is not on show. */
function useWidth() {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width] as const;
}
