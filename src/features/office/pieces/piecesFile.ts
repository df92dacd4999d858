import { t } from '@lingui/core/macro';
import { csvTextOf } from '#contract/platform/csvText.ts';

/** The columns of a file, in any order and case, the same in every language. */
export const NEEDED_COLUMNS = ['Employee Number', 'Units', 'Started At'];
export const MORE_COLUMNS = ['Ended At', 'Hours', 'Lookup 1', 'Lookup 2', 'Job Description', 'Code'];

/** Returns an empty file with every column, to fill in. */
export const template = () =>
  new Blob([`\uFEFF${[...NEEDED_COLUMNS, ...MORE_COLUMNS].join(',')}\r\n`], { type: 'text/csv' });

/** The most characters of a file that the server accepts in one request. */
const MAX_CHARACTERS = 4_000_000;

const CSV_TYPES = ['text/csv', 'application/csv', 'application/vnd.ms-excel', 'text/plain', ''];

/** Returns why a file cannot be imported, or null. Browsers report various types for CSV files, so the name counts too. */
export function csvProblem(file: File): string | null {
  if (!/\.(csv|txt)$/i.test(file.name) && !CSV_TYPES.includes(file.type))
    return t`File type not supported. Only CSV files are supported.`;
  if (file.size > MAX_CHARACTERS) return t`The file is too large: at most 4 MB.`;
  if (file.size === 0) return t`The file is empty.`;
  return null;
}

export async function readCsv(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return csvTextOf(bytes, (encoding) => new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(bytes));
}
