import { createContext, startTransition, use, useEffect, useState } from 'react';

export type Charts = typeof import('./charts.ts').charts;

/** `charts`: null until the library has come and this chart may mount. `width`: of its place, px. */
type Place = { charts: Charts | null; width: number };

/** The place that a `ChartSlot` gives to its chart. */
export const ChartContext = createContext<Place | null>(null);

/** Returns the chart library and the width that a chart has; throws outside a `ChartSlot`. */
export function useCharts(): Place {
  const place = use(ChartContext);
  if (!place) throw new Error('A chart stands in a ChartSlot');
  return place;
}

const queue: (() => void)[] = [];
let isRunning = false;

/** Runs `work` after the browser has painted: the timer of a frame runs once the frame is drawn. */
const afterPaint = (work: () => void) => requestAnimationFrame(() => setTimeout(work));

function runNext() {
  const next = queue.shift();
  isRunning = next !== undefined;
  if (!next) return;
  afterPaint(() => {
    next();
    runNext();
  });
}

let loading: Promise<Charts> | undefined;
const load = () => {
  loading ??= import('./charts.ts').then(
    ({ charts }) => charts,
    (error) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
};

/**
 * Returns the chart library, or null until this component may mount its chart: charts mount one after the other, a frame each and in a
 * transition, so that the tiles paint first and no single task is long (bench/README.md). Nothing here suspends: React would show
 * what suspended 300 ms later at the earliest, each chart anew. A component that is not `ready` is not queued: charts whose figures come
 * together would be drawn together. `retry` is there when the library could not be loaded.
 */
export function useStaggeredMount(ready: boolean): { charts: Charts | null; retry?: () => void } {
  const [charts, setCharts] = useState<Charts | null>(null);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    if (missing) return;
    const library = load();
    // The library is loaded before the figures are there; a failure is shown with them.
    if (!ready) return void library.catch(() => undefined);
    let mount: (() => void) | undefined;
    let isUnmounted = false;
    library.then(
      (loaded) => {
        if (isUnmounted) return;
        mount = () => startTransition(() => setCharts(loaded));
        queue.push(mount);
        if (!isRunning) runNext();
      },
      () => !isUnmounted && setMissing(true),
    );
    return () => {
      isUnmounted = true;
      const place = mount ? queue.indexOf(mount) : -1;
      if (place >= 0) queue.splice(place, 1);
    };
  }, [missing, ready]);
  return { charts, retry: missing ? () => setMissing(false) : undefined };
}
