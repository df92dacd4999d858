import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { Refusal } from '../../http/errors.ts';
import { checkArchive } from './archive.ts';
import { MAX_SHEET_LINES, type RawSheet } from './spreadsheet.ts';

const MEMORY_MB = 256;
const LONGEST_MS = 10_000;

const answer = z.union([
  z.object({
    sheets: z.array(
      z.object({ name: z.string(), rows: z.array(z.array(z.string())), wrong: z.map(z.int(), z.string()) }),
    ),
  }),
  z.object({ tooLong: z.string() }),
  z.object({ unreadable: z.literal(true) }),
]);

const unreadable = () =>
  new Refusal('VALIDATION_FAILED', 'The file is damaged or cannot be read. Save it again as .xlsx or .ods.');
export const tooManyLines = (sheet: string) =>
  new Refusal('TOO_LARGE', `The sheet ${sheet} has more than ${MAX_SHEET_LINES} lines. Take it in parts.`);
const tooCostly = () => new Refusal('TOO_LARGE', 'The file is too large to be read. Take it in parts.');

/** Reads an uploaded file: checked as an archive first, then in a thread with 256 MB and 10 s (spec/setup.md, Security). */
export async function readWorkbook(bytes: Buffer): Promise<RawSheet[]> {
  const kind = await checkArchive(bytes);
  const thread = new Worker(new URL('./readThread.ts', import.meta.url), {
    workerData: { bytes: new Uint8Array(bytes), kind },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const limit = AbortSignal.timeout(LONGEST_MS);
  try {
    const read = answer.parse(
      await new Promise((resolve, reject) => {
        thread.once('message', resolve);
        thread.once('error', reject);
        thread.once('exit', () => reject(unreadable()));
        limit.addEventListener('abort', () => reject(tooCostly()));
      }),
    );
    if ('tooLong' in read) throw tooManyLines(read.tooLong);
    if ('unreadable' in read) throw unreadable();
    return read.sheets;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw isOutOfMemory(error) ? tooCostly() : unreadable();
  } finally {
    await thread.terminate();
  }
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
