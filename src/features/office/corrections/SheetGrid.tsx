import { Trans, useLingui } from '@lingui/react/macro';
import { type ClipboardEvent, type CSSProperties, type FocusEvent, type KeyboardEvent, memo, useRef } from 'react';
import { units as inUnits, sumUnits } from '../../../lib/figures.ts';
import { TableScroll } from '../../../ui/TableScroll.tsx';
import { movedTo, type Place, pastedCells, unitsOf } from './sheetCells.ts';

/** The texts of the cells: an employee's by their id, in the order of the products. */
export type Cells = Readonly<Record<string, readonly string[]>>;
export type SheetPerson = { _id: string; name: string; number: string };

type Props = {
  people: readonly SheetPerson[];
  products: readonly { code: string; name: string }[];
  cells: Cells;
  /** Words about a cell that is not added: it is marked and says them. */
  messages: ReadonlyMap<string, string>;
  /** Changes cells of some rows. */
  onChange: (changed: Cells) => void;
  /** Called with what was pasted beyond the edges: so many cells. */
  onLost: (cells: number) => void;
};

// As attributes: the style sheets of the shell are within a hair of their budget, and this page is rare.
const LINE = 'solid var(--mantine-color-default-border)';
const BACK = 'var(--mantine-color-body)';
const box: CSSProperties = {
  border: LINE,
  borderWidth: '0 0 1px 1px',
  background: BACK,
  padding: 0,
  textAlign: 'right',
};
const sum: CSSProperties = {
  ...box,
  padding: '0.5rem 0.25rem',
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
};
const LEFT: CSSProperties = { left: 0, borderLeftWidth: 0, textAlign: 'left' };
const name: CSSProperties = {
  ...box,
  ...LEFT,
  position: 'sticky',
  zIndex: 1,
  padding: '0 0.5rem',
  fontWeight: 400,
  whiteSpace: 'normal',
};
const head: CSSProperties = {
  ...sum,
  position: 'sticky',
  top: 0,
  zIndex: 2,
  fontSize: 'var(--mantine-font-size-xs)',
  hyphens: 'auto',
  overflowWrap: 'break-word',
  verticalAlign: 'bottom',
  whiteSpace: 'normal',
};
const foot: CSSProperties = { ...sum, position: 'sticky', bottom: 0, zIndex: 1, fontWeight: 600 };
const field: CSSProperties = {
  width: '100%',
  height: '2.75rem',
  padding: '0 0.5rem',
  border: 0,
  background: 'transparent',
  color: 'inherit',
  font: 'inherit',
  textAlign: 'right',
  // Within the cell: the column of names lies over what is outside of it.
  outlineOffset: -2,
};
/** Widths are fixed, so that a key lays out one cell and not hundreds: a person, a product, a sum. */
const NAME_WIDTH = 'clamp(8rem, 18vw, 12rem)';
const CELL_REM = 5.5;
const SUM_REM = 6.25;
const WRONG: CSSProperties = { ...field, boxShadow: 'inset 0 0 0 2px var(--mantine-color-error)' };
const TOLD: CSSProperties = { ...field, background: 'var(--mantine-color-orange-light)' };

export const cellKey = (employeeId: string, code: string) => `${employeeId} ${code}`;
const placeOf = ({ dataset: { row, column } }: HTMLElement): Place => ({ row: Number(row), column: Number(column) });
const numberOf = (text: string) => Number(unitsOf(text) ?? 0);
/** A sum in words; nothing where nothing is typed. */
const sumOf = (some: readonly number[]) => {
  const units = sumUnits(some);
  return units === 0 ? '' : inUnits(units);
};

/**
 * A sheet of pieces, people down and products across. Enter, Tab and arrows move, typing replaces, Escape restores; a paste from a spreadsheet fills the
 * cells from the one that has the focus.
 */
