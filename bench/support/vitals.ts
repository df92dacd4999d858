import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Row, rounded } from './rig.ts';

const MB = 1024 * 1024;

/** The state of a server process at one moment. Sizes in MB; the event loop's delay since the previous moment, in ms. */
export type Vitals = {
  /** Hours since the first measurement. */
  hours: number;
  rss: number;
  heap: number;
  /** The share of one core that was used since the previous measurement; 1 is all of it. */
  cpu: number;
  handles: number;
  files: number;
  loopP99: number;
  loopMax: number;
  data: number;
  wal: number;
};

/** Reads a server's /metrics and the size of its files every `everyMs`. The first reading only resets the counters that include the start. */
export class Watch {
  readonly samples: Vitals[] = [];
  readonly #origin: string;
  readonly #dataDir: string;
  readonly #timer: NodeJS.Timeout;
  readonly #started = performance.now();
  #before = { cpu: 0, at: 0 };

  private constructor(origin: string, dataDir: string, everyMs: number) {
    this.#origin = origin;
    this.#dataDir = dataDir;
    // A failed reading is one sample less: unanswered requests are counted by those who send them.
    this.#timer = setInterval(() => void this.look().catch(() => undefined), everyMs);
  }

  static async start(origin: string, dataDir: string, everyMs: number): Promise<Watch> {
    const watch = new Watch(origin, dataDir, everyMs);
    await watch.look();
    watch.samples.length = 0;
    return watch;
  }

  async look() {
    const text = await (await fetch(`${this.#origin}/metrics`)).text();
    const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
    const bundled = join(this.#dataDir, 'postgres');
    const [cpu, at] = [read('process_cpu_seconds_total'), performance.now() / 1_000];
    const before = this.#before;
    this.#before = { cpu, at };
    this.samples.push({
      hours: (performance.now() - this.#started) / 3_600_000,
      rss: read('process_resident_memory_bytes') / MB,
      heap: read('nodejs_heap_size_used_bytes') / MB,
      cpu: (cpu - before.cpu) / (at - before.at),
      handles: read('nodejs_active_handles_total'),
      files: read('process_open_fds'),
      loopP99: read('nodejs_eventloop_lag_p99_seconds') * 1_000,
      loopMax: read('nodejs_eventloop_lag_max_seconds') * 1_000,
      data: sizeOf(this.#dataDir) / MB,
      wal: sizeOf(join(bundled, 'pg_wal')) / MB,
    });
  }

  stop() {
    clearInterval(this.#timer);
  }
}

/** Returns the bytes of all files below a folder; a file that is deleted meanwhile counts nothing. */
function sizeOf(folder: string): number {
  let bytes = 0;
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      bytes += entry.isDirectory() ? sizeOf(path) : (statSync(path, { throwIfNoEntry: false })?.size ?? 0);
    }
  } catch {
    // The folder does not exist.
  }
  return bytes;
}

/** Returns the growth per hour by least squares, with its standard error; undefined for fewer than three points. */
export function slopeOf(points: readonly { x: number; y: number }[]): { perHour: number; error: number } | undefined {
  const n = points.length;
  if (n < 3) return undefined;
  const mean = (of: (point: { x: number; y: number }) => number) => points.reduce((sum, p) => sum + of(p), 0) / n;
  const [x, y] = [mean((p) => p.x), mean((p) => p.y)];
  const spread = points.reduce((sum, p) => sum + (p.x - x) ** 2, 0);
  const perHour = points.reduce((sum, p) => sum + (p.x - x) * (p.y - y), 0) / spread;
  const rest = points.reduce((sum, p) => sum + (p.y - y - perHour * (p.x - x)) ** 2, 0);
  return { perHour, error: Math.sqrt(rest / (n - 2) / spread) };
}

/** Returns the quantile: the smallest value that is not below this share of all. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Summarises a process's samples from the first sixth of the run to the last. */
export const course = (samples: readonly Vitals[]): Row[] =>
  [0, 1, 2, 3, 4, 5].flatMap((sixth) => {
    const size = samples.length / 6;
    const part = samples.slice(Math.floor(sixth * size), Math.floor((sixth + 1) * size));
    const last = part.at(-1);
    if (!last) return [];
    const mean = (of: (one: Vitals) => number) => part.reduce((sum, one) => sum + of(one), 0) / part.length;
    return {
      'until minute': rounded(last.hours * 60),
      'RSS, MB': Math.round(mean((one) => one.rss)),
      'highest RSS': Math.round(Math.max(...part.map((one) => one.rss))),
      'lowest heap, MB': Math.round(Math.min(...part.map((one) => one.heap))),
      'cores in use': rounded(
        mean((one) => one.cpu),
        2,
      ),
      'handles, files': `${last.handles}, ${last.files}`,
      'loop delay p99, ms': rounded(
        quantile(
          part.map((one) => one.loopP99),
          0.5,
        ),
      ),
      'worst of 10 s': rounded(Math.max(...part.map((one) => one.loopP99))),
      'longest stop, ms': rounded(Math.max(...part.map((one) => one.loopMax))),
      'data, MB': Math.round(last.data),
      'pg_wal, MB': Math.round(last.wal),
    };
  });
