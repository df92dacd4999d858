import { createContext, startTransition, use, useEffect, useState } from 'react';

export type Charts = typeof import('./charts.ts').charts;

/** `charts`: null until the library has loaded. `width`: of the chart's place, px. */
type Place = { charts: Charts | null; width: number };

/** The place that a `ChartSlot` gives to its chart. */
export const ChartContext = createContext<Place | null>(null);

/** Returns the chart library and the width that a chart has; throws outside a `ChartSlot`. */
export function useCharts(): Place {
  const place = use(ChartContext);
  if (!place) throw new Error('A chart needs a ChartSlot');
  return place;
}

/**
 * Returns the chart library, or null until it has loaded; `retry` is set when it could not be. It does not suspend, because React would show a
 * suspended chart at least 300 ms later, and charts are drawn in a transition, so that tiles paint first.
 */
export function useChartLibrary(): { charts: Charts | null; retry?: () => void } {
  const [charts, setCharts] = useState<Charts | null>(null);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    if (missing) return;
    let isUnmounted = false;
    import('./charts.ts').then(
      (loaded) => !isUnmounted && startTransition(() => setCharts(loaded.charts)),
      () => !isUnmounted && setMissing(true),
    );
    return () => {
      isUnmounted = true;
    };
  }, [missing]);
  return { charts, retry: missing ? () => setMissing(false) : undefined };
}
