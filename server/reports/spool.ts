import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cells, Row } from '../platform/files/table.ts';
import { ENGLISH, type Words } from '../platform/words/words.ts';
import type { Grow } from './place.ts';

/** Sorts rows on disk in runs that are merged when they are read, so that a report of any length takes the memory of its longest run. */
export type Spool = {
  /** Sorts and writes one run. */
  add(rows: readonly Row[]): Promise<void>;
  /** Returns the values of all rows in order, in batches. */
  read(): AsyncGenerator<Cells[]>;
  /** Deletes the file. */
  close(): Promise<void>;
};

/** The buffer of each run when they are merged. It is small because a report of ninety days has as many runs open. */
const BLOCK_BYTES = 32 * 1024;
const BATCH_ROWS = 500;

/** Opens a spool. `directory` exists, and whatever a crash has left there may be deleted. Keys are ordered by their bytes in UTF-8. `grow` may refuse more rows. `words`: the language of sentences in cells. */
export async function openSpool(
  directory: string,
  columnIds: readonly string[],
  sortKey: (row: Row) => string,
  grow: Grow,
  words = ENGLISH,
): Promise<Spool> {
  const folder = await mkdtemp(join(directory, 'report-'));
  const file = await open(join(folder, 'rows'), 'w+');
  const runs: { start: number; end: number }[] = [];
  let size = 0;
  return {
    async add(rows) {
      const sorted = rows.map((row) => ({ row, key: bytesOf(sortKey(row)) })).sort((a, b) => byBytes(a.key, b.key));
      const start = size;
      for (let i = 0; i < sorted.length; i += BATCH_ROWS) {
        const batch = sorted.slice(i, i + BATCH_ROWS);
        const records = recordsOf(batch.map(({ row, key }) => [key, JSON.stringify(valuesOf(row, columnIds, words))]));
        const { bytesWritten } = await file.write(records, undefined, undefined, size);
        size += bytesWritten;
        grow(bytesWritten);
      }
      if (size > start) runs.push({ start, end: size });
    },
    async *read() {
      const heads: Run[] = [];
      for (const { start, end } of runs) {
        const run = new Run(file, start, end);
        if (await run.fill()) heads.push(run);
      }
      heads.sort((a, b) => byBytes(a.key, b.key));
      let batch: string[] = [];
      for (let head = heads.shift(); head; head = heads.shift()) {
        batch.push(head.values());
        if (head.next() || (await head.fill())) heads.splice(placeOf(heads, head.key), 0, head);
        if (batch.length === BATCH_ROWS) {
          yield cellsOf(batch);
          batch = [];
        }
      }
      if (batch.length > 0) yield cellsOf(batch);
    },
    async close() {
      await file.close();
      await rm(folder, { recursive: true, force: true });
      grow(-size);
    },
  };
}

function valuesOf({ values, said }: Row, columnIds: readonly string[], { language, say }: Words): Cells {
  if (!said || language === 'en') return columnIds.map((id) => values[id] ?? null);
  return columnIds.map((id) => {
    const message = said[id];
    return message ? say(message) : (values[id] ?? null);
  });
}

/** The bytes of a text in UTF-8, each as one character: compared as texts they are in the order of the bytes, faster than buffers. */
const bytesOf = (text: string) => (BEYOND_ASCII.test(text) ? Buffer.from(text).toString('latin1') : text);
const BEYOND_ASCII = /[\u0080-\uffff]/;
const byBytes = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** Returns the position of a key in the sorted heads, after equal ones, by binary search. */
function placeOf(heads: readonly Run[], key: string): number {
  let low = 0;
  let high = heads.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const there = heads[middle];
    if (there && there.key <= key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A row on disk: the lengths of its key and of its values, then both; the values as JSON. */
const LENGTHS = 8;
function recordsOf(rows: readonly (readonly [key: string, json: string])[]): Buffer {
  // No character takes more than three bytes of UTF-8 for each of its units in memory.
  const most = rows.reduce((sum, [key, json]) => sum + LENGTHS + key.length + 3 * json.length, 0);
  const records = Buffer.allocUnsafe(most);
  let end = 0;
  for (const [key, json] of rows) {
    const at = end + LENGTHS;
    const bytes = records.write(json, at + records.write(key, at, 'latin1'));
    records.writeUInt32LE(key.length, end);
    records.writeUInt32LE(bytes, end + 4);
    end = at + key.length + bytes;
  }
  return records.subarray(0, end);
}

/** Parses the values of rows, which `add` of the same spool wrote. */
const cellsOf = (rows: readonly string[]) => JSON.parse(`[${rows.join(',')}]`) as Cells[];

/** Reads the records of one run one after the other, a block of bytes at a time. */
class Run {
  /** The key of the current record. */
  key = '';
  readonly #file: FileHandle;
  readonly #end: number;
  /** The next byte to be read. */
  #position: number;
  #block: Buffer = Buffer.alloc(0);
  /** The position of the current record's values in the block. */
  #from = 0;
  #to = 0;

  constructor(file: FileHandle, start: number, end: number) {
    this.#file = file;
    this.#position = start;
    this.#end = end;
  }

  /** Moves to the next record; returns false if the block does not contain all of it, so that `fill` must read on. */
  next(): boolean {
    const block = this.#block;
    const begin = this.#to;
    if (begin + LENGTHS > block.length) return false;
    const from = begin + LENGTHS + block.readUInt32LE(begin);
    const to = from + block.readUInt32LE(begin + 4);
    if (to > block.length) return false;
    this.key = block.toString('latin1', begin + LENGTHS, from);
    this.#from = from;
    this.#to = to;
    return true;
  }

  /** Reads until the block has a whole record, and moves to it; returns false at the end of the run. */
  async fill(): Promise<boolean> {
    while (!this.next()) {
      const rest = this.#block.subarray(this.#to);
      const wanted = Math.min(BLOCK_BYTES, this.#end - this.#position);
      if (wanted === 0 && rest.length === 0) return false;
      const block = Buffer.allocUnsafe(rest.length + wanted);
      rest.copy(block);
      const { bytesRead } = await this.#file.read(block, rest.length, wanted, this.#position);
      if (bytesRead === 0) throw new Error('A report spool ended early');
      this.#position += bytesRead;
      this.#block = block.subarray(0, rest.length + bytesRead);
      this.#to = 0;
    }
    return true;
  }

  /** The values of the current record, as JSON. */
  values(): string {
    return this.#block.toString('utf8', this.#from, this.#to);
  }
}
