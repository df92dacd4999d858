import { MAX_REPEAT_SECONDS } from '../core/doubles.ts';
import {
  type Direction,
  type Draft,
  type LogRecord,
  type Means,
  personKey,
  type RecordedPerson,
  type Shared,
} from '../core/record.ts';
import { formatUnits, shares } from '../core/units.ts';
import { type Act, isFull, type RecorderDatabase, type Stores } from '../store/database.ts';
import type { Job } from '../store/jobs.ts';
import { capture, since } from '../store/log.ts';
import { noteNewPerson } from '../store/newPeople.ts';
import type { Clocks } from '../store/readings.ts';
import { findPerson } from '../store/roster.ts';
import { Asking } from './asking.ts';
import type { DeviceClocks } from './clocks.ts';
import { actOf, type Counting, type How, nameOf, namesOf, type Outcome, type Picked, type Unknown } from './outcome.ts';
import type { OwnWeek } from './ownWeek.ts';
import type { Rest } from './rest.ts';
import { signal } from './signals.ts';
import { Tallies } from './tallies.ts';
import { dayStartOf, type ViewStore } from './view.ts';
import { creditTime, endTime } from './working.ts';

const DAY_MS = 86_400_000;
type Device = {
  db: RecorderDatabase;
  clocks: DeviceClocks;
  shown: ViewStore;
  rest: Rest;
  /** Reads again what the screens show. */
  refresh: () => Promise<void>;
  /** Called when something was stored that must be sent. */
  onRecorded: () => void;
};

/** How units are credited; `counting` is of several people. */
/** `named`: the person of the scan, and the name that a user typed where this device does not know them. */
type Crediting = {
  means: Means;
  counting: Shared;
  acts?: string[];
  named?: { person: RecordedPerson; name: string | undefined };
};

