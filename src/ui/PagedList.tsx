import { type QueryKey, queryOptions, useQueries } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, use, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { tabStorage } from '../lib/storage.ts';
import { textScale } from '../lib/textScale.ts';
import { Connected, FailedNote } from './Missing.tsx';
import classes from './PagedList.module.css';
import { usePageRows } from './usePageRows.ts';
import { RowSkeletons } from './VirtualList.tsx';

/** One batch; `lastIndex` is the number of all rows. */
export type Page<Row> = { rows: readonly Row[]; lastIndex: number };
export type PageQuery<Row> = { queryKey: QueryKey; load: (signal: AbortSignal) => Promise<Page<Row>> };

type Props<Row> = {
  label: string;
  /** The query of one batch, from 0. Give the list another `key` when it lists something else. */
  pageQuery: (page: number) => PageQuery<Row>;
  pageRows: number;
  /** In px at the usual text size. */
  rowHeight: number;
  rowKey: (row: Row) => string;
  /** The key under which the scroll position is stored in this tab. */
  remember: string;
  /** In place of the list when there are no rows. */
  empty: ReactNode;
  failed: (error: Error) => string;
  /** One row: a link or a button, so that the keyboard reaches it. */
  children: (row: Row) => ReactNode;
};

/** Pages are fetched once the list has been still this long, so that fast scrolling does not fetch everything it passes. */
const STILL_MS = 60;

/**
 * An endless list that scrolls with the page, fetches the batches in view and renders only those rows: any place in 100,000 rows takes two batches,
 * and the document does not grow. Arrow keys, Home and End move between rows.
 */
export function PagedList<Row>(props: Props<Row>) {
  const { label, pageQuery, pageRows, rowKey, remember, empty, failed, children } = props;
  const rowHeight = props.rowHeight * textScale();
  const list = useRef<HTMLElement>(null);
  const [initialOffset] = useState(() => rememberedOffset(remember));
  const [total, setTotal] = useState<number>();
  const { virtual, top } = usePageRows(list, { count: total ?? 0, rowHeight });
  const items = virtual.getVirtualItems();
  const firstPage = Math.floor((items[0]?.index ?? initialOffset / rowHeight) / pageRows);
  const lastPage = Math.floor((items.at(-1)?.index ?? firstPage * pageRows) / pageRows);
  const [from, to] = useSettled(firstPage, lastPage);
  const pages = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const results = useQueries({
    queries: pages.map((page) => {
      const { queryKey, load } = pageQuery(page);
      return queryOptions({ queryKey, queryFn: ({ signal }) => load(signal) });
    }),
  });
  const connected = use(Connected);
  const failure = results.find(({ isError, isLoadingError }) => (connected ? isError : isLoadingError));

  const known = results.find(({ data }) => data)?.data?.lastIndex;
  useEffect(() => {
    if (known !== undefined) setTotal(known);
  }, [known]);
  // Before anything of the next page is there: it may be shorter.
  const isKnown = total !== undefined;
  useLayoutEffect(() => {
    if (!isKnown) return;
    // The page can scroll now that the first batch has given it a height: the position is restored.
    if (initialOffset > 0) window.scrollTo(0, initialOffset);
    const save = () => tabStorage.set(storageKey(remember), String(Math.round(window.scrollY)));
    window.addEventListener('scrollend', save);
    return () => {
      save();
      window.removeEventListener('scrollend', save);
    };
  }, [isKnown, initialOffset, remember]);

  const rowAt = (index: number) => results[Math.floor(index / pageRows) - from]?.data?.rows[index % pageRows];
  /** The row that gets the focus as soon as it is drawn and loaded, on a slow line after seconds. */
  const wanted = useRef<number>(undefined);
  const focusWanted = () => {
    const target = list.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"] :is(a, button)`);
    if (!target) return;
    wanted.current = undefined;
    const { activeElement } = document;
    // A user who has navigated elsewhere meanwhile stays there.
    if (activeElement === document.body || list.current?.contains(activeElement)) target.focus({ preventScroll: true });
  };
  useEffect(focusWanted);
  const onKeyDown = (event: KeyboardEvent) => {
    const row = event.target instanceof Element ? event.target.closest('[data-index]') : null;
    const at = Number(row?.getAttribute('data-index') ?? Number.NaN);
    const next = nextIndex(event.key, at, (total ?? 0) - 1);
    if (next === undefined) return;
    event.preventDefault();
    virtual.scrollToIndex(next);
    wanted.current = next;
    focusWanted();
  };

  if (total === undefined)
    return failure?.error ? (
      <FailedNote text={failed(failure.error)} onRetry={() => void failure.refetch()} />
    ) : (
      <section className={classes.list} aria-label={label} aria-busy>
        <RowSkeletons rowHeight={rowHeight} />
      </section>
    );
  if (total === 0) return empty;
  return (
    <>
      {failure?.error && <FailedNote text={failed(failure.error)} onRetry={() => void failure.refetch()} />}
      <section ref={list} className={classes.list} aria-label={label} onKeyDown={onKeyDown}>
        <ul className={classes.all} style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const row = rowAt(index);
            return (
              <li
                key={row === undefined ? index : rowKey(row)}
                className={classes.row}
                data-index={index}
                style={{ height: rowHeight, transform: `translateY(${start - top}px)` }}
                aria-posinset={index + 1}
                aria-setsize={total}
              >
                {row === undefined ? <RowSkeletons rowHeight={rowHeight} count={1} /> : children(row)}
              </li>
            );
          })}
        </ul>
      </section>
    </>
  );
}

/** The range of pages, followed at once when it is next to the last one, else when the list is still. */
function useSettled(first: number, last: number): readonly [number, number] {
  const [settled, setSettled] = useState<readonly [number, number]>([first, last]);
  useEffect(() => {
    const timer = setTimeout(() => setSettled([first, last]), STILL_MS);
    return () => clearTimeout(timer);
  }, [first, last]);
  const near = Math.abs(first - settled[0]) <= 1 && Math.abs(last - settled[1]) <= 1;
  return near ? [first, last] : settled;
}

function nextIndex(key: string, at: number, last: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (Number.isNaN(at)) return undefined;
  if (key === 'ArrowDown') return Math.min(at + 1, last);
  if (key === 'ArrowUp') return Math.max(at - 1, 0);
  return undefined;
}

const storageKey = (name: string) => `tb.scroll.${name}`;
const rememberedOffset = (name: string) => Number(tabStorage.get(storageKey(name)) ?? 0) || 0;
