// biome-ignore-all lint/a11y/useSemanticElements: rows out of view are not in the document, which a table does not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus is on the button in a cell, or on the cell that the keyboard is at
import { useLingui } from '@lingui/react/macro';
import { Text, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Roll as RollPage, RollSort } from '#contract/figures/people.ts';
import type { Span } from '../../../lib/dayRange.ts';
import { spanLabel } from '../../../lib/spans.ts';
import { textScale } from '../../../lib/textScale.ts';
import { longDay, weekdayOf } from '../../../lib/zoned.ts';
import { usePageRows } from '../../../ui/usePageRows.ts';
import { cellOf } from './cells.ts';
import classes from './people.module.css';
import { type SortColumn, type SumColumn, sumColumns } from './rollColumns.ts';

type Row = RollPage['rows'][number];
type Props = {
  days: RollPage['days'];
  periods: readonly Span[] | undefined;
  /** The columns that the user chose; undefined: all. */
  chosen: readonly string[] | undefined;
  rows: readonly Row[];
  total: number;
  sort: RollSort;
  onSort: (sort: RollSort) => void;
  onEnd: () => void;
  onWhy: (employeeId: string, date: string) => void;
  onPerson: (employeeId: string) => void;
};

const ROW_PX = 44;
const HEAD_PX = 48;
const WEEK = 7;

/**
 * The roll: a row per employee, a column per day, sums at the end. It is a grid for the keyboard, and renders only the rows in view. It scrolls with
 * the page; what is wider scrolls sideways, its headings with it.
 */
