import { MAX_REPEAT_SECONDS } from '../core/doubles.ts';
import {
  type Direction,
  type Draft,
  type LogRecord,
  type Means,
  personKey,
  type RecordedPerson,
} from '../core/record.ts';
import { formatUnits, shares } from '../core/units.ts';
import type { Act, RecorderDatabase, Stores } from '../store/database.ts';
import { allRunning, type Job, runningId } from '../store/jobs.ts';
import { capture, correcting, correctionGroup, since, undo } from '../store/log.ts';
import type { Clocks } from '../store/readings.ts';
import { findPerson } from '../store/roster.ts';
import { Asking } from './asking.ts';
import { dropBallast } from './ballast.ts';
import type { DeviceClocks } from './clocks.ts';
import {
  actOf,
  type Counting,
  type How,
  isFull,
  nameOf,
  namesOf,
  type Outcome,
  type Picked,
  type Taken,
  type Unknown,
} from './outcome.ts';
import type { Rest } from './rest.ts';
import { signal } from './signals.ts';
import { Tallies } from './tallies.ts';
import { dayStartOf, type ViewStore } from './view.ts';
import { creditTime, storeTime } from './working.ts';

const DAY_MS = 86_400_000;
type Device = {
  db: RecorderDatabase;
  clocks: DeviceClocks;
  shown: ViewStore;
  rest: Rest;
  /** Reads anew what the screens show. */
  refresh: () => Promise<void>;
  /** Something was stored that is to be sent. */
  onTaken: () => void;
};

