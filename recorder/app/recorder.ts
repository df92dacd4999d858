import { RepeatGuard } from '../core/doubles.ts';
import type { Direction, Draft, LogRecord, Means, RecordedPerson } from '../core/record.ts';
import { formatUnits, shares } from '../core/units.ts';
import { timeBegins } from '../core/workingTime.ts';
import { Sender, type SendState } from '../send/sender.ts';
import { type Act, NewerDatabase, RecorderDatabase } from '../store/database.ts';
import { allRunning, type Job, type JobRow, jobRows, putJob, runningId, type Team } from '../store/jobs.ts';
import { capture, countIn, HELD_MS, since, undo } from '../store/log.ts';
import {
  type Activation,
  readMeta,
  readSending,
  readSettings,
  type Sending,
  type Settings,
  sending,
  settings,
  writeMeta,
} from '../store/meta.ts';
import { addReading, lastContact } from '../store/readings.ts';
import { allLookups, findPerson, type Lookup, type Person, personById } from '../store/roster.ts';
import { dropBallast, layBallast } from './ballast.ts';
import { DeviceClocks } from './clocks.ts';
import { battery, clientVersion, isInstalled, persist } from './device.ts';
import { signal } from './signals.ts';
import { Tallies } from './tallies.ts';
import { shortName, sinceMidnight } from './times.ts';
import { transport } from './transport.ts';
import { begin, momentNow, offStretch, storeDueParts, storeTime } from './working.ts';

export type Phase = 'loading' | 'elsewhere' | 'newer' | 'broken' | 'setup' | 'ready' | 'home';
export type View = {
  phase: Phase;
  activation: Activation | null;
  next: Activation | null;
  settings: Settings;
  sending: Sending;
  send: SendState;
  /** Held and queued. */
  waiting: number;
  refused: number;
  people: number;
  lookups: Lookup[];
  jobs: JobRow[];
  hasCode: boolean;
  /** Server minus the device's wall clock (ms). */
  offset: number;
  battery: number | null;
  isPersisted: boolean;
  isInstalled: boolean;
  /** Applies a release that waits. */
  update: (() => void) | null;
  off: { from: number; to: number } | null;
};
export type Taken = { kind: 'taken'; group: string; records: LogRecord[]; names: string[]; today: number };
/** The outcome of a scan; times in ms of the device's clock. */
export type Outcome =
  | Taken
  | { kind: 'repeat'; sinceMs: number; again: () => Promise<Outcome> }
  | { kind: 'unknown'; text: string; anyway: () => Promise<Outcome> }
  | { kind: 'failed'; isFull: boolean };
type How = { means: Means; isAgain?: boolean; isAnyway?: boolean };
export type Counting = { job: Job; team: Team | null };

