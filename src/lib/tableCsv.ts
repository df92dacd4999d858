type Cell = string | number;

/** What a spreadsheet would run as a formula is kept as text by a leading apostrophe. Plain numbers are left alone. */
const neutral = (text: string) => (/^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text);

const field = (cell: Cell) => {
  const text = neutral(String(cell));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** A table as RFC 4180 CSV with a byte order mark, for 'Export table'. */
export const tableCsv = (header: readonly string[], rows: readonly (readonly Cell[])[]) =>
  `\uFEFF${[header, ...rows].map((row) => row.map(field).join(',')).join('\r\n')}\r\n`;