/** Scans become records: repeats and unknown numbers are asked about first, and an outcome is told once it is on disk. */
export class Capturing {
  readonly #device: Device;
  readonly #asking = new Asking();
  readonly #tallies = new Tallies();
  #dayOf = Number.NEGATIVE_INFINITY;
  constructor(device: Device) {
    this.#device = device;
  }
  get #view() {
    return this.#device.shown.get();
  }
  /** The device's wall clock (ms) at the account's last midnight. */
  dayStart = () => dayStartOf(this.#view, this.#device.clocks.now().wall);

  /** Remembers what was scanned just before a reload. */
  async recall() {
    const { db, clocks } = this.#device;
    const { wall } = clocks.now();
    this.#asking.recall(await db.run('readonly', (stores) => since(stores, wall - MAX_REPEAT_SECONDS * 1000)), wall);
  }
  /** Counts today's records anew where another day has begun. */
  async tallyAnew() {
    const start = this.dayStart();
    // A corrected clock moves midnight a little: only another day is counted anew.
    if (Math.abs(this.#dayOf - start) < DAY_MS / 2) return;
    this.#dayOf = start;
    this.#tallies.clear();
    for (const record of await this.#device.db.run('readonly', (stores) => since(stores, start)))
      this.#tallies.add(record);
  }

  /** Somebody clocks in or out by a badge, a typed number or a tag. */
  async clock(text: string, direction: Direction, how: How): Promise<Outcome> {
    const found = await this.#find(text);
    if (!found) return this.#nobody(text);
    const draft = { kind: 'clock', direction, person: found.person, means: how.means } as const;
    const act = actOf(draft);
    const anew = (more: Partial<How>) => this.clock(text, direction, { ...how, ...more });
    const asked = this.#ask({ found, act, repeatSeconds: this.#view.settings.repeatClock, how, anew });
    if (asked) return asked;
    return this.#take([draft], [nameOf(found.known, found.person)], [act], async (stores, clocks) => {
      if (direction !== 'out') return;
      const ended = (await allRunning(stores)).filter(({ id }) => id === runningId(found.person));
      await storeTime(stores, ended, clocks, { ends: true });
    });
  }
  /** A badge in the picture counts for its person, or for the whole team that it is of. */
  async count(text: string, { job, team }: Counting, how: How): Promise<Outcome> {
    const found = await this.#find(text);
    if (!found) return this.#nobody(text);
    const members = team?.members.some((member) => personKey(member) === personKey(found.person))
      ? team.members
      : [found.person];
    const act = actOf({ kind: 'piece', person: found.person, lookup1: job.lookup1, lookup2: job.lookup2 });
    const anew = (more: Partial<How>) => this.count(text, { job, team }, { ...how, ...more });
    const asked = this.#ask({ found, act, repeatSeconds: this.#view.settings.repeatPiece, how, anew });
    return asked ?? this.credit(members, job, how.means, [act]);
  }
  /** Shares the units of a scan among people, in one transaction. */
  async credit(people: readonly RecordedPerson[], job: Job, means: Means, acts: string[] = []): Promise<Outcome> {
    const { lookup1, lookup2 } = job;
    const units = shares(job.perScan, people.length);
    const drafts = people.map(
      (person, i): Draft => ({ kind: 'piece', person, means, lookup1, lookup2, units: formatUnits(units[i] ?? 0) }),
    );
    return this.#take(drafts, await this.namesOf(people), acts, (stores, clocks) =>
      creditTime(stores, people, { job, dayStart: this.dayStart() }, clocks),
    );
  }
  /** The person of a scan that records nothing by itself; somebody unknown is asked about first, `anyway` is the screen's. */
  async pick(text: string, isAnyway = false): Promise<Picked | Unknown> {
    this.#device.rest.used();
    const found = await this.#find(text);
    if (!found) return this.#nobody(text);
    if (found.known || isAnyway || this.#view.activation?.endedAt !== null) {
      this.#signal('taken');
      return { kind: 'picked', person: found.person, name: nameOf(found.known, found.person) };
    }
    this.#signal('unknown');
    return { kind: 'unknown', text: found.person.number ?? text, anyway: async () => null };
  }
  readonly #find = (text: string) => this.#device.db.run('readonly', (stores) => findPerson(stores, text));
  readonly #signal = (kind: 'taken' | 'repeat' | 'unknown') => signal(kind, this.#view.settings.hasSound);
  /** Text that no number or time id can be. */
  #nobody(text: string): Unknown {
    this.#signal('unknown');
    return { kind: 'unknown', text, anyway: null };
  }
  #ask(scan: Omit<Parameters<Asking['ask']>[0], 'isEnded'>): Outcome | null {
    this.#device.rest.used();
    const question = this.#asking.ask({ ...scan, isEnded: this.#view.activation?.endedAt !== null });
    if (question?.kind === 'repeat' || question?.kind === 'unknown') this.#signal(question.kind);
    return question;
  }

  async #take(
    drafts: Draft[] | Act<Draft[]>,
    names: string[],
    acts: string[],
    also?: (stores: Stores, clocks: Clocks) => Promise<void>,
    group: string = crypto.randomUUID(),
  ): Promise<Outcome> {
    const { db, clocks, shown, onTaken } = this.#device;
    const now = clocks.now();
    const store = () =>
      db.run('readwrite', async (stores) => {
        const drafted = typeof drafts === 'function' ? await drafts(stores) : drafts;
        const records = await capture(stores, group, drafted, now);
        await also?.(stores, now);
        return records;
      });
    try {
      const records = await store().catch(async (error: unknown) => {
        if (!isFull(error) || !(await dropBallast())) throw error;
        return store();
      });
      clocks.stored(now);
      this.#acts.set(group, acts);
      await this.tallyAnew();
      for (const record of records) this.#tallies.add(record);
      const [first] = records;
      if (first) this.#signal('taken');
      shown.set({ waiting: this.#view.waiting + records.length });
      onTaken();
      return { kind: 'taken', group, records, names, today: first ? this.#tallies.of(first.person) : 0 };
    } catch (error) {
      this.#asking.forget(acts);
      signal('failed', true);
      return { kind: 'failed', isFull: isFull(error) };
    }
  }
  readonly #acts = new Map<string, string[]>();
  async undo({ group, records }: Pick<Taken, 'group' | 'records'>): Promise<boolean> {
    const isUndone = await this.#device.db.run('readwrite', (stores) => undo(stores, group));
    if (isUndone) {
      for (const record of records) this.#tallies.remove(record);
      this.#asking.forget(this.#acts.get(group) ?? []);
    }
    await this.#device.refresh();
    return isUndone;
  }
  /** Records a correction: what makes a record stand at other units (thousandths); nothing where it does already, or was undone. */
  correct = (record: LogRecord & { kind: 'piece' }, thousandths: number): Promise<Outcome> =>
    this.#take((stores) => correcting(stores, record, thousandths), [], [], undefined, correctionGroup(record.id));
  namesOf = (people: readonly RecordedPerson[]) => this.#device.db.run('readonly', (stores) => namesOf(stores, people));
}
