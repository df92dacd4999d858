import { trimUnseen } from '#contract/platform/common.ts';

/** Of a name and of names, so many are told. */
const MAX_NAME = 60;
const MAX_NAMED = 20;

/** Returns the letters of a column as spreadsheets name it: 0 is A. */
const letterOf = (column: number): string =>
  (column < 26 ? '' : letterOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

/** Returns the columns that have content and that nobody reads, by their headings, else by their letters: what they hold is not taken. */
export function unreadColumns(
  headings: readonly string[],
  isRead: (column: number) => boolean,
  rows: readonly (readonly string[])[],
): string[] {
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  const unread = Array.from({ length: width }, (_, column) => column).filter(
    (column) => !isRead(column) && rows.some((row) => trimUnseen(row[column] ?? '') !== ''),
  );
  return unread.slice(0, MAX_NAMED).map(
    (column) =>
      trimUnseen(headings[column] ?? '')
        .slice(0, MAX_NAME)
        .toWellFormed()
        .replaceAll('\0', '') || letterOf(column),
  );
}