const SEND_AFTER_MS = HELD_MS + 2_000;
const TICK_MS = 30_000;
const REST_BEFORE_UPDATE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The Recorder on this device: what is recorded, kept and sent. One of it writes; screens read `view` and call its acts. */
export class Recorder {
  readonly db = new RecorderDatabase(indexedDB);
  readonly clocks = new DeviceClocks();
  readonly #repeats = new RepeatGuard();
  readonly #tallies = new Tallies();
  readonly #listeners = new Set<() => void>();
  readonly #sender: Sender;
  #view: View = {
    phase: 'loading',
    activation: null,
    next: null,
    settings: settings.parse({}),
    sending: sending.parse({}),
    send: { kind: 'idle', since: 0 },
    waiting: 0,
    refused: 0,
    people: 0,
    lookups: [],
    jobs: [],
    hasCode: false,
    offset: 0,
    battery: null,
    isPersisted: false,
    isInstalled: isInstalled(),
    update: null,
    off: null,
  };
  #timer = 0;
  #due = Number.POSITIVE_INFINITY;
  #lastAct = performance.now();
  #dayOf = Number.NEGATIVE_INFINITY;

  constructor() {
    this.#sender = new Sender(this.db, {
      transport,
      clocks: this.clocks.now,
      stored: this.clocks.stored,
      random: Math.random,
      report: async () => {
        const { waiting, isPersisted } = this.#view;
        const percent = await battery();
        this.#set({ battery: percent });
        return {
          pending: waiting,
          clientVersion: clientVersion(),
          battery: percent,
          persisted: isPersisted,
          installed: isInstalled(),
        };
      },
      onState: (send) => this.#set({ send: { ...send } }),
    });
  }
  readonly view = () => this.#view;
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  #set(change: Partial<View>) {
    this.#view = { ...this.#view, ...change };
    for (const listener of this.#listeners) listener();
  }

  /** Runs once this page is the one that writes. */
  async start(): Promise<void> {
    try {
      await this.refresh();
      const clocks = this.clocks.now();
      this.#set({ off: await this.db.run('readonly', (stores) => offStretch(stores, clocks)) });
    } catch (error) {
      this.#set({ phase: error instanceof NewerDatabase ? 'newer' : 'broken' });
      return;
    }
    void layBallast();
    void persist().then((isPersisted) => this.#set({ isPersisted }));
    const soon = () => {
      if (document.visibilityState === 'visible') this.sendSoon(0);
    };
    for (const [target, name] of [
      [window, 'online'],
      [window, 'pageshow'],
      [document, 'visibilitychange'],
    ] as const)
      target.addEventListener(name, soon);
    setInterval(() => void this.#tick(), TICK_MS);
    this.sendSoon(0);
  }
  standAside() {
    clearTimeout(this.#timer);
    this.#set({ phase: 'elsewhere' });
    this.db.close();
  }
  answerOff() {
    this.#set({ off: null });
  }
  offerUpdate(update: () => void) {
    this.#set({ update });
  }

  /** Reads anew what the screens show. */
  async refresh(): Promise<void> {
    const read = await this.db.run('readonly', async (stores) => {
      const activation = (await readMeta(stores, 'activation')) ?? null;
      const contact = await lastContact(stores);
      return {
        activation,
        next: (await readMeta(stores, 'next')) ?? null,
        settings: await readSettings(stores),
        sending: await readSending(stores),
        waiting: (await countIn(stores, 'held')) + (await countIn(stores, 'queued')),
        refused: await countIn(stores, 'refused'),
        people: await new Promise<number>((resolve, reject) => {
          const counted = stores.people.count();
          counted.onsuccess = () => resolve(counted.result);
          counted.onerror = () => reject(counted.error);
        }),
        lookups: await allLookups(stores),
        jobs: await jobRows(stores),
        hasCode: (await readMeta(stores, 'code')) !== undefined,
        offset: contact?.server === undefined ? 0 : contact.server - contact.wall,
      };
    });
    const { phase } = this.#view;
    const isHere = phase === 'loading' || phase === 'setup' || phase === 'ready' || phase === 'home';
    const ownPhase = !read.activation || read.next ? 'setup' : read.settings.isStarted ? 'home' : 'ready';
    this.#set({ ...read, ...(isHere && { phase: ownPhase }) });
    await this.#tallyAnew();
  }
  async #tallyAnew() {
    const start = this.dayStart();
    // A corrected clock moves midnight a little: only another day is counted anew.
    if (Math.abs(this.#dayOf - start) < DAY_MS / 2) return;
    this.#dayOf = start;
    this.#tallies.clear();
    for (const record of await this.db.run('readonly', (stores) => since(stores, start))) this.#tallies.add(record);
  }
  /** The device's wall clock (ms) at the account's last midnight. */
  dayStart(): number {
    const { wall } = this.clocks.now();
    const { offset, activation } = this.#view;
    return Math.floor((wall - sinceMidnight(wall + offset, activation?.timeZone ?? 'UTC')) / 1000) * 1000;
  }

  /** Sends in `ms`, or sooner where that is planned already. While the server is to be left alone, only what it says counts. */
  sendSoon(ms: number) {
    const at = performance.now() + ms;
    if (at >= this.#due) return;
    this.#due = at;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#round(), ms);
  }
  async #round(): Promise<void> {
    const wait = await this.#sender.round().catch(() => TICK_MS);
    this.#due = Number.POSITIVE_INFINITY;
    if (this.#view.phase === 'elsewhere') return;
    await this.refresh().catch(() => undefined);
    // What was still held is due soon; what the server or a failure wants waited for goes before.
    const { send, waiting } = this.#view;
    this.sendSoon(send.kind === 'idle' && waiting > 0 ? Math.min(wait, SEND_AFTER_MS) : wait);
  }
  sendNow() {
    this.#sender.askForLists();
    this.#due = Number.POSITIVE_INFINITY;
    this.sendSoon(0);
  }

  async #tick(): Promise<void> {
    const { phase, update } = this.#view;
    // Whether the time while it was off counts is not answered yet.
    if (phase !== 'home' || this.#view.off) return;
    // A release is applied at rest.
    if (update && performance.now() - this.#lastAct > REST_BEFORE_UPDATE_MS) return update();
    const clocks = this.clocks.now();
    await this.db
      .run('readwrite', async (stores) => {
        if ((await allRunning(stores)).length === 0) return;
        await addReading(stores, clocks);
        await storeDueParts(stores, clocks);
      })
      .then(() => this.clocks.stored(clocks))
      .catch(() => undefined);
  }

  /** One transaction of ours; what it changed is read anew. */
  async act<T>(run: Act<T>): Promise<T> {
    const value = await this.db.run('readwrite', run);
    await this.refresh();
    return value;
  }
  saveSettings = (change: Partial<Settings>) =>
    this.act(async (stores) => writeMeta(stores, 'settings', { ...(await readSettings(stores)), ...change }));

  /** Somebody clocks in or out by a badge, a typed number or a tag. */
  async clock(text: string, direction: Direction, how: How): Promise<Outcome> {
    const found = await this.db.run('readonly', (stores) => findPerson(stores, text));
    if (!found) return { kind: 'unknown', text, anyway: async () => ({ kind: 'failed', isFull: false }) };
    const asked = this.#askFirst(
      found,
      `${direction} ${keyOf(found.person)}`,
      this.#view.settings.repeatClock,
      how,
      (more) => this.clock(text, direction, { ...how, ...more }),
    );
    if (asked) return asked;
    const draft: Draft = { kind: 'clock', direction, person: found.person, means: how.means };
    return this.#take(
      [draft],
      [nameOf(found.known, found.person)],
      [`${direction} ${keyOf(found.person)}`],
      async (stores, clocks) => {
        if (direction !== 'out') return;
        const ended = (await allRunning(stores)).filter(({ id }) => id === runningId(found.person));
        await storeTime(stores, ended, clocks, { ends: true });
      },
    );
  }

  /** A badge in the picture counts for its person, or for the whole team that it is of. */
  async count(text: string, { job, team }: Counting, how: How): Promise<Outcome> {
    const found = await this.db.run('readonly', (stores) => findPerson(stores, text));
    if (!found) return { kind: 'unknown', text, anyway: async () => ({ kind: 'failed', isFull: false }) };
    const members = team?.members.some((member) => keyOf(member) === keyOf(found.person))
      ? team.members
      : [found.person];
    const act = `${job.id} ${keyOf(found.person)}`;
    const asked = this.#askFirst(found, act, this.#view.settings.repeatPiece, how, (more) =>
      this.count(text, { job, team }, { ...how, ...more }),
    );
    return asked ?? this.credit(members, job, how.means, [act]);
  }
  /** Shares the units of a scan among people, in one transaction. */
  async credit(people: readonly RecordedPerson[], job: Job, means: Means, acts: string[] = []): Promise<Outcome> {
    const { lookup1, lookup2 } = job;
    const units = shares(job.perScan, people.length);
    const drafts = people.map(
      (person, i): Draft => ({ kind: 'piece', person, means, lookup1, lookup2, units: formatUnits(units[i] ?? 0) }),
    );
    const names = await this.namesOf(people);
    return this.#take(drafts, names, acts, async (stores, clocks) => {
      if (!job.timedSince) return;
      const now = await momentNow(stores, clocks);
      const running = await allRunning(stores);
      for (const person of people) {
        const at = running.find(({ id }) => id === runningId(person));
        if (at && (at.lookup1 !== lookup1 || at.lookup2 !== lookup2)) await storeTime(stores, [at], clocks, {});
        if (!at) await begin(stores, person, job, await this.#laterOf(stores, job, person, now));
        else if (at.lookup1 !== lookup1 || at.lookup2 !== lookup2) await begin(stores, person, job, now);
      }
    });
  }
  /** The later of the job's start and somebody's clocking in here. */
  async #laterOf(
    stores: Parameters<Act<unknown>>[0],
    job: Job,
    person: RecordedPerson,
    now: { from: LogRecord['from']; wall: number },
  ) {
    const records = await since(stores, this.dayStart());
    const clockedIn = records.findLast(
      (record) => record.kind === 'clock' && record.direction !== 'out' && keyOf(record.person) === keyOf(person),
    );
    const begins = timeBegins(job.timedSince?.wall ?? null, clockedIn?.wall ?? null, now.wall);
    if (clockedIn && clockedIn.wall === begins) {
      // Once it is sent, its reading may be gone.
      const settled = clockedIn.at === undefined ? {} : { settled: Date.parse(clockedIn.at) };
      return { from: { ...clockedIn.from, ...settled }, wall: clockedIn.wall };
    }
    return job.timedSince ?? now;
  }

  #askFirst(
    found: { known: Person | null; person: RecordedPerson },
    act: string,
    repeatSeconds: number,
    how: How,
    anew: (more: Partial<How>) => Promise<Outcome>,
  ): Outcome | null {
    this.#lastAct = performance.now();
    const sinceMs = this.#repeats.sinceRepeat(act, performance.now(), repeatSeconds * 1000);
    if (sinceMs !== null && !how.isAgain) {
      signal('repeat', this.#view.settings.hasSound);
      return { kind: 'repeat', sinceMs, again: () => anew({ isAgain: true, isAnyway: true }) };
    }
    // A device that was ended knows nobody any more: scans go on by number.
    const isAsked = found.known === null && !how.isAnyway && this.#view.activation?.endedAt === null;
    if (!isAsked) return null;
    signal('unknown', this.#view.settings.hasSound);
    return { kind: 'unknown', text: found.person.number ?? found.person.badge, anyway: () => anew({ isAnyway: true }) };
  }

  async #take(
    drafts: Draft[],
    names: string[],
    acts: string[],
    also?: (stores: Parameters<Act<unknown>>[0], clocks: ReturnType<DeviceClocks['now']>) => Promise<void>,
  ): Promise<Outcome> {
    const group = crypto.randomUUID();
    const clocks = this.clocks.now();
    const store = () =>
      this.db.run('readwrite', async (stores) => {
        const records = await capture(stores, group, drafts, clocks);
        await also?.(stores, clocks);
        return records;
      });
    try {
      const records = await store().catch(async (error: unknown) => {
        if (!isFull(error) || !(await dropBallast())) throw error;
        return store();
      });
      this.clocks.stored(clocks);
      for (const act of acts) this.#repeats.note(act, performance.now());
      this.#acts.set(group, acts);
      await this.#tallyAnew();
      for (const record of records) this.#tallies.add(record);
      const [first] = records;
      signal('taken', this.#view.settings.hasSound);
      this.#set({ waiting: this.#view.waiting + records.length });
      if (this.#view.send.kind === 'idle' || this.#view.send.kind === 'sending') this.sendSoon(SEND_AFTER_MS);
      return { kind: 'taken', group, records, names, today: first ? this.#tallies.of(first.person) : 0 };
    } catch (error) {
      signal('failed', true);
      return { kind: 'failed', isFull: isFull(error) };
    }
  }
  readonly #acts = new Map<string, string[]>();
  async undo({ group, records }: Taken): Promise<boolean> {
    const isUndone = await this.db.run('readwrite', (stores) => undo(stores, group));
    if (isUndone) {
      for (const record of records) this.#tallies.remove(record);
      for (const act of this.#acts.get(group) ?? []) this.#repeats.forget(act);
    }
    await this.refresh();
    return isUndone;
  }

  /** Records a correction: other units than were recorded, as the difference. */
  correct(record: LogRecord & { kind: 'piece' }, units: string): Promise<Outcome> {
    const { person, lookup1, lookup2, id } = record;
    return this.#take([{ kind: 'piece', person, lookup1, lookup2, units, means: 'list', corrects: id }], [], []);
  }
  saveJob = (job: Job) => this.act((stores) => putJob(stores, job));

  /** Names as they are shown: first name and initial, else the number. */
  namesOf = (people: readonly RecordedPerson[]): Promise<string[]> =>
    this.db.run('readonly', (stores) =>
      Promise.all(
        people.map(async (person) =>
          nameOf(person._id === null ? null : ((await personById(stores, person._id)) ?? null), person),
        ),
      ),
    );
  find = (text: string) => this.db.run('readonly', (stores) => findPerson(stores, text));
}

export const keyOf = ({ _id, number, badge }: RecordedPerson) => _id ?? number ?? badge;
export const nameOf = (known: Person | null, { number, badge }: RecordedPerson) =>
  known ? shortName(known) : (number ?? badge);
const isFull = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError';
