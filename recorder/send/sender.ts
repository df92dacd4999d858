import type { DeviceReport } from '#contract/intake/sync.ts';
import type { LogRecord } from '../core/record.ts';
import {
  BATCH,
  backOff,
  fatesOf,
  grown,
  halved,
  REFUSED_WAIT_MS,
  type Reply,
  requestedWait,
  verdictOf,
} from '../core/sending.ts';
import type { RecorderDatabase } from '../store/database.ts';
import { inState, nextBatch, put, release, retryRefused } from '../store/log.ts';
import { readMeta, readSending } from '../store/meta.ts';
import { newPeopleIn, newPeopleOf } from '../store/newPeople.ts';
import { addReading, type Clocks, lastContact } from '../store/readings.ts';
import { heartbeatAnswer, PATHS, serverTimeAnswer, syncAnswer } from './answers.ts';
import { endActivation, isUnknown, resumeActivation, takeAnswer, tidy } from './storing.ts';
import { settleRecords, syncBody } from './wire.ts';

/** Sends one call; null means no network, or no answer in time. `date`: the answer's Date header. */
export type Transport = (
  path: string,
  body: string,
  token: string | null,
) => Promise<(Reply & { date: string | null }) | null>;
export type World = {
  transport: Transport;
  clocks: () => Clocks;
  /** Called when a reading is on disk. */
  stored: (clocks: Clocks) => void;
  /** Returns a number from 0 to 1. */
  random: () => number;
  report: () => Promise<DeviceReport>;
  /** Called when the state that the strip shows changes. */
  onState: (state: SendState) => void;
};
/** `since` is the device's wall clock (ms). */
export type SendState = { kind: 'idle' | 'sending' | 'offline' | 'ended' | 'sign-in'; since: number };

const HEARTBEAT_MS = 60_000;
const WAITING_MS = 30_000;
const LISTS_MS = 5 * 60_000;
const RETRY_REFUSED_MS = 86_400_000;
/** The precision of a Date header, which has whole seconds. */
const DATE_SLACK_MS = 500;
/** The result of a call: an answer, a batch that was too large, or the time to wait (ms). */
type Called = { value: unknown } | { tooMuch: string } | { wait: number };

/**
 * Sends what waits, oldest first, and fetches what changed. No record is forgotten before an answer names it; records sent
 * without an answer are sent again, as the same bytes under the same ids.
 */
export class Sender {
  readonly #db: RecorderDatabase;
  readonly #world: World;
  #failures = 0;
  /** The server requested a wait until then (monotonic clock, ms). */
  #notBefore = Number.NEGATIVE_INFINITY;
  #batch = BATCH;
  #listsAt = Number.NEGATIVE_INFINITY;
  #round: Promise<number> | null = null;
  #state: SendState = { kind: 'idle', since: 0 };

  constructor(db: RecorderDatabase, world: World) {
    this.#db = db;
    this.#world = world;
  }
  get state() {
    return this.#state;
  }

