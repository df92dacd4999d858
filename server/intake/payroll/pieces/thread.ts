import { z } from 'zod';
import { answerInThread, unreadable } from '../../../platform/files/boundedThread.ts';
import { csvSheetOf } from '../../../platform/files/spreadsheet/csvSheet.ts';
import { readSpreadsheet } from '../../../platform/files/spreadsheet/spreadsheet.ts';
import { refusalOf } from '../../../platform/http/errors.ts';
import { readOptions, tableOf } from './table.ts';

/** The thread in which a workbook or a long CSV of piecework is read (table.ts). */
const file = z.union([z.object({ csv: z.string() }), z.object({ bytes: z.instanceof(Uint8Array) })]);

await answerInThread(async (data) => {
  const sent = file.parse(data);
  const sheets =
    'csv' in sent
      ? [csvSheetOf(sent.csv, 'csv')]
      : await readSpreadsheet(sent.bytes).catch((error) => {
          throw refusalOf(error) ?? unreadable();
        });
  return tableOf(sheets, readOptions.parse(data));
});
