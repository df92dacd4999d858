import { msg } from '#contract/platform/words.ts';
import type { Column } from '#contract/reports/reportColumns.ts';
import { escapeHtml } from '../mail/render.ts';
import { Units } from '../units.ts';
import { dayInFigures, decimal, momentInFigures } from '../words/figures.ts';
import { ENGLISH, type Words } from '../words/words.ts';
import { cellWriter } from './cellWriter.ts';
import { clockHours, createSubtotals, createTotals, totalLine } from './figures.ts';
import { saidCell } from './saidCells.ts';
import type { Cells, TableHead, Value } from './table.ts';

/** In light and dark on a screen, where the table scrolls; black on white on paper. */
const STYLE = `:root{color-scheme:light dark}body{font:13px/1.35 Arial,Helvetica,sans-serif;color:light-dark(#111,#e8eaed);background:light-dark(#fff,#131518);margin:24px}h1{font-size:18px;margin:0 0 4px}p{margin:0 0 12px;color:light-dark(#444,#aeb6bf)}.w{overflow-x:auto}
table{border-collapse:collapse;width:100%}th,td{border-bottom:1px solid light-dark(#ccc,#373c43);padding:3px 6px;text-align:left;vertical-align:top;white-space:pre-wrap}
th{border-bottom:2px solid light-dark(#444,#aeb6bf)}thead{display:table-header-group}tr{break-inside:avoid}.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}.d{white-space:nowrap}
p.s{margin-top:48px;border-top:1px solid light-dark(#444,#aeb6bf);width:260px}tfoot td{border-top:2px solid light-dark(#444,#aeb6bf);font-weight:bold}.t td{font-weight:bold}tfoot{display:table-row-group}@media print{:root{color-scheme:light}body{margin:0;font-size:10px}.w{overflow:visible}@page{size:A4 landscape;margin:12mm}}`;

/** Yields a report as a page for printing: the header on every sheet, totals at the end, no scripts. */
export async function* htmlFile(
  head: TableHead,
  columns: readonly Column[],
  batches: AsyncIterable<readonly Cells[]>,
): AsyncGenerator<string> {
  const { words = ENGLISH, accountName, madeAt } = head;
  const title = escapeHtml(head.title);
  const [from, to] = [dayInFigures(words, head.from), dayInFigures(words, head.to)];
  const about = msg('{accountName}, {from} to {to}. Made {madeAt}.', { accountName, from, to, madeAt });
  const cell = (column: Column, value: Value | undefined) =>
    `<td${classOf(column)}>${escapeHtml(shown(words, column, value))}</td>`;
  const heads = columns.map((column) => `<th scope="col"${classOf(column)}>${escapeHtml(column.label)}</th>`).join('');
  yield `<!doctype html>
<html lang="${words.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1><p>${escapeHtml(words.say(about))}${head.trust.map((line) => `<br>${escapeHtml(line)}`).join('')}</p>
<div class="w" role="region" aria-label="${title}" tabindex="0"><table><thead><tr>${heads}</tr></thead><tbody>
`;
  const totals = createTotals(columns);
  const subtotals = createSubtotals(columns, head.groupAt, words);
  const sumRow = (sums: Cells, tag = '<tr class="t">') =>
    `${tag}${columns.map((column, i) => (column.total ? cell(column, sums[i]) : `<td>${escapeHtml(String(sums[i] ?? ''))}</td>`)).join('')}</tr>\n`;
  const written = cellWriter(columns, cell);
  let rows = 0;
  for await (const batch of batches) {
    rows += batch.length;
    yield batch
      .map((cells) => {
        totals.add(cells);
        const before = subtotals.add(cells).map((sums) => sumRow(sums));
        return `${before.join('')}<tr>${written(cells).join('')}</tr>\n`;
      })
      .join('');
  }
  if (rows === 0)
    yield `<tr><td colspan="${columns.length}">${escapeHtml(words.say(msg('No data to display')))}</td></tr>\n`;
  yield subtotals
    .end()
    .map((sums) => sumRow(sums))
    .join('');
  const signature = head.toSign ? `<p class="s">${escapeHtml(words.say(msg('Signed')))}</p>` : '';
  yield `</tbody><tfoot>${sumRow(totalLine(columns, totals.values(), words.say(msg('Total'))), '<tr>')}</tfoot></table></div>${signature}</main></body></html>\n`;
}

const FIGURE = ' class="n"';
/** Keeps dates and times on one line: some browsers break them at their hyphens. */
const MOMENT = ' class="d"';
const CLASSES: Partial<Record<Column['kind'], string>> = { text: '', date: MOMENT, time: MOMENT };
const classOf = ({ kind }: Column) => CLASSES[kind] ?? FIGURE;

/** Returns a value as the screens show it: units with 2 decimals, hours as h:mm. */
function shown(words: Words, column: Column, value: Value | undefined): string {
  if (value === null || value === undefined) return '';
  if (column.kind === 'hours') return clockHours(Number(value));
  if (column.kind === 'units') return decimal(words, new Units(value).toFixed(2));
  if (words.language === 'en') return String(value);
  switch (column.kind) {
    case 'count':
    case 'amount':
      return decimal(words, String(value));
    case 'date':
    case 'time':
      return momentInFigures(words, String(value));
    case 'text':
      return String(saidCell(words, column, value));
  }
}
