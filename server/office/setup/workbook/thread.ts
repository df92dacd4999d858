import { z } from 'zod';
import { answerInThread, unreadable } from '../../../platform/files/boundedThread.ts';
import { readCsvSheet } from '../../../platform/files/spreadsheet/csvSheet.ts';
import { readSpreadsheet, writeSpreadsheet, writtenSheet } from '../../../platform/files/spreadsheet/spreadsheet.ts';
import { refusalOf } from '../../../platform/http/errors.ts';
import { reading, readSheets } from './readings.ts';

/** The thread that reads an uploaded workbook or writes one (inThread.ts), so that its memory and time are limited. */
const task = z.union([
  z.object({ bytes: z.instanceof(Uint8Array), isCsv: z.boolean(), asked: reading }),
  z.object({ write: z.array(writtenSheet).readonly() }),
]);

await answerInThread(async (data) => {
  const given = task.parse(data);
  if ('write' in given) return writeSpreadsheet(given.write);
  const { bytes, isCsv, asked } = given;
  const sheets = isCsv
    ? [readCsvSheet(bytes)]
    : await readSpreadsheet(bytes).catch((error) => {
        throw refusalOf(error) ?? unreadable();
      });
  return readSheets(sheets, asked);
});
