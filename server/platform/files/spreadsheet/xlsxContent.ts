/** Formats whose cells need no style: General, and text. */
const PLAIN_FORMATS: ReadonlySet<string | undefined> = new Set([undefined, '0', '49']);
const STYLES_OF_CELLS = /<(?:\w+:)?cellXfs\b[^>]*>(.*?)<\/(?:\w+:)?cellXfs>/s;
const STYLE = /<(?:\w+:)?xf\b[^>]*>/g;
const CELL = /<(?:\w+:)?c\s[^>]*>/g;
const STYLE_OF_CELL = /\ss="(\d+)"/;
/** A date alone of a strict file, which hucre would return as text. */
const STRICT_DATE = /(<(?:\w+:)?c\s[^>]*\bt="d"[^>]*>\s*<(?:\w+:)?v>\d{4}-\d{2}-\d{2})(?=<)/g;

/** Returns the parts of an .xlsx for hucre, which keeps each cell that has a style: only those with a value and a format of their own have one. */
export function plainXlsx(entries: ReadonlyMap<string, Buffer>): (readonly [name: string, content: Buffer])[] {
  const [, styles = ''] = STYLES_OF_CELLS.exec(entries.get('xl/styles.xml')?.toString('utf8') ?? '') ?? [];
  const formats = [...styles.matchAll(STYLE)].map(([style]) => /\bnumFmtId="(\d+)"/.exec(style)?.[1]);
  const hasFormat = (cell: string) => !PLAIN_FORMATS.has(formats[Number(STYLE_OF_CELL.exec(cell)?.[1])]);
  return [...entries].map(([name, content]) => {
    if (!/^xl\/worksheets\/[^/]*\.xml$/i.test(name)) return [name, content] as const;
    const plain = content
      .toString('utf8')
      .replace(CELL, (cell) => (!cell.endsWith('/>') && hasFormat(cell) ? cell : cell.replace(STYLE_OF_CELL, '')))
      .replace(STRICT_DATE, '$1T00:00:00');
    return [name, Buffer.from(plain)] as const;
  });
}