/** Turns scans into records: asks about repeats and unknown numbers first, and reports an outcome once it is on disk. */
export class Capturing {
  readonly #device: Device;
  readonly #asking = new Asking();
  readonly #tallies = new Tallies();
  #dayOf = Number.NEGATIVE_INFINITY;
  /** Each person's week: until it has been read, no total of it is shown. */
  #week: OwnWeek | undefined;
  constructor(device: Device) {
    this.#device = device;
  }
  get #view() {
    return this.#device.shown.get();
  }
  /** The device's wall clock (ms) at the account's last midnight. */
  dayStart = () => dayStartOf(this.#view, this.#device.clocks.now().wall);

  /** Restores what was scanned just before a reload. */
  async recall() {
    const { db, clocks } = this.#device;
    const { wall } = clocks.now();
    this.#asking.recall(await db.run('readonly', (stores) => since(stores, wall - MAX_REPEAT_SECONDS * 1000)), wall);
  }
  /** Counts today's records again after midnight. */
  async tallyAnew() {
    const start = this.dayStart();
    // A corrected clock moves midnight a little; only another day is counted again.
    if (Math.abs(this.#dayOf - start) < DAY_MS / 2) return;
    this.#dayOf = start;
    this.#tallies.clear();
    for (const record of await this.#device.db.run('readonly', (stores) => since(stores, start)))
      this.#tallies.add(record);
    this.#week = undefined;
    // No scan waits for it, and its code is no part of the first screen's.
    void import('./ownWeek.ts')
      .then(async ({ readWeek }) => {
        this.#week = await readWeek(this.#device.db, start, this.#view);
      })
      .catch(() => undefined);
  }
  /** Clocks an employee in or out by a badge, a typed number or a tag. */
  async clock(text: string, direction: Direction, how: How): Promise<Outcome> {
    const found = await this.#find(text);
    if (!found) return this.#unmatched(text);
    const draft = { kind: 'clock', direction, person: found.person, means: how.means } as const;
    const act = actOf(draft);
    const anew = (more: Partial<How>) => this.clock(text, direction, { ...how, ...more });
    const question = this.ask({ found, act, repeatSeconds: this.#view.settings.repeatClock, how, anew });
    if (question) return question;
    const name = how.name ?? found.named;
    return this.take([draft], [nameOf(found.known, found.person, name)], [act], async (stores, clocks, group) => {
      if (name !== undefined) await noteNewPerson(stores, found.person, name, clocks.wall);
      if (direction === 'out') await endTime(stores, found.person, group, clocks);
    });
  }
  /** Counts pieces for the person of a badge, or for their whole team. */
  async count(text: string, { job, team }: Counting, how: How): Promise<Outcome> {
    const found = await this.#find(text);
    if (!found) return this.#unmatched(text);
    const members = team?.members.some((member) => personKey(member) === personKey(found.person))
      ? team.members
      : [found.person];
    const act = actOf({ kind: 'piece', person: found.person, lookup1: job.lookup1, lookup2: job.lookup2 });
    const anew = (more: Partial<How>) => this.count(text, { job, team }, { ...how, ...more });
    const question = this.ask({ found, act, repeatSeconds: this.#view.settings.repeatPiece, how, anew });
    return (
      question ??
      this.credit(members, job, {
        means: how.means,
        acts: [act],
        counting: 'team',
        named: { person: found.person, name: how.name ?? found.named },
      })
    );
  }
  /** Shares the units of a scan among people, in one transaction. */
  async credit(
    people: readonly RecordedPerson[],
    job: Job,
    { means, counting, acts = [], named }: Crediting,
  ): Promise<Outcome> {
    const { lookup1, lookup2 } = job;
    const units = shares(job.perScan, people.length);
    const drafts = people.map(
      (person, i): Draft => ({
        kind: 'piece',
        person,
        means,
        lookup1,
        lookup2,
        units: formatUnits(units[i] ?? 0),
        ...(people.length > 1 && { counting }),
      }),
    );
    const names = await this.namesOf(people);
    const name = named?.name;
    if (name !== undefined && people.length === 1) names[0] = name;
    return this.take(drafts, names, acts, async (stores, clocks, group) => {
      if (named && name !== undefined) await noteNewPerson(stores, named.person, name, clocks.wall);
      await creditTime(stores, people, { job, dayStart: this.dayStart(), group }, clocks);
    });
  }
  /** Returns the person of a scan that records nothing by itself; an unknown one is returned as such unless `isAnyway`. */
  async pick(text: string, isAnyway = false): Promise<Picked | Unknown> {
    this.#device.rest.used();
    const found = await this.#find(text);
    if (!found) return this.#unmatched(text);
    if (found.known || found.named !== undefined || isAnyway || this.#view.activation?.endedAt !== null) {
      this.#signal('taken');
      return { kind: 'picked', person: found.person, name: nameOf(found.known, found.person, found.named) };
    }
    this.#signal('unknown');
    return { kind: 'unknown', text: found.person.number ?? text, anyway: async () => null };
  }
  readonly #find = (text: string) => this.#device.db.run('readonly', (stores) => findPerson(stores, text));
  readonly #signal = (kind: 'taken' | 'repeat' | 'unknown') => signal(kind, this.#view.settings.hasSound);
  /** For text that can be no number and no time id. */
  #unmatched(text: string): Unknown {
    this.#signal('unknown');
    return { kind: 'unknown', text, anyway: null };
  }
  /** Returns the question to ask before a scan is recorded, or null. */
  ask(scan: Omit<Parameters<Asking['ask']>[0], 'isEnded'>): Outcome | null {
    this.#device.rest.used();
    const question = this.#asking.ask({ ...scan, isEnded: this.#view.activation?.endedAt !== null });
    if (question?.kind === 'repeat' || question?.kind === 'unknown') this.#signal(question.kind);
    return question;
  }

  /** Stores what one act recorded, together with the rest of its transaction; `group` names the act. */
  async take(
    drafts: Draft[] | Act<Draft[]>,
    names: string[],
    acts: string[],
    also?: (stores: Stores, clocks: Clocks, group: string) => Promise<void>,
    group: string = crypto.randomUUID(),
  ): Promise<Outcome> {
    const { db, clocks, shown, onRecorded } = this.#device;
    const now = clocks.now();
    try {
      const records = await db.run('readwrite', async (stores) => {
        const drafted = typeof drafts === 'function' ? await drafts(stores) : drafts;
        const records = await capture(stores, group, drafted, now);
        await also?.(stores, now, group);
        return records;
      });
      clocks.stored(now);
      await this.tallyAnew();
      for (const record of records) {
        this.#tallies.add(record);
        this.#week?.add(record, this.#view.offset);
      }
      const [first] = records;
      if (first) this.#signal('taken');
      shown.set({ waiting: this.#view.waiting + records.length });
      onRecorded();
      const today = first ? this.#tallies.of(first.person) : 0;
      const own = (first && this.#week?.totalsOf(first, this.#view)) ?? null;
      return { kind: 'taken', group, records, names, today, own };
    } catch (error) {
      this.#asking.forget(acts);
      signal('failed', true);
      return { kind: 'failed', isFull: isFull(error) };
    }
  }
  /** Forgets records that were undone, so that they may be scanned again at once. */
  forget(records: readonly LogRecord[]) {
    for (const record of records) {
      this.#tallies.remove(record);
      this.#week?.remove(record);
      if (record.kind === 'clock' || record.kind === 'piece') this.#asking.forget([actOf(record)]);
    }
  }
  namesOf = (people: readonly RecordedPerson[]) => this.#device.db.run('readonly', (stores) => namesOf(stores, people));
}
