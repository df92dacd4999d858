export type Cell = string | number | null;

/**
 * Text that a spreadsheet would evaluate: an operator (ASCII or full-width) after any spaces and control characters, or a leading control character,
 * which splits cells.
 */
const FORMULA = /^[\s\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^\p{Cc}/u;

/** Prefixes text that a spreadsheet would evaluate with an apostrophe; numbers stay as they are. */
const neutralised = (text: string) => (isFormula(text) ? `'${text}` : text);
export const isFormula = (text: string) => FORMULA.test(text);

function csvCell(cell: Cell, separator: string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  return quoted(neutralised(cell), separator);
}
/** Returns a cell in quotes where it needs them. */
export const quoted = (text: string, separator: string) =>
  /["\r\n]/.test(text) || text.includes(separator) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;

/**
 * CSV by RFC 4180 with CRLF and a UTF-8 BOM, so that Excel reads it as UTF-8: for reports of the server and for tables on
 * screens.
 */
export const CSV_BOM = '\ufeff';
export const csvLine = (cells: readonly Cell[]) => `${cells.map((cell) => csvCell(cell, ',')).join(',')}\r\n`;
