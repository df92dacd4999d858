import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pause, ServerProcess } from './rig.ts';

/** Several server processes on one database with one adjustable clock; any of them may be dead at any time. */
export class Fleet {
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'tallyboard-fleet-'));
  readonly #servers: ServerProcess[] = [];
  readonly #live = new Set<ServerProcess>();
  readonly #starting = new Map<ServerProcess, Promise<void>>();
  /** The error of the first process that could not start. */
  #failure: unknown;
  readonly recoveries: number[] = [];
  now: number;
  kills = 0;

  private constructor(now: number) {
    this.now = now;
  }

  static async create(size: number, env: Record<string, string>, now: number, ...args: string[]) {
    const fleet = new Fleet(now);
    for (let n = 0; n < size; n++)
      fleet.#servers.push(await ServerProcess.create(env, fleet.#dataDir, 'tests/faults/clockedServer.ts', ...args));
    try {
      // One after the other, because the first one creates the tables.
      for (const server of fleet.#servers) {
        fleet.#start(server);
        await fleet.#starting.get(server);
        fleet.#throwFailure();
      }
    } catch (error) {
      await fleet.remove();
      throw error;
    }
    return fleet;
  }

  #start(server: ServerProcess) {
    const started = this.#comeUp(server)
      // Nobody may be waiting for it.
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => this.#starting.delete(server));
    this.#starting.set(server, started);
  }

  async #comeUp(server: ServerProcess) {
    this.recoveries.push(await server.start({ TEST_CLOCK: String(this.now) }));
    // The clock moved on while it started.
    for (let told = Number.NaN; told !== this.now; ) {
      told = this.now;
      await server.tell({ now: told, run: false });
    }
    this.#live.add(server);
  }

  #throwFailure() {
    if (this.#failure) throw this.#failure;
  }

  get live(): ServerProcess[] {
    return [...this.#live];
  }
  get any(): ServerProcess {
    this.#throwFailure();
    const { live } = this;
    const one = live[Math.floor(Math.random() * live.length)];
    if (!one) throw new Error('No server is up');
    return one;
  }

  /** Sets the clock everywhere; `run`: every process looks for what is due. */
  async at(now: number, run: boolean) {
    this.#throwFailure();
    this.now = now;
    for (const server of this.live) await server.tell({ now, run });
  }

  async kill(servers: readonly ServerProcess[]) {
    for (const server of servers) {
      this.#live.delete(server);
      this.kills++;
      await server.end('SIGKILL');
    }
  }

  /** Starts the processes that are dead; waits until one, or all, are up. */
  async revive({ all }: { all: boolean }) {
    for (const server of this.#servers) if (!this.#live.has(server) && !this.#starting.has(server)) this.#start(server);
    if (all) await Promise.all(this.#starting.values());
    this.#throwFailure();
    while (this.#live.size === 0) {
      await Promise.race([pause(50), ...this.#starting.values()]);
      this.#throwFailure();
    }
  }

  async remove() {
    await Promise.all(this.#starting.values());
    for (const server of this.#servers) {
      if (server.ownEnd) console.error(server.ownEnd);
      await server.end('SIGKILL');
    }
    rmSync(this.#dataDir, { recursive: true, force: true });
  }
}
