import type { RecorderDatabase, Stores } from '../store/database.ts';
import { allRunning } from '../store/jobs.ts';
import { type Off, readMeta } from '../store/meta.ts';
import type { DeviceClocks } from './clocks.ts';
import { answerOff, lastAlive, momentNow, noteOff, type Since, storeDueParts } from './working.ts';

/** Records that the Recorder is awake while people's working time runs, or that it was off. */
export class Awake {
  readonly #db: RecorderDatabase;
  readonly #clocks: DeviceClocks;
  /** The last moment at which this page was awake while working time ran. */
  #alive: Since | null = null;
  constructor(db: RecorderDatabase, clocks: DeviceClocks) {
    this.#db = db;
    this.#clocks = clocks;
  }

  /** Notes at the start that the Recorder was off since the last reading. */
  async begin(): Promise<void> {
    const clocks = this.#clocks.now();
    await this.#db.run('readwrite', async (stores) => noteOff(stores, await lastAlive(stores), clocks));
  }
  /** Stores the parts of working time that are due; returns a stretch in which the Recorder was off, if that has not been answered yet. */
  async note(): Promise<Off | null> {
    const clocks = this.#clocks.now();
    const before = this.#alive;
    const note = async (stores: Stores) => {
      await noteOff(stores, before, clocks);
      const off = (await readMeta(stores, 'off')) ?? null;
      // Not answered yet: whether the time while it was off counts.
      if (off || (await allRunning(stores)).length === 0) return { off, alive: null };
      const alive = await momentNow(stores, clocks);
      await storeDueParts(stores, clocks);
      return { off, alive };
    };
    const noted = await this.#db.run('readwrite', note).catch(() => null);
    if (!noted) return null;
    this.#alive = noted.alive;
    if (noted.alive) this.#clocks.stored(clocks);
    return noted.off;
  }
  /** Stores the answer to 'Did the crew work while the Recorder was off?'. */
  async answer(hasWorked: boolean): Promise<void> {
    const clocks = this.#clocks.now();
    await this.#db.run('readwrite', async (stores) => {
      const off = await readMeta(stores, 'off');
      if (off) await answerOff(stores, off, clocks, hasWorked);
    });
    this.#clocks.stored(clocks);
    this.#alive = null;
  }
}
