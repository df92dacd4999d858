import { percentText } from './cellKinds.ts';
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

/** A number with what is shown of it: hucre returns the number alone. */
const NUMBER =
  /<table:table-cell\b([^>]*?)\soffice:value-type="(float|percentage)"([^>]*)>\s*<text:p>([^<]*)<\/text:p>\s*<\/table:table-cell>/g;
const VALUE = /\soffice:value="([^"]*)"/;

/** Returns a cell with a number as another kind of cell, where it is shown as a percentage, with zeros in front, or as true or false. */
function shownCell(cell: string, before: string, type: string, after: string, text: string): string {
  const attributes = `${before}${after}`;
  const value = VALUE.exec(attributes)?.[1] ?? '';
  const withText = (shown: string) =>
    `<table:table-cell${attributes} office:value-type="string"><text:p>${shown}</text:p></table:table-cell>`;
  if (type === 'percentage') return Number.isFinite(Number(value)) ? withText(percentText(Number(value))) : cell;
  if (/^0\d+$/.test(text) && Number(text) === Number(value)) return withText(text);
  const isBoolean = /^[01]$/.test(value) && /^\p{L}+$/u.test(text);
  return isBoolean
    ? `<table:table-cell${attributes} office:value-type="boolean" office:boolean-value="${value === '1'}"/>`
    : cell;
}

/** Returns the content of an .ods in a form that hucre reads completely: visible sheets only, every row directly in its sheet. */
export function plainContent(xml: string): string {
  const hidden = new Set(
    [...xml.matchAll(TABLE_STYLE)].flatMap(([, name, style]) => (style?.includes('table:display="false"') ? name : [])),
  );
  return xml
    .replace(TABLE, (table, style: string) => (hidden.has(style) ? '' : table))
    .replace(AROUND_ROWS, '')
    .replace(CELL_STYLE, '$1')
    .replace(NUMBER, shownCell)
    .replace(
      REPEATED,
      (_, start: string, what: 'rows' | 'columns', times: string) =>
        `${start}${Math.min(Number(times), MOST_REPEATED[what])}"`,
    );
}
