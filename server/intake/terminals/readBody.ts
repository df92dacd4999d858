import type { IncomingMessage } from 'node:http';
import type { ByteBudget } from '../../platform/http/byteBudget.ts';
import { BODY_LIMIT } from './body.ts';

/** Returns true if the request has a body, by its headers. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;

export type ReadBody = Buffer | 'too large' | 'no room' | 'aborted';

/**
 * Reads a whole body. Its bytes are taken from the budget as they arrive and returned by `release`, which the caller calls when it has dealt with the
 * body.
 */
export async function readBody(
  request: IncomingMessage,
  budget: ByteBudget,
  host: string,
): Promise<{ body: ReadBody; release: () => void }> {
  let size = 0;
  const release = () => {
    budget.give(host, size);
    size = 0;
  };
  const refuse = (body: 'too large' | 'no room') => {
    // The rest is read and discarded.
    request.resume();
    release();
    return { body, release };
  };
  if (Number(request.headers['content-length'] ?? 0) > BODY_LIMIT) return refuse('too large');
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      const bytes: Buffer = chunk;
      if (size + bytes.length > BODY_LIMIT) return refuse('too large');
      if (!budget.take(host, bytes.length)) return refuse('no room');
      size += bytes.length;
      chunks.push(bytes);
    }
  } catch {
    // The terminal hung up before the end: nothing counts, and it will send it again.
    release();
    return { body: 'aborted', release };
  }
  return { body: Buffer.concat(chunks), release };
}
