import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Room } from '../archive/room.ts';

/** Some lines of a table in its file: where they begin, their bytes and their number. */
export type Place = { at: number; bytes: number; count: number };
/** The rows of a table on disk, one line each: those at `places`, in that order. No path: no rows. */
export type TableLines = { name: string; path: string | null; places: readonly Place[] };

/** Opens a file for the lines of a table. `room` limits the disk space that it may take. */
export async function openLines(path: string, room: Room) {
  const file = await open(path, 'w', 0o600);
  let size = 0;
  return {
    path,
    /** Writes lines, each with its line break, after those that are there. */
    async add({ lines, count }: { lines: string; count: number }): Promise<Place> {
      const bytes = Buffer.from(lines);
      room(dirname(path), bytes.length);
      await file.writeFile(bytes);
      const place = { at: size, bytes: bytes.length, count };
      size += bytes.length;
      return place;
    },
    close: () => file.close(),
  };
}
export type LinesFile = Awaited<ReturnType<typeof openLines>>;

/** Yields the bytes of a table's lines. */
export async function* readLines({ path, places }: TableLines): AsyncGenerator<Buffer> {
  for (const { at, bytes } of places)
    if (path !== null && bytes > 0) yield* createReadStream(path, { start: at, end: at + bytes - 1 });
}

/** Counts the lines of a table, and hashes them. */
export async function describeLines(table: TableLines) {
  const hash = createHash('sha256');
  for await (const bytes of readLines(table)) hash.update(bytes);
  return {
    name: table.name,
    count: table.places.reduce((sum, { count }) => sum + count, 0),
    sha256: hash.digest('hex'),
  };
}
