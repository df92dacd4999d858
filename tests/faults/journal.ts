import { z } from 'zod';
import { unzip } from '#tests/support/zip.ts';
import { backUp } from './backupCalls.ts';
import { postLines, type ServerProcess, type Site } from './rig.ts';

const storedRow = z.object({ time_id: z.string(), at: z.string(), standing: z.string() });
const identity = (serial: string, pin: string, second: string) =>
  `${serial} ${pin} ${second.replace(' ', 'T').slice(0, 19)}`;

/** Returns the punches of an account by serial number, PIN and second, read from a backup through the API. */
async function storedIdentities(server: ServerProcess, site: Site): Promise<string[]> {
  const files = await unzip(await backUp(server, site));
  const rows = String(files.get('data/clock-records.ndjson') ?? '')
    .split('\n')
    .filter(Boolean);
  return rows
    .map((line) => storedRow.parse(JSON.parse(line)))
    .filter(({ standing }) => standing !== 'duplicate')
    .map(({ time_id, at }) => identity(site.serial, time_id, at));
}

/**
 * The acknowledgements that a terminal got, kept outside the server's process: each punch by serial number, PIN and second. Nothing is sent again
 * before the comparison, so that an acknowledged punch that was lost cannot come back unnoticed.
 */
export class Journal {
  readonly #sent = new Set<string>();
  readonly #acknowledged = new Set<string>();

  get acknowledged() {
    return this.#acknowledged.size;
  }

  /** Posts ATTLOG lines to `to` (the server or a proxy in front of it), and records the answer. */
  async post(to: { origin: string }, { serial }: Site, lines: readonly string[]) {
    const outcome = await postLines(to, serial, lines);
    this.note(serial, lines, outcome === 'acknowledged');
    return outcome;
  }

  note(serial: string, lines: readonly string[], isAcknowledged: boolean) {
    for (const line of lines) {
      const [pin = '', time = ''] = line.split('\t');
      const punch = identity(serial, pin, time);
      this.#sent.add(punch);
      if (isAcknowledged) this.#acknowledged.add(punch);
    }
  }

  /** Returns how many acknowledged punches are not stored, and how many are stored twice or were never sent. */
  async judge(server: ServerProcess, site: Site) {
    return this.compare(await storedIdentities(server, site));
  }

  compare(stored: readonly string[]): { lost: number; doubled: number } {
    const distinct = new Set(stored);
    const lost = [...this.#acknowledged].filter((punch) => !distinct.has(punch)).length;
    const foreign = [...distinct].filter((punch) => !this.#sent.has(punch)).length;
    return { lost, doubled: stored.length - distinct.size + foreign };
  }
}
