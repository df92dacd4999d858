import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { refusalOf } from '../../http/errors.ts';
import { contentOf } from './content.ts';
import { readCsvSheet } from './csvSheet.ts';
import { unreadable } from './limits.ts';
import { readSpreadsheet, writeSpreadsheet, writtenSheet } from './spreadsheet.ts';

/** The thread that reads an uploaded workbook or writes one (inThread.ts), so that its memory and time are limited. */
const task = z.union([
  z.object({ read: z.instanceof(Uint8Array), isCsv: z.boolean() }),
  z.object({ write: z.array(writtenSheet).readonly() }),
]);

async function answer() {
  const given = task.parse(workerData);
  if ('write' in given) return { bytes: await writeSpreadsheet(given.write) };
  const { read, isCsv } = given;
  const raw = isCsv
    ? [readCsvSheet(read)]
    : await readSpreadsheet(read).catch((error) => {
        throw refusalOf(error) ?? unreadable();
      });
  return { content: contentOf(raw) };
}

try {
  parentPort?.postMessage(await answer());
} catch (error) {
  const refused = refusalOf(error);
  if (!refused) throw error;
  const { errorCode, said, issues } = refused;
  parentPort?.postMessage({ refused: { errorCode, said, issues } });
}
