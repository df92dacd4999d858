import type { Temporal } from 'temporal-polyfill';
import type { DeliveredRecords } from '#contract/intake/sync.ts';
import { CALLS, type Call } from './client.ts';
import type { Entry } from './days.ts';
import { TEAM } from './world.ts';

const BATCH = 1_000;
/** The pieces of each sample. */
export const SAMPLE_PIECES = 50;
/** A container at the packhouse: its weight, or why it was rejected, and of how many pieces of a sample each defect was found. */
export type Delivered = { number: number; at: Temporal.Instant; weight: string; fault?: string; found?: number[] };
type Ids = { kindIds: ReadonlyMap<string, string>; defectIds: readonly string[]; teamId: string };

/** A simulated V2 device: uploads tickets, keeps its cursor, sends heartbeats. */
export class DemoPhone {
  readonly #call: Call;
  readonly #token: string;
  readonly #ids: Ids;
  #cursor: string | null = null;

  constructor(call: Call, token: string, ids: Ids) {
    this.#call = call;
    this.#token = token;
    this.#ids = ids;
  }

  /** Takes containers in at the packhouse. */
  async deliver(containers: Delivered[], now: Date) {
    const deliveries = containers.map(({ number, at, ...said }) => ({
      ...{ recordId: `delivered-${number}-${at.epochMilliseconds}`, container: String(number), at: at.toString() },
      ...(said.fault === undefined
        ? { verdict: 'accept', weight: said.weight }
        : { verdict: 'reject', reason: said.fault }),
    }));
    const samples = containers.flatMap(({ number, at, found }) =>
      found
        ? {
            ...{ recordId: `sampled-${number}-${at.epochMilliseconds}`, container: String(number), at: at.toString() },
            pieces: SAMPLE_PIECES,
            found: this.#ids.defectIds.map((defectId, nth) => ({ defectId, pieces: found[nth] ?? 0 })),
          }
        : [],
    );
    await this.#sync({ deliveries, samples }, now);
  }

  /** Counts what the team has packed. */
  async makeTogether(made: { at: Temporal.Instant; units: string }[], now: Date) {
    const teamEntries = made.map(({ at, units }) => ({
      ...{ recordId: `team-${at.epochMilliseconds}`, at: at.toString(), teamId: this.#ids.teamId, units },
      ...{ lookup1Code: TEAM.product, lookup2Code: TEAM.block },
    }));
    await this.#sync({ teamEntries }, now);
  }

  async upload(entries: Entry[], now: Date) {
    for (let from = 0; from === 0 || from < entries.length; from += BATCH) {
      const pieceworkEntries = entries.slice(from, from + BATCH).map((entry) => ({
        recordId: entry.recordId,
        employeeNumber: entry.worker.number,
        lookup1Code: entry.lookup1Code,
        lookup2Code: entry.lookup2Code,
        units: entry.units,
        startedAt: entry.startedAt.toString(),
        endedAt: entry.endedAt.toString(),
        ...(entry.container && {
          container: {
            number: String(entry.container.number),
            kindId: this.#ids.kindIds.get(entry.container.name) ?? '',
          },
        }),
      }));
      await this.#sync({ pieceworkEntries }, now);
    }
  }

  async #sync(records: DeliveredRecords, now: Date) {
    const body = { sentAt: now.toISOString(), cursor: this.#cursor, ...records };
    const { cursor, rejected } = await this.#call(CALLS.syncDevice, { body }, this.#token);
    this.#cursor = cursor;
    if (rejected.length > 0) throw new Error(`Refused records: ${JSON.stringify(rejected.slice(0, 3))}`);
  }
}
