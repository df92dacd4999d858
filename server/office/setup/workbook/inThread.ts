import { z } from 'zod';
import { type ListMapping, readColumn } from '#contract/office/list.ts';
import type { Language } from '#contract/platform/languages.ts';
import { inBoundedThread } from '../../../platform/files/boundedThread.ts';
import { decimalSignOf } from '../../../platform/files/cells.ts';
import type { RememberedList } from '../../../platform/files/rememberedColumns.sql.ts';
import type { WrittenSheet } from '../../../platform/files/spreadsheet/spreadsheet.ts';
import { type WorkbookContent, workbookContent } from './content.ts';
import type { FoundList, Place } from './list/read.ts';

const MODULE = new URL('./thread.ts', import.meta.url);

/** A file that people send: a CSV by its name, any other as an archive that is checked first. */
type Sent = { bytes: Buffer; fileName: string; language: Language };
const given = ({ bytes, fileName, language }: Sent) => ({
  sign: decimalSignOf(language),
  bytes: new Uint8Array(bytes),
  isCsv: /\.(csv|tsv|txt)$/i.test(fileName),
});

/** Reads an uploaded workbook in a bounded thread. */
export const readWorkbook = async (sent: Sent): Promise<WorkbookContent> =>
  workbookContent.parse(await inBoundedThread(MODULE, { ...given(sent), as: 'workbook' }));

const foundList = z.object({
  name: z.string(),
  headingLine: z.int(),
  firstLines: z.array(z.string()),
  lines: z.int(),
  columns: z.array(readColumn),
  otherSheets: z.array(z.string()),
});
/** Reads an uploaded list of people, and what its columns are taken for, in such a thread. */
export const readListFile = async (
  sent: Sent,
  remembered: readonly RememberedList<ListMapping>[],
  place: Place,
): Promise<FoundList> =>
  foundList.parse(await inBoundedThread(MODULE, { ...given(sent), as: 'list', remembered, place }));

const listContent = z.object({ content: workbookContent, headings: z.array(z.string()) });
/** Reads an uploaded list as the sheet of employees, its columns taken as the mapping says, in such a thread. */
export const readAsList = async (sent: Sent, mapping: ListMapping) =>
  listContent.parse(await inBoundedThread(MODULE, { ...given(sent), as: 'list', mapping }));

/** Writes sheets as an .xlsx in such a thread. */
export async function writeInThread(sheets: readonly WrittenSheet[]): Promise<Uint8Array> {
  return z.instanceof(Uint8Array).parse(await inBoundedThread(MODULE, { write: sheets }));
}
