import { z } from 'zod';
import { listMapping } from '#contract/office/list.ts';
import { answerInThread, unreadable } from '../../../platform/files/boundedThread.ts';
import { rememberedList } from '../../../platform/files/rememberedColumns.sql.ts';
import { readCsvSheet } from '../../../platform/files/spreadsheet/csvSheet.ts';
import { readSpreadsheet, writeSpreadsheet, writtenSheet } from '../../../platform/files/spreadsheet/spreadsheet.ts';
import { refusalOf } from '../../../platform/http/errors.ts';
import { contentOf } from './content.ts';
import { contentOfList, readListIn } from './list/read.ts';

/** The thread that reads an uploaded workbook or writes one (inThread.ts), so that its memory and time are limited. */
const sent = { bytes: z.instanceof(Uint8Array), isCsv: z.boolean(), sign: z.enum(['.', ',']) };
const place = z.object({ sheet: z.string().optional(), headingLine: z.int().optional() });
const task = z.union([
  z.object({ ...sent, as: z.literal('workbook') }),
  z.object({ ...sent, as: z.literal('list'), remembered: z.array(rememberedList(listMapping)), place }),
  z.object({ ...sent, as: z.literal('list'), mapping: listMapping }),
  z.object({ write: z.array(writtenSheet).readonly() }),
]);

await answerInThread(async (data) => {
  const given = task.parse(data);
  if ('write' in given) return writeSpreadsheet(given.write);
  const { bytes, isCsv, sign } = given;
  const raw = isCsv
    ? [readCsvSheet(bytes)]
    : await readSpreadsheet(bytes).catch((error) => {
        throw refusalOf(error) ?? unreadable();
      });
  if (given.as === 'workbook') return contentOf(raw, sign);
  return 'mapping' in given ? contentOfList(raw, given.mapping, sign) : readListIn(raw, given.remembered, given.place);
});
