import { z } from 'zod';
import { inBoundedThread } from '../../../platform/files/boundedThread.ts';
import { type WorkbookContent, workbookContent } from './content.ts';
import type { WrittenSheet } from './spreadsheet.ts';

const MODULE = new URL('./thread.ts', import.meta.url);

/** Reads an uploaded file in a bounded thread: a CSV by its name, any other file as an archive that is checked first. */
export async function readWorkbook(bytes: Buffer, fileName: string): Promise<WorkbookContent> {
  return workbookContent.parse(
    await inBoundedThread(MODULE, { read: new Uint8Array(bytes), isCsv: /\.csv$/i.test(fileName) }),
  );
}

/** Writes sheets as an .xlsx in such a thread. */
export async function writeInThread(sheets: readonly WrittenSheet[]): Promise<Uint8Array> {
  return z.instanceof(Uint8Array).parse(await inBoundedThread(MODULE, { write: sheets }));
}
