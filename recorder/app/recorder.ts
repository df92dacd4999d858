import { Sender } from '../send/sender.ts';
import { type Act, NewerDatabase, RecorderDatabase } from '../store/database.ts';
import { HELD_MS } from '../store/log.ts';
import { readSettings, type Settings, writeMeta } from '../store/meta.ts';
import { Awake } from './awake.ts';
import { dropBallast, layBallast } from './ballast.ts';
import { Capturing } from './capturing.ts';
import { DeviceClocks } from './clocks.ts';
import { battery, clientVersion, isInstalled, persist } from './device.ts';
import { Rest } from './rest.ts';
import { transport } from './transport.ts';
import { readView, ViewStore } from './view.ts';

const SEND_AFTER_MS = HELD_MS + 2_000;
const TICK_MS = 30_000;
/** While a release takes over, nothing is sent for this long. */
const UPDATE_MS = 5_000;

/** The Recorder on this device: records, stores and sends. Only one page writes; screens read `view` and call its methods. */
export class Recorder {
  readonly db = new RecorderDatabase(indexedDB, dropBallast);
  readonly clocks = new DeviceClocks();
  readonly #shown = new ViewStore();
  readonly #rest = new Rest();
  readonly #awake = new Awake(this.db, this.clocks);
  readonly capturing = new Capturing({
    db: this.db,
    clocks: this.clocks,
    shown: this.#shown,
    rest: this.#rest,
    refresh: () => this.refresh(),
    onRecorded: () => {
      this.#dayEnded = false;
      const { kind } = this.view().send;
      if (kind === 'idle' || kind === 'sending') this.sendSoon(SEND_AFTER_MS);
    },
  });
  readonly #sender = new Sender(this.db, {
    transport,
    clocks: this.clocks.now,
    stored: this.clocks.stored,
    random: Math.random,
    report: async () => {
      const { waiting, isPersisted, plans } = this.view();
      const percent = await battery();
      this.#shown.set({ battery: percent });
      return {
        pending: waiting,
        dayEnded: this.#dayEnded,
        clientVersion: clientVersion(),
        battery: percent,
        persisted: isPersisted,
        installed: isInstalled(),
        ...(plans.length > 0 && {
          // It is no part of the first screen's code, and no reason not to send.
          work: await import('../store/work.ts')
            .then(({ workReportOf }) =>
              this.db.run('readonly', (stores) => workReportOf(stores, this.view(), this.clocks.now().wall)),
            )
            .catch(() => undefined),
        }),
      };
    },
    onState: (send) => this.#shown.set({ send: { ...send } }),
  });
  readonly view = this.#shown.get;
  readonly subscribe = this.#shown.subscribe;
  readonly keepOpen = this.#rest.keepOpen;
  #timer = 0;
  /** End of day was opened, and nothing has been recorded since. */
  #dayEnded = false;
  #due = Number.POSITIVE_INFINITY;

  /** Starts once this page is the one that writes. */
  async start(): Promise<void> {
    try {
      await this.refresh();
      await this.#awake.begin();
      await this.refresh();
    } catch (error) {
      this.#shown.set({ phase: error instanceof NewerDatabase ? 'newer' : 'broken' });
      return this.#applyUpdate();
    }
    // Nobody waits for it, so that it is no part of the first screen's code.
    void import('./freshLog.ts').then(
      ({ beginFreshLog }) => beginFreshLog(),
      () => undefined,
    );
    await this.capturing.recall();
    void layBallast();
    void persist().then((isPersisted) => this.#shown.set({ isPersisted }));
    for (const name of ['pointerdown', 'keydown']) addEventListener(name, this.#rest.used, { passive: true });
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
    this.#shown.set({ phase: 'elsewhere' });
    this.db.close();
  }
  /** Takes the answer to 'Did the crew work while the Recorder was off?'. */
  async answerOff(hasWorked: boolean): Promise<void> {
    await this.#awake.answer(hasWorked);
    await this.refresh();
  }
  /** Offers a new release: it is applied when the Recorder is idle, or at once where this one cannot work. */
  offerUpdate(update: () => void) {
    this.#shown.set({ update });
    this.#applyUpdate();
  }
  #applyUpdate() {
    const { phase, update } = this.view();
    // The window that records decides when its worker is replaced.
    if (!update || phase === 'elsewhere') return;
    if (phase === 'newer' || phase === 'broken') return update();
    if (!this.#rest.isRest) return;
    // The old worker stays while it has requests, so nothing is sent meanwhile.
    this.#due = Number.POSITIVE_INFINITY;
    this.sendSoon(UPDATE_MS);
    update();
  }
  offerInstall(install: () => void) {
    this.#shown.set({ install });
  }

  /** Reads again what the screens show. */
  async refresh(): Promise<void> {
    this.#shown.take(await this.db.run('readonly', readView));
    await this.capturing.tallyAnew();
  }
  /** Runs one transaction and reads again what it changed. */
  async act<T>(run: Act<T>): Promise<T> {
    const value = await this.db.run('readwrite', run);
    await this.refresh();
    return value;
  }
  saveSettings = (change: Partial<Settings>) =>
    this.act(async (stores) => writeMeta(stores, 'settings', { ...(await readSettings(stores)), ...change }));
  /** Sends in `ms`, or sooner if that is planned already. While the server has requested a wait, only that counts. */
  sendSoon(ms: number) {
    const at = performance.now() + ms;
    if (at >= this.#due) return;
    this.#due = at;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#round(), ms);
  }
  async #round(): Promise<void> {
    // Before a reading of this round could show that the page is awake.
    if (this.view().phase === 'home') await this.#noteTime();
    const waited = this.view().waiting;
    const wait = await this.#sender.round().catch(() => TICK_MS);
    this.#due = Number.POSITIVE_INFINITY;
    if (this.view().phase === 'elsewhere') return;
    await this.refresh().catch(() => undefined);
    // A held record is due soon; a wait that the server or a failure demands takes precedence.
    const { send, waiting } = this.view();
    // The report of this round counted waiting records: the device may be switched off before the next.
    if (send.kind === 'idle' && this.#dayEnded && waited > 0 && waiting === 0) return this.sendSoon(0);
    this.sendSoon(send.kind === 'idle' && waiting > 0 ? Math.min(wait, SEND_AFTER_MS) : wait);
  }
  /** Reports that the day is over here: with nothing waiting, a device that is switched off then leaves no employee unverified (docs/reference/attendance.md#status). */
  endDay() {
    this.#dayEnded = true;
    this.sendNow();
  }
  sendNow() {
    this.#sender.askForLists();
    this.#due = Number.POSITIVE_INFINITY;
    this.sendSoon(0);
  }
  async #tick(): Promise<void> {
    this.#applyUpdate();
    if (this.#rest.isRest && this.db.wasLost) return location.reload();
    if (this.view().phase === 'home') await this.#noteTime();
  }
  async #noteTime(): Promise<void> {
    const off = await this.#awake.note();
    if (off && !this.view().off) await this.refresh();
  }
}
