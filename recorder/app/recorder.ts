import { MAX_REPEAT_SECONDS, RepeatGuard } from '../core/doubles.ts';
import {
  type Direction,
  type Draft,
  type LogRecord,
  type Means,
  personKey,
  type RecordedPerson,
} from '../core/record.ts';
import { formatUnits, shares } from '../core/units.ts';
import { Sender, type SendState } from '../send/sender.ts';
import { type Act, NewerDatabase, RecorderDatabase, type Stores } from '../store/database.ts';
import { allRunning, type Job, type JobRow, jobRows, putJob, runningId, type Team } from '../store/jobs.ts';
import { capture, correctionGroup, countIn, HELD_MS, since, standing, undo } from '../store/log.ts';
import {
  type Activation,
  type Off,
  readMeta,
  readSending,
  readSettings,
  type Sending,
  type Settings,
  sending,
  settings,
  writeMeta,
} from '../store/meta.ts';
import { lastContact } from '../store/readings.ts';
import { allLookups, findPerson, type Lookup, type Person, personById } from '../store/roster.ts';
import { dropBallast, layBallast } from './ballast.ts';
import { DeviceClocks } from './clocks.ts';
import { battery, clientVersion, isInstalled, persist } from './device.ts';
import { beginFreshLog } from './freshLog.ts';
import { signal } from './signals.ts';
import { Tallies } from './tallies.ts';
import { shortName, sinceMidnight } from './times.ts';
import { transport } from './transport.ts';
import {
  answerOff,
  begin,
  beginningOf,
  lastAlive,
  momentNow,
  noteOff,
  type Since,
  storeDueParts,
  storeTime,
} from './working.ts';

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
  /** Asks whether to install, where the browser lets a page ask. */
  install: (() => void) | null;
  /** Applies a release that waits. */
  update: (() => void) | null;
  off: Off | null;
};
export type Taken = { kind: 'taken'; group: string; records: LogRecord[]; names: string[]; today: number };
type Unknown = { kind: 'unknown'; text: string; anyway: (() => Promise<Outcome | null>) | null };
/** The outcome of a scan; times in ms of the device's clock. */
export type Outcome =
  | Taken
  | { kind: 'repeat'; sinceMs: number; again: () => Promise<Outcome> }
  | Unknown
  | { kind: 'failed'; isFull: boolean };
export type Picked = { kind: 'picked'; person: RecordedPerson; name: string };
type How = { means: Means; isAgain?: boolean; isAnyway?: boolean };
export type Counting = { job: Job; team: Team | null };

