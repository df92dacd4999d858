import { activateDevice, heartbeat, syncDevice } from '#contract/intake/sync.ts';
import type { RequestOf, ResponseOf } from '#contract/platform/endpoint.ts';

type PhoneAnswer = { status: number; body: string };
/** Sends one call; throws when the network is down or the answer was lost. */
export type Transport = (path: string, body: unknown, token: string | null) => Promise<PhoneAnswer>;

type ClockRecord = {
  recordId: string;
  timeId?: string;
  employeeNumber?: string;
  at: string;
  direction?: 'in' | 'out' | 'auto';
};
type Entry = {
  recordId: string;
  employeeNumber?: string;
  timeId?: string;
  units: string | number;
  startedAt: string;
  endedAt?: string;
  durationMs?: number;
  lookup1Code?: string | null;
  lookup2Code?: string | null;
};
type Person = ResponseOf<typeof syncDevice>['employees'][number];

/**
 * A V2 device: keeps records until the server has acknowledged them, with or without a network, and stores the people and lookups that it gets.
 * Forgets everything when its token is refused.
 */
export class PhoneEmulator {
  token: string | null = null;
  cursor: string | null = null;
  readonly people = new Map<string, Person>();
  readonly lookups = new Map<string, string>();
  clockRecords: ClockRecord[] = [];
  pieceworkEntries: Entry[] = [];
  readonly rejected: { recordId: string; reason: string }[] = [];
  accepted = 0;
  duplicates = 0;
  readonly #transport: Transport;
  readonly #batch: number;
  readonly #now: () => Date;

  constructor(transport: Transport, now: () => Date, batch = 500) {
    this.#transport = transport;
    this.#now = now;
    this.#batch = batch;
  }

  async activate(activationToken: string): Promise<number> {
    const body: RequestOf<typeof activateDevice>['body'] = {
      activationToken,
      deviceInfo: { make: 'Samsung', model: 'Tab Active' },
    };
    const answer = await this.#transport(`/v2${activateDevice.path}`, body, null);
    if (answer.status === 200) this.token = activateDevice.response.parse(JSON.parse(answer.body)).deviceToken;
    return answer.status;
  }

  /** Sends everything that waits, batch by batch; returns false when the network failed and the rest still waits. */
  async sync(): Promise<boolean> {
    do {
      const clockRecords = this.clockRecords.slice(0, this.#batch);
      const pieceworkEntries = this.pieceworkEntries.slice(0, this.#batch);
      const body = { sentAt: this.#now().toISOString(), cursor: this.cursor, clockRecords, pieceworkEntries };
      const answer = await this.#transport(`/v2${syncDevice.path}`, body, this.token).catch(() => null);
      if (!answer || answer.status >= 500 || answer.status === 429) return false;
      if (answer.status === 401) {
        this.#wipe();
        return false;
      }
      if (answer.status !== 200) throw new Error(`sync: ${answer.status} ${answer.body}`);
      this.#take(syncDevice.response.parse(JSON.parse(answer.body)));
      this.clockRecords = this.clockRecords.slice(clockRecords.length);
      this.pieceworkEntries = this.pieceworkEntries.slice(pieceworkEntries.length);
    } while (this.clockRecords.length + this.pieceworkEntries.length > 0);
    return true;
  }

  /** Returns true if the server requests a sync. */
  async heartbeat(): Promise<boolean> {
    const answer = await this.#transport(`/v2${heartbeat.path}`, {}, this.token);
    if (answer.status === 401) this.#wipe();
    return answer.status === 200 && heartbeat.response.parse(JSON.parse(answer.body)).syncRequested;
  }

  #take(answer: ResponseOf<typeof syncDevice>) {
    this.accepted += answer.accepted;
    this.duplicates += answer.duplicates;
    this.rejected.push(...answer.rejected);
    for (const person of answer.employees)
      if (person.isActive) this.people.set(person._id, person);
      else this.people.delete(person._id);
    for (const { lookup, code, description, deleted } of answer.lookups)
      if (deleted) this.lookups.delete(`${lookup} ${code}`);
      else this.lookups.set(`${lookup} ${code}`, description);
    this.cursor = answer.cursor;
  }

  #wipe() {
    this.token = null;
    this.cursor = null;
    this.people.clear();
    this.lookups.clear();
    this.clockRecords = [];
    this.pieceworkEntries = [];
  }
}
