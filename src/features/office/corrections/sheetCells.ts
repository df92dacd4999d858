import { unitsIn } from '../../../lib/typed.ts';

/** Pure rules of the crew sheet's cells. */

/** Returns the units of a cell as they are sent; null for an empty one, undefined for what is no number. */
export function unitsOf(text: string): string | null | undefined {
  return text.trim() === '' ? null : unitsIn(text);
}

/** Returns the cells of copied text: lines down, tabs across. The line end that a spreadsheet adds is no cell. */
export const pastedCells = (text: string): string[][] =>
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t').map((cell) => cell.trim()));

export type Place = { row: number; column: number };

/**
 * Returns the place to which a key moves; null where it moves nowhere, so that the browser does what it does. `isWhole`: all of the cell's text is selected
 * or there is none, so that an arrow does not move the caret.
 */
export function movedTo(
  { row, column }: Place,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  isWhole: boolean,
  { rows, columns }: { rows: number; columns: number },
): Place | null {
  const to = (() => {
    switch (key) {
      case 'Enter':
        return { row: row + (shiftKey ? -1 : 1), column };
      case 'ArrowDown':
        return { row: row + 1, column };
      case 'ArrowUp':
        return { row: row - 1, column };
      case 'ArrowRight':
        return isWhole ? { row, column: column + 1 } : null;
      case 'ArrowLeft':
        return isWhole ? { row, column: column - 1 } : null;
      default:
        return null;
    }
  })();
  if (!to) return null;
  const isInside = to.row >= 0 && to.row < rows && to.column >= 0 && to.column < columns;
  return isInside ? to : { row, column };
}