const SEND_AFTER_MS = HELD_MS + 2_000;
const TICK_MS = 30_000;
const REST_BEFORE_UPDATE_MS = 60_000;
/** For so long nothing is sent while a release takes over. */
const UPDATE_MS = 5_000;
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
    install: null,
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
      await this.act(async (stores) => noteOff(stores, await lastAlive(stores), clocks));
    } catch (error) {
      this.#set({ phase: error instanceof NewerDatabase ? 'newer' : 'broken' });
      return this.#applyUpdate();
    }
    void beginFreshLog();
    await this.#recallActs();
    void layBallast();
    void persist().then((isPersisted) => this.#set({ isPersisted }));
    const isUsed = () => {
      this.#lastAct = performance.now();
    };
    for (const name of ['pointerdown', 'keydown']) addEventListener(name, isUsed, { passive: true });
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
  /** A badge that was scanned just before a reload is not taken twice either. */
  async #recallActs() {
    const { wall } = this.clocks.now();
    const recent = await this.db.run('readonly', (stores) => since(stores, wall - MAX_REPEAT_SECONDS * 1000));
    for (const record of recent)
      if (record.wall <= wall && record.kind !== 'time')
        this.#repeats.note(actOf(record), performance.now() - (wall - record.wall));
  }
  standAside() {
    clearTimeout(this.#timer);
    this.#set({ phase: 'elsewhere' });
    this.db.close();
  }
  /** Did the crew work while the Recorder was off? */
  async answerOff(hasWorked: boolean): Promise<void> {
    const clocks = this.clocks.now();
    await this.act(async (stores) => {
      const off = await readMeta(stores, 'off');
      if (off) await answerOff(stores, off, clocks, hasWorked);
    });
    this.clocks.stored(clocks);
    this.#alive = null;
  }
  /** A release waits: it is applied at rest, and at once where this one cannot work. */
  offerUpdate(update: () => void) {
    this.#set({ update });
    this.#applyUpdate();
  }
  #applyUpdate() {
    const { phase, update } = this.#view;
    // The window that records decides when its worker is exchanged.
    if (!update || phase === 'elsewhere') return;
    if (phase === 'newer' || phase === 'broken') return update();
    if (!this.#isAtRest) return;
    // The old worker stays while it is asked for anything: nothing is sent meanwhile.
    this.#due = Number.POSITIVE_INFINITY;
    this.sendSoon(UPDATE_MS);
    update();
  }
  get #isAtRest() {
    return this.#kept === 0 && performance.now() - this.#lastAct > REST_BEFORE_UPDATE_MS;
  }
  /** Keeps the page as it is while a screen has what no disk has; returns what ends that. */
  readonly keepOpen = () => {
    this.#kept += 1;
    return () => {
      this.#kept -= 1;
    };
  };
  #kept = 0;
  offerInstall(install: () => void) {
    this.#set({ install });
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
        off: (await readMeta(stores, 'off')) ?? null,
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
    // Before an answer's reading tells that it is awake.
    if (this.#view.phase === 'home') await this.#noteTime();
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
    this.#applyUpdate();
    if (this.#isAtRest && this.db.wasLost) return location.reload();
    if (this.#view.phase === 'home') await this.#noteTime();
  }
  /** The last moment at which this page was awake while people's time ran. */
  #alive: Since | null = null;
  /** Notes that the Recorder is awake while people's time runs, or that it was off; stores the parts of their time that are due. */
  async #noteTime(): Promise<void> {
    const clocks = this.clocks.now();
    const before = this.#alive;
    const note = async (stores: Stores) => {
      await noteOff(stores, before, clocks);
      const off = await readMeta(stores, 'off');
      // Whether the time while it was off counts is not answered yet.
      if (off || (await allRunning(stores)).length === 0) return { off, alive: null };
      const alive = await momentNow(stores, clocks);
      await storeDueParts(stores, clocks);
      return { off, alive };
    };
    const noted = await this.db.run('readwrite', note).catch(() => null);
    if (!noted) return;
    this.#alive = noted.alive;
    if (noted.alive) this.clocks.stored(clocks);
    if (noted.off && !this.#view.off) await this.refresh();
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
    if (!found) return this.#nobody(text);
    const draft = { kind: 'clock', direction, person: found.person, means: how.means } as const;
    const act = actOf(draft);
    const asked = this.#askFirst(found, act, this.#view.settings.repeatClock, how, (more) =>
      this.clock(text, direction, { ...how, ...more }),
    );
    if (asked) return asked;
    return this.#take([draft], [nameOf(found.known, found.person)], [act], async (stores, clocks) => {
      if (direction !== 'out') return;
      const ended = (await allRunning(stores)).filter(({ id }) => id === runningId(found.person));
      await storeTime(stores, ended, clocks, { ends: true });
    });
  }

  /** A badge in the picture counts for its person, or for the whole team that it is of. */
  async count(text: string, { job, team }: Counting, how: How): Promise<Outcome> {
    const found = await this.db.run('readonly', (stores) => findPerson(stores, text));
    if (!found) return this.#nobody(text);
    const members = team?.members.some((member) => personKey(member) === personKey(found.person))
      ? team.members
      : [found.person];
    const act = actOf({ kind: 'piece', person: found.person, lookup1: job.lookup1, lookup2: job.lookup2 });
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
      const dayStart = this.dayStart();
      const now = await momentNow(stores, clocks);
      const running = await allRunning(stores);
      for (const person of people) {
        const at = running.find(({ id }) => id === runningId(person));
        if (at && (at.lookup1 !== lookup1 || at.lookup2 !== lookup2)) await storeTime(stores, [at], clocks);
        if (!at) await begin(stores, person, job, await beginningOf(stores, { job, person, dayStart }, now));
        else if (at.lookup1 !== lookup1 || at.lookup2 !== lookup2) await begin(stores, person, job, now);
      }
    });
  }
  /** Text that no number or time id can be. */
  #nobody(text: string): Unknown {
    signal('unknown', this.#view.settings.hasSound);
    return { kind: 'unknown', text, anyway: null };
  }
  /** The person of a scan that records nothing by itself; somebody unknown is asked about first, `anyway` is the screen's. */
  async pick(text: string, isAnyway = false): Promise<Picked | Unknown> {
    this.#lastAct = performance.now();
    const found = await this.db.run('readonly', (stores) => findPerson(stores, text));
    if (!found) return this.#nobody(text);
    if (found.known || isAnyway || this.#view.activation?.endedAt !== null) {
      signal('taken', this.#view.settings.hasSound);
      return { kind: 'picked', person: found.person, name: nameOf(found.known, found.person) };
    }
    signal('unknown', this.#view.settings.hasSound);
    return { kind: 'unknown', text: found.person.number ?? text, anyway: async () => null };
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
    if (!isAsked) {
      // Noted before it is stored: a badge that is read again meanwhile is a repeat.
      this.#repeats.note(act, performance.now());
      return null;
    }
    signal('unknown', this.#view.settings.hasSound);
    return { kind: 'unknown', text: found.person.number ?? found.person.badge, anyway: () => anew({ isAnyway: true }) };
  }

  async #take(
    drafts: Draft[] | Act<Draft[]>,
    names: string[],
    acts: string[],
    also?: (stores: Stores, clocks: ReturnType<DeviceClocks['now']>) => Promise<void>,
    group: string = crypto.randomUUID(),
  ): Promise<Outcome> {
    const clocks = this.clocks.now();
    const store = () =>
      this.db.run('readwrite', async (stores) => {
        const drafted = typeof drafts === 'function' ? await drafts(stores) : drafts;
        const records = await capture(stores, group, drafted, clocks);
        await also?.(stores, clocks);
        return records;
      });
    try {
      const records = await store().catch(async (error: unknown) => {
        if (!isFull(error) || !(await dropBallast())) throw error;
        return store();
      });
      this.clocks.stored(clocks);
      this.#acts.set(group, acts);
      await this.#tallyAnew();
      for (const record of records) this.#tallies.add(record);
      const [first] = records;
      if (first) signal('taken', this.#view.settings.hasSound);
      this.#set({ waiting: this.#view.waiting + records.length });
      if (this.#view.send.kind === 'idle' || this.#view.send.kind === 'sending') this.sendSoon(SEND_AFTER_MS);
      return { kind: 'taken', group, records, names, today: first ? this.#tallies.of(first.person) : 0 };
    } catch (error) {
      for (const act of acts) this.#repeats.forget(act);
      signal('failed', true);
      return { kind: 'failed', isFull: isFull(error) };
    }
  }
  readonly #acts = new Map<string, string[]>();
  async undo({ group, records }: Pick<Taken, 'group' | 'records'>): Promise<boolean> {
    const isUndone = await this.db.run('readwrite', (stores) => undo(stores, group));
    if (isUndone) {
      for (const record of records) this.#tallies.remove(record);
      for (const act of this.#acts.get(group) ?? []) this.#repeats.forget(act);
    }
    await this.refresh();
    return isUndone;
  }

  /**
   * Records a correction: the difference between what a record stands at and other units (thousandths); nothing where it stands there already
   * or was undone. Answers what was recorded.
   */
  async correct(record: LogRecord & { kind: 'piece' }, thousandths: number): Promise<Outcome> {
    const { person, lookup1, lookup2, id } = record;
    const drafts = async (stores: Stores): Promise<Draft[]> => {
      // As it stands in this transaction: whoever presses twice corrects once.
      const now = await standing(stores, id);
      if (now === null || now === thousandths) return [];
      const units = formatUnits(thousandths - now);
      return [{ kind: 'piece', person, lookup1, lookup2, units, means: 'list', corrects: id }];
    };
    return this.#take(drafts, [], [], undefined, correctionGroup(id));
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
}

type Doing = { person: RecordedPerson } & (
  | { kind: 'clock'; direction: Direction }
  | { kind: 'piece'; lookup1: string | null; lookup2: string | null }
);
/** Returns a key of the action that a repeated scan would do again. */
const actOf = (one: Doing) =>
  `${one.kind === 'clock' ? one.direction : JSON.stringify([one.lookup1, one.lookup2])} ${personKey(one.person)}`;
export const nameOf = (known: Person | null, { number, badge }: RecordedPerson) =>
  known ? shortName(known) : (number ?? badge);
const isFull = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError';
