import { startTransition, useEffect, useState } from 'react';

const waiting: (() => void)[] = [];
let serving = false;

const whenIdle = (work: () => void) =>
  typeof requestIdleCallback === 'function' ? requestIdleCallback(work, { timeout: 300 }) : setTimeout(work, 16);

function serve() {
  const next = waiting.shift();
  serving = next !== undefined;
  if (!next) return;
  whenIdle(() => {
    next();
    serve();
  });
}

/**
 * False until it is this component's turn: charts mount one after the other, in idle time and in a transition, so that
 * the tiles paint first and no single task is long (bench/README.md).
 */
export function useTurn(): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const take = () => startTransition(() => setReady(true));
    waiting.push(take);
    if (!serving) serve();
    return () => {
      const place = waiting.indexOf(take);
      if (place >= 0) waiting.splice(place, 1);
    };
  }, []);
  return ready;
}
