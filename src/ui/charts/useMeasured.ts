import { useCallback, useState } from 'react';

/** Returns a ref and the measure of its element in px: 0 while it is not visible. */
export function useMeasured(measure: 'clientWidth' | 'clientHeight') {
  const [px, setPx] = useState(0);
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return;
      const read = () => setPx(element[measure]);
      read();
      const observer = new ResizeObserver(read);
      observer.observe(element);
      return () => observer.disconnect();
    },
    [measure],
  );
  return [ref, px] as const;
}
