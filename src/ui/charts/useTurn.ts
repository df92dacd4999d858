import { createContext, startTransition, use, useEffect, useState } from 'react';

type Charts = typeof import('./charts.ts').charts;

/** What a `ChartSlot` gives the chart in it. */
export const ChartLibrary = createContext<Charts | null>(null);

export function useCharts(): Charts {
  const charts = use(ChartLibrary);
  if (!charts) throw new Error('A chart stands in a ChartSlot');
  return charts;
}

const waiting: (() => void)[] = [];
let serving = false;

/** After the browser has painted: a frame is asked for, and what a frame is followed by. */
const afterPaint = (work: () => void) => requestAnimationFrame(() => setTimeout(work));

function serve() {
  const next = waiting.shift();
  serving = next !== undefined;
  if (!next) return;
  afterPaint(() => {
    next();
    serve();
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
 * The chart library when it is this component's turn, null until then: charts mount one after the other, a frame each and in a
 * transition, so that the tiles paint first and no single task is long (bench/README.md). Nothing here suspends: React shows what it
 * had to wait for 300 ms later at the earliest, each chart anew. Whoever is not `ready` has no turn yet: charts whose figures come together
 * would be drawn together. `ask`, when the library did not come: asks again.
 */
export function useTurn(ready: boolean): { charts: Charts | null; ask?: () => void } {
  const [charts, setCharts] = useState<Charts | null>(null);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    if (missing) return;
    const library = load();
    // It is on its way before the figures are; whether it came is said with them.
    if (!ready) return void library.catch(() => undefined);
    let take: (() => void) | undefined;
    let gone = false;
    library.then(
      (known) => {
        if (gone) return;
        take = () => startTransition(() => setCharts(known));
        waiting.push(take);
        if (!serving) serve();
      },
      () => !gone && setMissing(true),
    );
    return () => {
      gone = true;
      const place = take ? waiting.indexOf(take) : -1;
      if (place >= 0) waiting.splice(place, 1);
    };
  }, [missing, ready]);
  return { charts, ask: missing ? () => setMissing(false) : undefined };
}