  /** Runs one round: a heartbeat, then batches until nothing waits. Returns the ms until the next round. */
  round(): Promise<number> {
    this.#round ??= this.#send().finally(() => {
      this.#round = null;
    });
    return this.#round;
  }
  /** Makes the next round fetch the lists. */
  askForLists() {
    this.#listsAt = Number.NEGATIVE_INFINITY;
  }

  async #send(): Promise<number> {
    const { wall, mono } = this.#world.clocks();
    if (mono < this.#notBefore) return this.#notBefore - mono;
    const { activation, waiting, lastSequence } = await this.#db.run('readwrite', async (stores) => {
      await release(stores, wall);
      const contact = await lastContact(stores);
      const now = contact?.server === undefined ? wall : wall - contact.wall + contact.server;
      await retryRefused(stores, (record) => isUnknown(record) && (record.answeredAt ?? 0) < now - RETRY_REFUSED_MS);
      return {
        activation: await readMeta(stores, 'activation'),
        waiting: (await inState(stores, 'queued', 1)).length,
        lastSequence: (await readMeta(stores, 'counters'))?.sequence ?? 0,
      };
    });
    if (!activation) return HEARTBEAT_MS;
    const { token } = activation;
    if (waiting > 0 && this.#state.kind === 'idle') this.#say('sending');
    const beat = await this.#call(
      PATHS.heartbeat,
      JSON.stringify({ ...(await this.#world.report()), lastSequence }),
      token,
    );
    if (!('value' in beat)) return 'wait' in beat ? beat.wait : this.#failed();
    const answer = heartbeatAnswer.safeParse(beat.value);
    if (!answer.success) return this.#failed();
    if (activation.endedAt !== null) await this.#comeBack();
    const listsAreOld = this.#world.clocks().mono - this.#listsAt > LISTS_MS;
    if (waiting > 0 || answer.data.syncRequested || listsAreOld || this.#listsAt > this.#world.clocks().mono) {
      const wait = await this.#sync(token, activation.deviceId);
      if (wait !== null) return wait;
    }
    this.#failures = 0;
    await this.#db.run('readwrite', (stores) => tidy(stores, this.#world.clocks().wall));
    this.#say('idle');
    return waiting > 0 ? WAITING_MS : HEARTBEAT_MS;
  }

  /** Sends batches until nothing waits, then returns null; else the time to wait. */
  async #sync(token: string, deviceId: string): Promise<number | null> {
    for (;;) {
      const { records, cursor, newPeople } = await this.#db.run('readwrite', async (stores) => {
        const records = await settleRecords(stores, await nextBatch(stores, this.#batch), deviceId);
        const { cursor } = await readSending(stores);
        return { records, cursor, newPeople: newPeopleIn(await newPeopleOf(stores), records) };
      });
      if (records.length > 0) this.#say('sending');
      const sent = syncBody(records, { deviceId, cursor, sentAt: this.#world.clocks().wall, newPeople });
      const called = await this.#call(PATHS.sync, sent, token);
      if ('wait' in called) return called.wait;
      if ('tooMuch' in called) {
        if (!(await this.#tooMuch(records, called.tooMuch))) return this.#failed();
        continue;
      }
      const answer = syncAnswer.safeParse(called.value);
      if (!answer.success) return this.#failed();
      const fates = fatesOf(
        records.map(({ id }) => id),
        answer.data,
      );
      if (!fates) {
        // The refusal names none of the records: sent one at a time, the bad one shows.
        const [only] = answer.data.rejected;
        const isItsOwn = records.length === 1 && answer.data.rejected.length === 1 && answer.data.accepted === 0;
        if (records.length > 1) this.#batch = halved(records.length);
        else if (!isItsOwn || !(await this.#tooMuch(records, only?.reason ?? ''))) return this.#failed();
        continue;
      }
      const isMore = await this.#db.run('readwrite', (stores) =>
        takeAnswer(
          stores,
          { records, fates, answer: answer.data, isFirst: cursor === null },
          this.#world.clocks().wall,
        ),
      );
      this.#batch = grown(this.#batch);
      this.#listsAt = this.#world.clocks().mono;
      const left = await this.#db.run('readonly', (stores) => inState(stores, 'queued', 1));
      // Records that wait for the next contact with the server are sent in the next round.
      if (left.length === 0 || (records.length === 0 && !isMore)) return null;
    }
  }

  /**
   * Handles a batch that was too large: the next one has half its size; a single record is refused with the reason. Returns false where nothing can
   * be made smaller.
   */
  async #tooMuch(records: readonly LogRecord[], reason: string): Promise<boolean> {
    const [record] = records;
    if (!record) return false;
    if (records.length > 1) this.#batch = halved(records.length);
    else
      await this.#db.run('readwrite', (stores) =>
        put(stores, { ...record, state: 'refused', reason, answeredAt: this.#world.clocks().wall }),
      );
    return true;
  }

  async #call(path: string, body: string, token: string): Promise<Called> {
    const before = this.#world.clocks();
    const reply = await this.#world.transport(`/v2${path}`, body, token).catch(() => null);
    const after = this.#world.clocks();
    const verdict = verdictOf(reply);
    if (verdict.kind === 'answer') {
      await this.#anchor(before, after, verdict.value, reply?.date ?? null);
      return { value: verdict.value };
    }
    if (verdict.kind === 'too-much') return { tooMuch: verdict.reason };
    if (verdict.kind === 'wait') {
      const wait = requestedWait(verdict.ms, this.#world.random());
      this.#notBefore = after.mono + wait;
      return { wait };
    }
    if (verdict.kind === 'refused') return { wait: await this.#end(Date.parse(reply?.date ?? '')) };
    return { wait: this.#failed(verdict.kind === 'sign-in' ? 'sign-in' : 'offline') };
  }

  /** Stores the server's time with the device's clocks; half the duration of the call is the uncertainty. */
  async #anchor(before: Clocks, after: Clocks, value: unknown, date: string | null) {
    const serverTime = serverTimeAnswer.safeParse(value).data?.serverTime;
    const server = serverTime ? Date.parse(serverTime) : Date.parse(date ?? '') + DATE_SLACK_MS;
    if (!Number.isFinite(server)) return;
    // If the page slept while it waited, its monotonic clock stood still, so the wall clock is used.
    const way =
      after.run === before.run ? Math.max(after.mono - before.mono, after.wall - before.wall, 0) : Number.MAX_VALUE;
    const slack = way / 2 + (serverTime ? 0 : DATE_SLACK_MS);
    await this.#db.run('readwrite', (stores) => addReading(stores, { ...after, server: server + way / 2, slack }));
    this.#world.stored(after);
  }

  /** The server refuses the token. `server`: the refusal's time (ms). */
  async #end(server: number): Promise<number> {
    const { wall } = this.#world.clocks();
    await this.#db.run('readwrite', (stores) => endActivation(stores, wall, server));
    this.#say('ended');
    return REFUSED_WAIT_MS;
  }
  async #comeBack() {
    await this.#db.run('readwrite', resumeActivation);
    this.#listsAt = Number.NEGATIVE_INFINITY;
  }

  #failed(kind: 'offline' | 'sign-in' = 'offline'): number {
    this.#failures += 1;
    this.#say(kind);
    return backOff(this.#failures, this.#world.random());
  }
  #say(kind: SendState['kind']) {
    if (this.#state.kind !== kind) this.#state = { kind, since: this.#world.clocks().wall };
    this.#world.onState(this.#state);
  }
}
