import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Returns a file name with letters, digits, dot, dash and underscore only. */
export const safeFileName = (name: string) =>
  name.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[-.]+|(?<![-.])[-.]+$/g, '') || 'file';

/**
 * Returns the parts of a file as a stream once the first part exists: a failure before that becomes an error response instead of a truncated file.
 */
export async function awaitFirstChunk(parts: AsyncGenerator<string>): Promise<Readable> {
  const first = await parts.next();
  return Readable.from(
    (async function* () {
      if (!first.done) yield first.value;
      yield* parts;
    })(),
  );
}

/** The content type of each kind of file. */
export const CONTENT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  html: 'text/html; charset=utf-8',
} as const;

/** The headers of a download; the caller sends the stream. */
export function asDownload(reply: FastifyReply, fileName: string, contentType: string): FastifyReply {
  return reply
    .header('content-type', contentType)
    .header('content-disposition', `attachment; filename="${safeFileName(fileName)}"`)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff');
}
