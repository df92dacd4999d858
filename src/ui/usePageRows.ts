import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

type Options = {
  count: number;
  /** In px. */
  rowHeight: number;
  /** The height in px of what stays above the rows, beside the bar. */
  head?: number;
  keyOf?: (index: number) => string | number;
};
/** In px, below the last row in view: on a phone the bar of sections covers as much. */
const FOOT = 64;

/** The rows of a list that scrolls with the page: only those in view are in the document. `bar`: the height in px of the bar above the page. */
export function usePageRows(list: RefObject<HTMLElement | null>, { count, rowHeight, head = 0, keyOf }: Options) {
  const [{ top, bar }, setPlace] = useState({ top: 0, bar: 0 });
  // What is above the list changes its height without a word to the list: it is measured whenever the list is drawn.
  useLayoutEffect(() => {
    const next = {
      top: Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY),
      bar: document.querySelector('header')?.offsetHeight ?? 0,
    };
    if (next.top !== top || next.bar !== bar) setPlace(next);
  });
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: 8,
    // Rows are there at once: what is wide can be scrolled to.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    scrollMargin: top,
    scrollPaddingStart: bar + head,
    scrollPaddingEnd: FOOT,
    ...(keyOf && { getItemKey: keyOf }),
  });
  return { virtual, top, bar };
}
