import { createContext, startTransition, use, useEffect, useState } from 'react';

export type Charts = typeof import('./charts.ts').charts;

/** `charts`: null until the library has come and this chart may mount. `width`: of its place, px. */
type Place = { charts: Charts | null; width: number };

/** The place that a `ChartSlot` gives to its chart. */
export const ChartContext = createContext<Place | null>(null);

/** Returns the chart library and the width that a chart has; throws outside a `ChartSlot`. */
export function useCharts(): Place {
  const place = use(ChartContext);
  if (!place) throw new Error('A chart needs a ChartSlot');
  return place;
}

const queue: (() => void)[] = [];
let isRunning = false;

/** Runs `work` after the next paint: a timer that was set in an animation frame runs once the frame is painted. */
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
 * Returns the chart library, or null until this component may mount its chart. Charts mount one after the other, each in a frame of its own and in a
 * transition, so that the tiles paint first and no single task is long (bench/README.md). Nothing suspends here, because React would show a suspended
 * chart at least 300 ms later. A component that is not `ready` is not queued, because charts whose figures arrive together would then mount together.
 * `retry` is set when the library could not be loaded.
 */
export function useStaggeredMount(ready: boolean): { charts: Charts | null; retry?: () => void } {
  const [charts, setCharts] = useState<Charts | null>(null);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    if (missing) return;
    const library = load();
    // The library is loaded before there are figures; its failure is shown with them.
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
