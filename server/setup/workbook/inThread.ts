import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { issue } from '#contract/errors.ts';
import { message } from '#contract/message.ts';
import { Refusal } from '../../http/errors.ts';
import { type WorkbookContent, workbookContent } from './content.ts';
import { tooCostly, unreadable } from './limits.ts';
import type { WrittenSheet } from './spreadsheet.ts';

const MEMORY_MB = 256;
const LONGEST_MS = 10_000;

const answer = z.union([
  z.object({ content: workbookContent }),
  z.object({ bytes: z.instanceof(Uint8Array) }),
  z.object({
    refused: z.object({
      errorCode: z.enum(['VALIDATION_FAILED', 'UNSUPPORTED_MEDIA_TYPE', 'TOO_LARGE']),
      said: z.union([z.string(), message]),
      issues: z.array(issue).optional(),
    }),
  }),
]);

/**
 * Reads an uploaded file in a thread with 256 MB and 10 s: a CSV by its name, any other file as an archive that is checked first. Throws VALIDATION_FAILED, UNSUPPORTED_MEDIA_TYPE or
 * TOO_LARGE, in words for people.
 */
export async function readWorkbook(bytes: Buffer, fileName: string): Promise<WorkbookContent> {
  const read = await inThread({ read: new Uint8Array(bytes), isCsv: /\.csv$/i.test(fileName) });
  if (!('content' in read)) throw new Error('The thread did not read');
  return read.content;
}

/** Writes sheets as an .xlsx in a thread with the same limits. */
export async function writeInThread(sheets: readonly WrittenSheet[]): Promise<Uint8Array> {
  const written = await inThread({ write: sheets });
  if (!('bytes' in written)) throw new Error('The thread did not write');
  return written.bytes;
}

async function inThread(workerData: { read: Uint8Array; isCsv: boolean } | { write: readonly WrittenSheet[] }) {
  const thread = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const limit = AbortSignal.timeout(LONGEST_MS);
  try {
    const answered = answer.parse(
      await new Promise((resolve, reject) => {
        thread.once('message', resolve);
        thread.once('error', reject);
        thread.once('exit', () => reject(unreadable()));
        limit.addEventListener('abort', () => reject(tooCostly()));
      }),
    );
    if (!('refused' in answered)) return answered;
    const { errorCode, said, issues } = answered.refused;
    throw new Refusal(errorCode, said, issues && { issues });
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw isOutOfMemory(error) ? tooCostly() : error;
  } finally {
    await thread.terminate();
  }
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
