import { useEffect, useRef } from 'react';

/**
 * Returns the ref of a strip of tabs that scrolls sideways on a phone: the selected tab is brought into its middle, also when the strip becomes narrower.
 * `shown` says which tab it is, and what moves the tabs before it.
 */
export function useTabInView(shown: string) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const strip = ref.current;
    if (!strip) return;
    // Not `scrollIntoView`, which would move a page that is scrolled down.
    const observer = new ResizeObserver(() => {
      const tab = strip.querySelector('[aria-selected="true"], [data-active]');
      if (tab) strip.scrollLeft += middleOf(tab) - middleOf(strip);
    });
    observer.observe(strip);
    return () => observer.disconnect();
  }, [shown]);
  return ref;
}

function middleOf(element: Element) {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}
