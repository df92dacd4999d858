export type Cell = string | number | null;

/** Text that spreadsheets would run: an operator after spaces and control characters, in any width; a control character in front splits cells. */
const FORMULA = /^[\s\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^\p{Cc}/u;

/** Text that a spreadsheet would run gets a leading apostrophe; numbers are numbers and stay as they are (security.md S-55). */
const neutralised = (text: string) => (FORMULA.test(text) ? `'${text}` : text);

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = neutralised(cell);
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

/** RFC 4180 with CRLF and a UTF-8 BOM in front, so that Excel opens it right (server.md, Reports): files of the server and of tables on screens. */
export const CSV_BOM = '\ufeff';
export const csvLine = (cells: readonly Cell[]) => `${cells.map(csvCell).join(',')}\r\n`;
