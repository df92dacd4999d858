import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Room, watchingRoom } from './room.ts';

/** Writes lines, each chunk whole lines with their line breaks, to a file; returns their number, bytes and hash. */
export async function writeLines(chunks: AsyncIterable<string>, path: string, room: Room) {
  const hash = createHash('sha256');
  let count = 0;
  let bytes = 0;
  async function* counted() {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += Buffer.byteLength(chunk);
      for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', at + 1)) count++;
      yield chunk;
    }
  }
  await pipeline(Readable.from(counted()), watchingRoom(room, dirname(path)), createWriteStream(path, { mode: 0o600 }));
  return { count, bytes, sha256: hash.digest('hex') };
}
