import { pieceMappingProblem } from '#contract/intake/pieceList.ts';
import { PAY_ELEMENT_WORDS, PAY_LAYOUTS } from '#contract/money/payFiles.ts';
import { COLUMNS } from '#contract/reports/reportColumns.ts';
import { REPORTS, type ReportType } from '#contract/reports/reports.ts';
import { pieceFieldOf } from '#server/intake/payroll/pieces/headings.ts';
import { PIECE_LABELS } from '#server/intake/payroll/pieces/lines.ts';
import { extensionOf } from '#server/money/payFiles/render.ts';
import { SHEETS } from '#server/office/setup/workbook/columns.ts';
import { code, page, table } from './markdown.ts';

const labels = Object.values(PIECE_LABELS);
/** Returns true for a column without which a list with all others cannot be read. */
const isNeeded = (label: string) =>
  pieceMappingProblem(labels.map((other) => (other === label ? null : pieceFieldOf(other)))) !== null;

/** The sheets of the workbook and the columns of a CSV of piecework, as they are read. */
export function filesIn(): string {
  const sheets = Object.values(SHEETS).map(({ name, columns }) => {
    const rows = Object.values(columns).map(({ label, also = [], required, list = [], takes }) => [
      label,
      required ? 'yes' : '',
      list.join(', ') || (takes ?? 'text'),
      also.join(', '),
    ]);
    return `## ${name}\n\n${table(['column', 'needed', 'takes', 'read as well'], rows)}`;
  });
  return page(
    'Files that go in',
    'For who prepares a workbook or a CSV. Headings are read without case, accents and spaces, in any order. Lists with headings of their own are read by *Import a list*: see [set up](../guide/set-up.md).',
    ...sheets,
    `## Piecework as CSV\n\n${table(
      ['column', 'needed'],
      labels.map((label) => [label, isNeeded(label) ? 'yes' : '']),
    )}`,
  );
}

/** The columns of each report. */
export function reportColumns(): string {
  const kinds = { hours: 'hours, as a decimal and as h:mm' } as Record<string, string>;
  const parts = Object.entries(REPORTS).map(([type, { name }]) => {
    const rows = COLUMNS[type as ReportType].map(({ id, label, kind, total }) => [
      label,
      code(id),
      kinds[kind] ?? kind,
      total ? 'yes' : '',
    ]);
    return `## ${name}\n\n${table(['column', 'id', 'kind', 'in the totals'], rows)}`;
  });
  return page(
    'Columns of reports',
    'For who reads reports with a program. A lookup is named as the account names it. CSV files are in English whatever the language of the user is; the ids are those of `options.columns` of `POST /v2/stats/generateReport`.',
    ...parts,
  );
}

/** The layouts of payroll files, with the page that each follows. */
export function payrollLayouts(): string {
  const layouts = Object.entries(PAY_LAYOUTS).map(([id, { name, source }]) => [
    name,
    extensionOf(id as keyof typeof PAY_LAYOUTS),
    source ? `[its page](${source.url}), as of ${source.date}` : '',
  ]);
  return page(
    'Payroll layouts',
    'For who hands hours and pay over to payroll. What a line is, and how files of the same days add up: [payroll files](payroll-files.md).',
    `## Layouts\n\n${table(['layout', 'file', 'follows'], layouts)}`,
    `## Elements\n\nThe kinds of line, each with a code of payroll in a profile; without a code an element is not sent.\n\n${table(
      ['element', 'id'],
      Object.entries(PAY_ELEMENT_WORDS).map(([id, name]) => [name, code(id)]),
    )}`,
  );
}
