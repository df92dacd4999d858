/** Counters that the database's thread shares with the main one; they can be read even while a statement runs. */
export type Gauges = {
  /** Notes that a batch has begun, and how long it may take. */
  begin(deadlineMs: number): void;
  end(): void;
  countSync(): void;
  noteNoSpace(): void;
  read(): { busy: boolean; batch: number; deadlineMs: number; syncs: number; noSpace: boolean };
};

const BUSY = 0;
const BATCH = 1;
const DEADLINE = 2;
const SYNCS = 3;
const NO_SPACE = 4;

export const gaugeMemory = () => new SharedArrayBuffer(5 * Int32Array.BYTES_PER_ELEMENT);

export function createGauges(memory: SharedArrayBuffer): Gauges {
  const cells = new Int32Array(memory);
  const get = (cell: number) => Atomics.load(cells, cell);
  return {
    begin(deadlineMs) {
      Atomics.store(cells, DEADLINE, deadlineMs);
      Atomics.add(cells, BATCH, 1);
      Atomics.store(cells, BUSY, 1);
    },
    end: () => void Atomics.store(cells, BUSY, 0),
    countSync: () => void Atomics.add(cells, SYNCS, 1),
    noteNoSpace: () => void Atomics.store(cells, NO_SPACE, 1),
    read: () => ({
      busy: get(BUSY) === 1,
      batch: get(BATCH),
      deadlineMs: get(DEADLINE),
      syncs: get(SYNCS),
      noSpace: get(NO_SPACE) === 1,
    }),
  };
}
