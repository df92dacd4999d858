import { useEffect, useState } from 'react';
import { whenPageIsIdle } from '../lib/pageIdle.ts';

/** Returns false until the page is idle (`whenPageIsIdle`). */
export function usePageIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    let isUnmounted = false;
    void whenPageIsIdle().then(() => {
      if (!isUnmounted) setIdle(true);
    });
    return () => {
      isUnmounted = true;
    };
  }, []);
  return idle;
}
