import { HEADING_ROWS, MAX_COLUMNS, MAX_SHEET_LINES } from './limits.ts';

/** Elements around rows (printed headings, outlines), inside which hucre 1.0.0 would not find the rows. */
const AROUND_ROWS = /<\/?table:(?:table-header-rows|table-row-group|table-rows)\b[^>]*>/g;
/** hucre keeps an empty cell that has a style: a million formatted empty rows would be too many. The styles of cells are not needed here. */
const CELL_STYLE = /(<table:table-cell\b[^>]*?)\stable:style-name="[^"]*"/g;
const TABLE_STYLE = /<style:style\b(?=[^>]*style:family="table")[^>]*style:name="([^"]*)"[^>]*>(.*?)<\/style:style>/gs;
const TABLE = /<table:table\s[^>]*table:style-name="([^"]*)"[^>]*>.*?<\/table:table>/gs;

/** hucre expands repeated rows and columns in memory: beyond these numbers, a sheet is refused or its cells are ignored anyway. */
const REPEATED = /(\stable:number-(rows|columns)-repeated=")(\d+)"/g;
const MOST_REPEATED = { rows: MAX_SHEET_LINES + HEADING_ROWS + 1, columns: MAX_COLUMNS };

/** Returns the content of an .ods in a form that hucre reads completely: visible sheets only, every row directly in its sheet. */
export function plainContent(xml: string): string {
  const hidden = new Set(
    [...xml.matchAll(TABLE_STYLE)].flatMap(([, name, style]) => (style?.includes('table:display="false"') ? name : [])),
  );
  return xml
    .replace(TABLE, (table, style: string) => (hidden.has(style) ? '' : table))
    .replace(AROUND_ROWS, '')
    .replace(CELL_STYLE, '$1')
    .replace(
      REPEATED,
      (_, start: string, what: 'rows' | 'columns', times: string) =>
        `${start}${Math.min(Number(times), MOST_REPEATED[what])}"`,
    );
}
