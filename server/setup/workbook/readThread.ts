import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { readSpreadsheet, TooManyLines } from './spreadsheet.ts';

/** The thread that reads an uploaded file (read.ts), so that its memory and time are limited. */
const { bytes, kind } = z.object({ bytes: z.instanceof(Uint8Array), kind: z.enum(['xlsx', 'ods']) }).parse(workerData);
try {
  parentPort?.postMessage({ sheets: await readSpreadsheet(bytes, kind) });
} catch (error) {
  parentPort?.postMessage(error instanceof TooManyLines ? { tooLong: error.message } : { unreadable: true });
}
