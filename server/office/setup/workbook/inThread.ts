import { z } from 'zod';
import { type ListMapping, type RememberedMapping, readColumn } from '#contract/office/list.ts';
import type { Language } from '#contract/platform/languages.ts';
import { letters } from '#contract/platform/listColumns.ts';
import { inBoundedThread, PARSED_AT_ONCE } from '../../../platform/files/boundedThread.ts';
import { decimalSignOf } from '../../../platform/files/cells.ts';
import type { RememberedList } from '../../../platform/files/rememberedColumns.sql.ts';
import { readCsvSheet } from '../../../platform/files/spreadsheet/csvSheet.ts';
import type { WrittenSheet } from '../../../platform/files/spreadsheet/spreadsheet.ts';
import { type WorkbookContent, workbookContent } from './content.ts';
import type { FoundList, Place } from './list/read.ts';
import { type Reading, readSheets } from './readings.ts';

const MODULE = new URL('./thread.ts', import.meta.url);

/** A file that people send: a CSV by its name, any other as an archive that is checked first. */
type Sent = { bytes: Buffer; fileName: string; language: Language };
type Asked<R = Reading> = R extends unknown ? Omit<R, 'sign'> : never;
/** Reads a file; in a bounded thread where it is a spreadsheet or longer. */
async function readSent({ bytes, fileName, language }: Sent, reading: Asked): Promise<unknown> {
  const asked: Reading = { ...reading, sign: decimalSignOf(language) };
  const isCsv = /\.(csv|tsv|txt)$/i.test(fileName);
  if (isCsv && bytes.length <= PARSED_AT_ONCE) return readSheets([readCsvSheet(bytes)], asked);
  return inBoundedThread(MODULE, { bytes: new Uint8Array(bytes), isCsv, asked });
}

/** Reads an uploaded workbook. */
export const readWorkbook = async (sent: Sent): Promise<WorkbookContent> =>
  workbookContent.parse(await readSent(sent, { as: 'workbook' }));

const foundList = z.object({
  name: z.string(),
  headingLine: z.int(),
  firstLines: z.array(z.string()),
  letters,
  lines: z.int(),
  columns: z.array(readColumn),
  otherSheets: z.array(z.string()),
});
/** Reads an uploaded list of people, and what its columns are taken for. */
export const readListFile = async (
  sent: Sent,
  remembered: RememberedList<RememberedMapping>[],
  place: Place,
): Promise<FoundList> => foundList.parse(await readSent(sent, { as: 'list', remembered, place }));

/** Reads an uploaded list as the sheet of employees, its columns taken as the mapping says. */
export const readAsList = async (sent: Sent, mapping: ListMapping, timeZone: string) =>
  workbookContent.parse(await readSent(sent, { as: 'list', mapping, startsWithZero: !WITHOUT_ZERO.test(timeZone) }));
/** The time zones of countries whose phones have nine digits and no zero in front: Spain, Portugal, Poland, Czechia, Angola, Mozambique, Chile, Peru. */
const WITHOUT_ZERO =
  /^(?:America\/|Europe\/(?:Madrid|Lisbon|Warsaw|Prague|Bratislava)|Atlantic\/(?:Canary|Madeira|Azores)|Africa\/(?:Ceuta|Luanda|Maputo))/;

/** Writes sheets as an .xlsx in a bounded thread. */
export async function writeInThread(sheets: readonly WrittenSheet[]): Promise<Uint8Array> {
  return z.instanceof(Uint8Array).parse(await inBoundedThread(MODULE, { write: sheets }));
}