export function SheetGrid({ people, products, cells, messages, onChange, onLost }: Props) {
  const { t } = useLingui();
  const table = useRef<HTMLTableElement>(null);
  /** The text of the cell with the focus, as it was when it got it. */
  const before = useRef('');
  const rowOf = (employeeId: string): readonly string[] => cells[employeeId] ?? [];
  const changed = (employeeId: string, column: number, text: string, row = rowOf(employeeId)) =>
    products.map((_, i) => (i === column ? text : (row[i] ?? '')));

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const input = event.target;
    if (!(input instanceof HTMLInputElement)) return;
    const place = placeOf(input);
    const person = people[place.row];
    if (event.key === 'Escape' && person) {
      event.stopPropagation();
      onChange({ [person._id]: changed(person._id, place.column, before.current) });
      requestAnimationFrame(() => input.select());
      return;
    }
    const isWhole = input.selectionStart === 0 && input.selectionEnd === input.value.length;
    const to = movedTo(place, event, isWhole, { rows: people.length, columns: products.length });
    if (!to) return;
    event.preventDefault();
    table.current?.querySelector<HTMLInputElement>(`input[data-row="${to.row}"][data-column="${to.column}"]`)?.focus();
  };
  const onFocus = (event: FocusEvent<HTMLTableElement>) => {
    if (!(event.target instanceof HTMLInputElement)) return;
    before.current = event.target.value;
    event.target.select();
  };
  const onPaste = (event: ClipboardEvent<HTMLTableElement>) => {
    if (!(event.target instanceof HTMLInputElement)) return;
    const pasted = pastedCells(event.clipboardData.getData('text/plain'));
    if (pasted.length === 1 && pasted[0]?.length === 1) return;
    event.preventDefault();
    const { row, column } = placeOf(event.target);
    let lost = 0;
    const next: Record<string, readonly string[]> = {};
    for (const [down, line] of pasted.entries()) {
      const person = people[row + down];
      if (person) next[person._id] = rowOf(person._id);
      for (const [across, text] of line.entries())
        if (person && column + across < products.length)
          next[person._id] = changed(person._id, column + across, text, next[person._id]);
        else if (text !== '') lost += 1;
    }
    onChange(next);
    onLost(lost);
  };
  const sums = products.map((_, column) => sumUnits(people.map(({ _id }) => numberOf(rowOf(_id)[column] ?? ''))));

  return (
    <TableScroll label={t`Crew sheet`} maxHeight="70vh">
      <table
        ref={table}
        style={{
          borderCollapse: 'separate',
          borderSpacing: 0,
          fontSize: 'var(--mantine-font-size-sm)',
          tableLayout: 'fixed',
          width: '100%',
          minWidth: `calc(${NAME_WIDTH} + ${products.length * CELL_REM + SUM_REM}rem)`,
        }}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onPaste={onPaste}
      >
        <colgroup>
          <col style={{ width: NAME_WIDTH }} />
          {products.map(({ code }) => (
            <col key={code} />
          ))}
          <col style={{ width: `${SUM_REM}rem` }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" style={{ ...head, ...LEFT, zIndex: 3 }}>
              <Trans>Person</Trans>
            </th>
            {products.map(({ code, name: product }) => (
              <th key={code} scope="col" style={head}>
                {product}
              </th>
            ))}
            <th scope="col" style={head}>
              <Trans>Sum</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((person, row) => (
            <Row
              key={person._id}
              person={person}
              row={row}
              products={products}
              texts={cells[person._id]}
              messages={products.map(({ code }) => messages.get(cellKey(person._id, code)) ?? '').join('\n')}
              onType={onChange}
            />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" style={{ ...foot, ...LEFT, zIndex: 2 }}>
              <Trans>Sum</Trans>
            </th>
            {products.map(({ code }, column) => (
              <td key={code} style={foot}>
                {sumOf([sums[column] ?? 0])}
              </td>
            ))}
            <td style={foot}>{sumOf(sums)}</td>
          </tr>
        </tfoot>
      </table>
    </TableScroll>
  );
}

type RowProps = {
  person: SheetPerson;
  row: number;
  products: Props['products'];
  texts: readonly string[] | undefined;
  /** A line of words for each product. */
  messages: string;
  onType: Props['onChange'];
};
/** A person's cells. It is drawn again only if one of them changes: a sheet has hundreds. */
const Row = memo(function Row({ person, row, products, texts = NONE, messages, onType }: RowProps) {
  const { t } = useLingui();
  const words = messages.split('\n');
  return (
    <tr>
      <th scope="row" style={name}>
        <bdi>{person.name}</bdi> {person.number}
      </th>
      {products.map(({ code, name: product }, column) => {
        const text = texts[column] ?? '';
        const isWrong = unitsOf(text) === undefined;
        return (
          <td key={code} style={box}>
            <input
              style={isWrong ? WRONG : words[column] ? TOLD : field}
              inputMode="decimal"
              enterKeyHint="next"
              autoComplete="off"
              maxLength={13}
              aria-label={`${product}, ${person.name}`}
              aria-invalid={isWrong || undefined}
              title={isWrong ? t`A number of at most 3 decimals` : words[column] || undefined}
              data-row={row}
              data-column={column}
              value={text}
              onChange={({ currentTarget }) =>
                onType({
                  [person._id]: products.map((_, i) => (i === column ? currentTarget.value : (texts[i] ?? ''))),
                })
              }
            />
          </td>
        );
      })}
      <td style={sum}>{sumOf(texts.map(numberOf))}</td>
    </tr>
  );
});
const NONE: readonly string[] = [];
