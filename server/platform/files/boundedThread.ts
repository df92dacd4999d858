import { parentPort, Worker, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { issue } from '#contract/platform/errors.ts';
import { message } from '#contract/platform/message.ts';
import { type Message, msg, words } from '#contract/platform/words.ts';
import { Refusal, refusalOf } from '../http/errors.ts';

const MEMORY_MB = 256;
const LONGEST_MS = 10_000;

/** Files that people send are parsed in a thread where they are longer: what a parser costs, the maker of the file decides. */
export const PARSED_AT_ONCE = 64 * 1024;

export const UNREADABLE = words('The file is damaged or cannot be read. Save it again as .xlsx or .ods.');
export const unreadable = () => new Refusal('VALIDATION_FAILED', UNREADABLE);
/** The refusal of a file that passes a bound, which it says. */
export const tooCostly = (said: Message) => new Refusal('TOO_LARGE', said);

export const readingTakes = (most: string) => tooCostly(msg('Reading the file takes more than {most}.', { most }));

const outcome = z.union([
  z.object({ result: z.unknown() }),
  z.object({
    refused: z.object({
      errorCode: z.enum(['VALIDATION_FAILED', 'UNSUPPORTED_MEDIA_TYPE', 'TOO_LARGE']),
      said: z.union([z.string(), message]),
      issues: z.array(issue).optional(),
    }),
  }),
]);

/**
 * Runs a module in a thread with 256 MB and 10 s, which answers by `answerInThread`. Throws VALIDATION_FAILED, UNSUPPORTED_MEDIA_TYPE or TOO_LARGE, in words for
 * people.
 */
export async function inBoundedThread(module: URL, data: unknown): Promise<unknown> {
  const thread = new Worker(module, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
  const limit = AbortSignal.timeout(LONGEST_MS);
  try {
    const answered = outcome.parse(
      await new Promise((resolve, reject) => {
        thread.once('message', resolve);
        thread.once('error', reject);
        thread.once('exit', () => reject(unreadable()));
        limit.addEventListener('abort', () => reject(readingTakes(`${LONGEST_MS / 1000} s`)));
      }),
    );
    if ('result' in answered) return answered.result;
    const { errorCode, said, issues } = answered.refused;
    throw new Refusal(errorCode, said, issues && { issues });
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw isOutOfMemory(error) ? readingTakes(`${MEMORY_MB} MB`) : error;
  } finally {
    await thread.terminate();
  }
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** Answers the thread's data with what `work` makes of it, or with its refusal. */
export async function answerInThread(work: (data: unknown) => unknown): Promise<void> {
  try {
    const result = await work(workerData);
    parentPort?.postMessage({ result });
  } catch (error) {
    const refused = refusalOf(error);
    if (!refused) throw error;
    const { errorCode, said, issues } = refused;
    parentPort?.postMessage({ refused: { errorCode, said, issues } });
  }
}
