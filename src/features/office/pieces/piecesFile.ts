import { t } from '@lingui/core/macro';

/** The columns of the template, the same in every language. */
const COLUMNS = [
  'Employee Number',
  'Units',
  'Started At',
  'Ended At',
  'Hours',
  'Lookup 1',
  'Lookup 2',
  'Job Description',
  'Code',
];

/** Returns an empty file with every column, to fill in. */
export const template = () => new Blob([`\uFEFF${COLUMNS.join(',')}\r\n`], { type: 'text/csv' });

/** The text of a CSV, or a workbook in base64. */
export type PieceFile = { csv: string } | { spreadsheet: string };
/** The most characters of a file that the server accepts in one request; base64 has four of them for three bytes. */
const MAX_CHARACTERS = 4_000_000;
const CSV_TYPES = ['text/csv', 'application/csv', 'application/vnd.ms-excel', 'text/plain', ''];
const isWorkbook = ({ name }: File) => /\.(xlsx|ods)$/i.test(name);

const tooLarge = (most: number) => t`The file is too large: at most ${most} MB.`;

/** Returns why a file cannot be imported, or null. Browsers report various types for CSV files, so the name counts too. */
export function fileProblem(file: File): string | null {
  if (!isWorkbook(file) && !/\.(csv|txt|tsv)$/i.test(file.name) && !CSV_TYPES.includes(file.type))
    return t`File type not supported. Save it as .xlsx or .csv.`;
  const most = isWorkbook(file) ? (MAX_CHARACTERS / 4) * 3 : MAX_CHARACTERS;
  if (file.size > most) return tooLarge(most / 1_000_000);
  if (file.size === 0) return t`The file is empty.`;
  return null;
}

/** Reads a file as it is sent; a CSV has been read as text before. */
export const readFile = async (file: File): Promise<PieceFile> =>
  isWorkbook(file) ? { spreadsheet: base64Of(new Uint8Array(await file.arrayBuffer())) } : { csv: await file.text() };

/** In parts: a call has a limited number of arguments. */
function base64Of(bytes: Uint8Array): string {
  const parts = [];
  for (let at = 0; at < bytes.length; at += 0x8000) parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(parts.join(''));
}
