/** One cell: quoted when needed; text that a spreadsheet would run as a formula gets a leading apostrophe. */
function cell(value: string | number | null | undefined): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** RFC 4180 with CRLF and a UTF-8 BOM, as the server writes its reports. */
export const toCsv = (rows: readonly (readonly (string | number | null | undefined)[])[]) =>
  `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
