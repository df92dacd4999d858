import { Skeleton, Stack } from '@mantine/core';
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { textScale } from '../lib/textScale.ts';
import { usePageRows } from './usePageRows.ts';
import classes from './VirtualList.module.css';

type Props<Row> = {
  label: string;
  rows: readonly Row[];
  /** In px of text of the usual size. */
  rowHeight: number;
  rowKey: (row: Row) => string;
  children: (row: Row) => ReactNode;
};

/** A long list that scrolls with the page: only what is in view is in the document; each row holds a link or button, so the keyboard reaches it. */
export function VirtualList<Row>(props: Props<Row>) {
  const { label, rows, rowKey } = props;
  const rowHeight = props.rowHeight * textScale();
  const list = useRef<HTMLElement>(null);
  const { virtual, top } = usePageRows(list, { count: rows.length, rowHeight, keyOf: keyAt(rows, rowKey) });
  return (
    <section ref={list} className={classes.list} aria-label={label}>
      <Rows {...props} rowHeight={rowHeight} virtual={virtual} top={top} />
    </section>
  );
}

/** The same in a dialog, of which the list is all that scrolls. */
export function DialogList<Row>(props: Props<Row>) {
  const { label, rows, rowKey } = props;
  const rowHeight = props.rowHeight * textScale();
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    getItemKey: keyAt(rows, rowKey),
    initialRect: { width: 800, height: 800 },
  });
  return (
    <section ref={scroller} className={classes.scroll} aria-label={label}>
      <Rows {...props} rowHeight={rowHeight} virtual={virtual} top={0} />
    </section>
  );
}

function keyAt<Row>(rows: readonly Row[], rowKey: (row: Row) => string) {
  return (index: number) => (rows[index] === undefined ? index : rowKey(rows[index]));
}

type Shown = { getTotalSize: () => number; getVirtualItems: () => VirtualItem[] };
function Rows<Row>({ rows, rowHeight, virtual, top, children }: Props<Row> & { virtual: Shown; top: number }) {
  return (
    <ul className={classes.all} style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, key, start }) => {
        const row = rows[index];
        return (
          row !== undefined && (
            <li
              key={key}
              className={classes.row}
              style={{ height: rowHeight, transform: `translateY(${start - top}px)` }}
              aria-posinset={index + 1}
              aria-setsize={rows.length}
            >
              {children(row)}
            </li>
          )
        );
      })}
    </ul>
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