export function Roll({ days, periods, chosen, rows, total, sort, onSort, onEnd, onWhy, onPerson }: Props) {
  const { t } = useLingui();
  const head = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  // On a phone the name is above its days, as in people.module.css.
  const lines = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false }) ? 2 : 1;
  const rowPx = lines * ROW_PX * textScale();
  const { virtual, top, bar } = usePageRows(body, { count: rows.length, rowHeight: rowPx, head: HEAD_PX });
  // Turning a phone changes the height of rows.
  useLayoutEffect(() => virtual.measure(), [rowPx]);
  // The same array while rows and language are the same, so that scrolling does not render rows again.
  const shown = useMemo(() => sumColumns({ rows, periods, chosen }), [rows, periods, chosen, t]);
  // At first the newest days: on a phone a week.
  const isWeekly = lines > 1;
  useLayoutEffect(() => {
    const grid = body.current;
    if (grid) grid.scrollLeft = isWeekly ? ((days.length - WEEK) / WEEK) * grid.clientWidth : grid.scrollWidth;
  }, [isWeekly, days.length]);
  const columns = 1 + days.length + shown.length;
  const template = `var(--name) repeat(${days.length}, var(--day)) 1fr`;
  const [at, setAt] = useState({ row: 0, column: 0 });
  const moved = useRef(false);
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (rows.length < total && last >= rows.length - 5) onEnd();
  }, [rows.length, total, last, onEnd]);
  useEffect(() => {
    if (!moved.current) return;
    const cell = body.current?.querySelector<HTMLElement>(`[data-at="${at.row}:${at.column}"]`);
    if (cell) moved.current = false;
    cell?.focus();
  });

  const go = (row: number, column: number) => {
    const next = {
      row: Math.max(0, Math.min(rows.length - 1, row)),
      column: Math.max(0, Math.min(columns - 1, column)),
    };
    moved.current = true;
    virtual.scrollToIndex(next.row);
    setAt(next);
  };
  const page = Math.max(1, Math.floor((window.innerHeight - bar - HEAD_PX) / rowPx) - 2);
  const MOVES: Record<string, (event: KeyboardEvent) => void> = {
    ArrowDown: () => go(at.row + 1, at.column),
    ArrowUp: () => go(at.row - 1, at.column),
    ArrowRight: () => go(at.row, at.column + 1),
    ArrowLeft: () => go(at.row, at.column - 1),
    PageDown: () => go(at.row + page, at.column),
    PageUp: () => go(at.row - page, at.column),
    Home: ({ ctrlKey }) => go(ctrlKey ? 0 : at.row, 0),
    End: ({ ctrlKey }) => go(ctrlKey ? rows.length - 1 : at.row, columns - 1),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isCell = event.target instanceof HTMLElement && event.target.dataset.at !== undefined;
    const move = isCell ? MOVES[event.key] : undefined;
    if (!move) return;
    event.preventDefault();
    move(event);
  };

  return (
    <div
      className={classes.roll}
      role="grid"
      aria-label={t`Roll`}
      aria-rowcount={total + 1}
      aria-colcount={columns}
      // With the sums of each period they are wider than a screen.
      data-wide={shown.some(({ of }) => of) || undefined}
      style={{ '--bar': `${bar}px`, '--sums': shown.length } as CSSProperties}
      onKeyDown={onKeyDown}
    >
      <div ref={head} className={classes.heads} onScroll={follow(head, body)}>
        <Headings days={days} sums={shown} template={template} sort={sort} onSort={onSort} />
      </div>
      <div ref={body} className={classes.body} onScroll={follow(body, head)}>
        <div className={classes.rows} role="rowgroup" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const row = rows[index];
            return (
              row && (
                <RollRow
                  key={row.employee._id}
                  row={row}
                  index={index}
                  start={start - top}
                  height={rowPx}
                  days={days}
                  sums={shown}
                  template={template}
                  focused={at.row === index ? at.column : -1}
                  onWhy={onWhy}
                  onPerson={onPerson}
                />
              )
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** Scrolls another box as far sideways as one is. */
const follow = (one: RefObject<HTMLElement | null>, other: RefObject<HTMLElement | null>) => () => {
  if (one.current && other.current) other.current.scrollLeft = one.current.scrollLeft;
};

type HeadingsProps = Pick<Props, 'days' | 'sort' | 'onSort'> & { sums: readonly SumColumn[]; template: string };
function Headings({ days, sums, template, sort, onSort }: HeadingsProps) {
  const { t } = useLingui();
  return (
    <div className={classes.head} role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
      <Heading title={t`Name`} sort={sort} by="number" onSort={onSort} className={classes.name} />
      {days.map(({ date, unfinished }) => (
        <span
          key={date}
          role="columnheader"
          className={classes.date}
          title={longDay(date)}
          data-today={unfinished || undefined}
        >
          <span>{weekdayOf(date, 'narrow')}</span>
          <span>{Number(date.slice(8))}</span>
        </span>
      ))}
      <div className={classes.sums}>
        {sums.map(({ key, title, sort: by, of }) =>
          by ? (
            <Heading key={key} title={title} sort={sort} by={by} onSort={onSort} className={classes.sum} />
          ) : (
            <span key={key} role="columnheader" className={classes.sum}>
              <Text span inherit fw={600}>
                {title}
              </Text>
              {of && (
                <Text span size="xs" display="block" c="dimmed">
                  {spanLabel(of.from, of.to)}
                </Text>
              )}
            </span>
          ),
        )}
      </div>
    </div>
  );
}

type HeadingProps = { title: string; sort: RollSort; by: SortColumn; onSort: Props['onSort']; className?: string };
function Heading({ title, sort, by, onSort, className }: HeadingProps) {
  const up = sort === by;
  const down = sort === `-${by}`;
  return (
    <span role="columnheader" className={className} aria-sort={up ? 'ascending' : down ? 'descending' : 'none'}>
      <UnstyledButton
        className={classes.sort}
        // Figures sort descending at first.
        onClick={() => onSort(by === 'number' ? (up ? '-number' : 'number') : down ? by : `-${by}`)}
      >
        {title}
        {up && <IconArrowUp size={14} aria-hidden />}
        {down && <IconArrowDown size={14} aria-hidden />}
      </UnstyledButton>
    </span>
  );
}

type RowProps = Pick<Props, 'days' | 'onWhy' | 'onPerson'> & {
  row: Row;
  index: number;
  start: number;
  height: number;
  sums: readonly SumColumn[];
  /** The columns of the grid. */
  template: string;
  /** The column of the focused cell; -1: the focus is in another row. */
  focused: number;
};

const RollRow = memo(function RollRow(props: RowProps) {
  const { row, index, start, height, days, sums, template, focused, onWhy, onPerson } = props;
  const { t } = useLingui();
  const { _id, number, firstName, lastName } = row.employee;
  const name = `${firstName} ${lastName}`.trim();
  const place = (column: number) => ({
    'data-at': `${index}:${column}`,
    tabIndex: focused === column ? 0 : -1,
  });
  return (
    <div
      className={classes.row}
      role="row"
      aria-rowindex={index + 2}
      style={{ height, transform: `translateY(${start}px)`, gridTemplateColumns: template }}
    >
      <span role="rowheader" className={classes.name}>
        <UnstyledButton className={classes.person} title={name} onClick={() => onPerson(_id)} {...place(0)}>
          <bdi>{name}</bdi> <span className={classes.number}>{number}</span>
        </UnstyledButton>
      </span>
      {days.map(({ date }, nth) => {
        const cell = cellOf(row.cells?.[nth] ?? '-');
        return (
          <span key={date} role="gridcell" data-week={(days.length - nth) % WEEK === 0 || undefined}>
            <UnstyledButton
              className={classes.cell}
              data-letter={cell.letter}
              aria-label={t`${longDay(date)}: ${cell.words}`}
              aria-haspopup="dialog"
              onClick={() => onWhy(_id, date)}
              {...place(1 + nth)}
            >
              <span aria-hidden data-marks={cell.marks}>
                {cell.text}
              </span>
            </UnstyledButton>
          </span>
        );
      })}
      <div className={classes.sums}>
        {sums.map(({ key, show }, offset) => (
          <span key={key} role="gridcell" className={classes.sum} {...place(1 + days.length + offset)}>
            {show(row)}
          </span>
        ))}
      </div>
    </div>
  );
});
