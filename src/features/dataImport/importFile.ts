import type { ImportKind } from '#contract/payroll.ts';

export const KIND_LABEL: Record<ImportKind, string> = {
  employees: 'Employees',
  'standard-times': 'Standard times',
  piecework: 'Piecework',
};

/** The columns of a file, in any order and case; required ones first. */
export const COLUMNS: Record<ImportKind, { needed: readonly string[]; more: readonly string[] }> = {
  employees: {
    needed: ['Employee Number', 'First Name', 'Last Name'],
    more: [
      'Code',
      'Active',
      'Active From',
      'Inactive From',
      'Time ID',
      'Time Group',
      'Employee Group',
      'Job Description',
    ],
  },
  'standard-times': {
    needed: ['Time Group', 'Weekday', 'Start Time', 'End Time'],
    more: ['Breaks', 'Grace Minutes', 'Break Grace Minutes', 'Pre Minutes', 'Post Minutes', 'Effective From'],
  },
  piecework: {
    needed: ['Employee Number', 'Units', 'Started At'],
    more: ['Ended At', 'Hours', 'Lookup 1', 'Lookup 2', 'Job Description', 'Code'],
  },
};

/** Returns an empty file with every column, to fill in. */
export const templateOf = (kind: ImportKind) => {
  const { needed, more } = COLUMNS[kind];
  return new Blob([`\uFEFF${[...needed, ...more].join(',')}\r\n`], { type: 'text/csv' });
};

/** The most characters of a file that the server takes in one request. */
const MAX_CHARACTERS = 4_000_000;

const CSV_TYPES = ['text/csv', 'application/csv', 'application/vnd.ms-excel', 'text/plain', ''];

/** Returns why a file cannot be imported, or null. Browsers report various types for CSV files, so the name counts too. */
export function csvProblem(file: File): string | null {
  if (!/\.(csv|txt)$/i.test(file.name) && !CSV_TYPES.includes(file.type))
    return 'File type not supported. Only CSV files are supported.';
  if (file.size > MAX_CHARACTERS) return 'The file is too large: at most 4 MB.';
  if (file.size === 0) return 'The file is empty.';
  return null;
}

/** Returns the text of a CSV: UTF-8, else the Windows encoding that Excel may write. */
export async function readCsv(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
