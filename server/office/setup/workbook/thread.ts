import { z } from 'zod';
import { answerInThread, unreadable } from '../../../platform/files/boundedThread.ts';
import { refusalOf } from '../../../platform/http/errors.ts';
import { contentOf } from './content.ts';
import { readCsvSheet } from './csvSheet.ts';
import { readSpreadsheet, writeSpreadsheet, writtenSheet } from './spreadsheet.ts';

/** The thread that reads an uploaded workbook or writes one (inThread.ts), so that its memory and time are limited. */
const task = z.union([
  z.object({ read: z.instanceof(Uint8Array), isCsv: z.boolean() }),
  z.object({ write: z.array(writtenSheet).readonly() }),
]);

await answerInThread(async (data) => {
  const given = task.parse(data);
  if ('write' in given) return writeSpreadsheet(given.write);
  const { read, isCsv } = given;
  const raw = isCsv
    ? [readCsvSheet(read)]
    : await readSpreadsheet(read).catch((error) => {
        throw refusalOf(error) ?? unreadable();
      });
  return contentOf(raw);
});
