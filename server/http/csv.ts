import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Server-made names only hold letters, digits, dot, dash and underscore (S-56). */
export const safeFileName = (name: string) =>
  name.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[-.]+|(?<![-.])[-.]+$/g, '') || 'file';

/** The time in a file's name: 2026-11-21T09-40-00Z. */
export const fileStamp = (now: Date) => `${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** A file in parts, the first of which is there: what fails before it is an answer of its own, not a file that is cut off. */
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
