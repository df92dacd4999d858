import { Skeleton, Stack } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { textScale } from '../lib/textScale.ts';
import classes from './VirtualList.module.css';

type Props<Row> = {
  label: string;
  rows: readonly Row[];
  /** In px of text of the usual size. */
  rowHeight: number;
  rowKey: (row: Row) => string;
  children: (row: Row) => ReactNode;
};

/** A long list: only what is in view is in the document; each row holds a link or button, so the keyboard reaches it. */
export function VirtualList<Row>(props: Props<Row>) {
  const { label, rows, rowKey, children } = props;
  const rowHeight = props.rowHeight * textScale();
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    getItemKey: (index) => (rows[index] === undefined ? index : rowKey(rows[index])),
    initialRect: { width: 800, height: 800 },
  });
  const items = virtual.getVirtualItems();

  return (
    <section ref={scroller} className={classes.scroll} aria-label={label}>
      <ul className={classes.all} style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const row = rows[index];
          return (
            row !== undefined && (
              <li
                key={key}
                className={classes.row}
                style={{ height: rowHeight, transform: `translateY(${start}px)` }}
                aria-posinset={index + 1}
                aria-setsize={rows.length}
              >
                {children(row)}
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
}

/** Skeleton rows, shown before a list's first answer. */
export function RowSkeletons({ rowHeight, count = 6 }: { rowHeight: number; count?: number }) {
  return (
    <Stack gap={1} aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} h={`${rowHeight}px`} radius={0} />
      ))}
    </Stack>
  );
}
