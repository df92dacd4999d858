import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Row, Value } from '../files/table.ts';
import { compareKeys, type SortKey } from './order.ts';

/** Sorted runs of rows on disk, merged when they are read: a report of any length in the memory of its longest run. */
export type Spool = {
  /** One run, sorted here. */
  add(rows: readonly Row[]): Promise<void>;
  /** All rows in order, in batches. */
  read(): AsyncGenerator<Row[]>;
  /** Deletes the file. */
  close(): Promise<void>;
};

type Spooled = { sort: SortKey; row: Row };
/** As it lies on disk: sort key, day, key, then the values in the order of the columns. */
type Stored = [SortKey, string, string, ...Value[]];
type Run = { start: number; end: number };
/** Of each run, when they are merged: ninety of them are open at once. */
const BLOCK_BYTES = 16 * 1024;
const BATCH_ROWS = 500;

/** `directory` exists and is ours: what is left there by a crash may be deleted. */
export async function openSpool(
  directory: string,
  columnIds: readonly string[],
  sortKey: (row: Row) => SortKey,
): Promise<Spool> {
  const folder = await mkdtemp(join(directory, 'report-'));
  const file = await open(join(folder, 'rows'), 'w+');
  const runs: Run[] = [];
  let size = 0;
  return {
    async add(rows) {
      const sorted = rows
        .map((row): Spooled => ({ sort: sortKey(row), row }))
        .sort((a, b) => compareKeys(a.sort, b.sort));
      const start = size;
      for (let i = 0; i < sorted.length; i += BATCH_ROWS) {
        const lines = sorted
          .slice(i, i + BATCH_ROWS)
          .map((spooled) => `${JSON.stringify(storedOf(spooled, columnIds))}\n`);
        const { bytesWritten } = await file.write(lines.join(''), size);
        size += bytesWritten;
      }
      if (size > start) runs.push({ start, end: size });
    },
    async *read() {
      const heads: { next: Spooled; rest: AsyncGenerator<Spooled> }[] = [];
      for (const run of runs) {
        const rest = readRun(file, run, columnIds);
        const { value: next } = await rest.next();
        if (next) heads.push({ next, rest });
      }
      heads.sort((a, b) => compareKeys(a.next.sort, b.next.sort));
      let batch: Row[] = [];
      for (let head = heads[0]; head; head = heads[0]) {
        batch.push(head.next.row);
        const { value: next } = await head.rest.next();
        heads.shift();
        if (next) {
          head.next = next;
          heads.splice(placeOf(heads, next.sort), 0, head);
        }
        if (batch.length === BATCH_ROWS) {
          yield batch;
          batch = [];
        }
      }
      if (batch.length > 0) yield batch;
    },
    async close() {
      await file.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the position of a key in the sorted heads, by binary search. */
function placeOf(heads: readonly { next: Spooled }[], key: SortKey): number {
  let low = 0;
  let high = heads.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const there = heads[middle];
    if (there && compareKeys(there.next.sort, key) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

const storedOf = ({ sort, row }: Spooled, columnIds: readonly string[]): Stored => [
  sort,
  row.day,
  row.key,
  ...columnIds.map((id) => row.values[id] ?? null),
];
function spooledOf([sort, day, key, ...stored]: Stored, columnIds: readonly string[]): Spooled {
  const values: Row['values'] = {};
  for (const [i, id] of columnIds.entries()) values[id] = stored[i] ?? null;
  return { sort, row: { day, key, values } };
}

/** The rows of one run, a block of bytes at a time. */
async function* readRun(file: FileHandle, { start, end }: Run, columnIds: readonly string[]): AsyncGenerator<Spooled> {
  let rest = Buffer.alloc(0);
  for (let at = start; at < end; ) {
    const block = Buffer.alloc(Math.min(BLOCK_BYTES, end - at));
    const { bytesRead } = await file.read(block, 0, block.length, at);
    if (bytesRead === 0) throw new Error('A report spool ended early');
    at += bytesRead;
    const text = Buffer.concat([rest, block.subarray(0, bytesRead)]);
    const lastLine = text.lastIndexOf(10);
    rest = text.subarray(lastLine + 1);
    // Written by `add` of this very spool.
    for (const line of text
      .subarray(0, lastLine + 1)
      .toString('utf8')
      .split('\n'))
      if (line) yield spooledOf(JSON.parse(line) as Stored, columnIds);
  }
}
