import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import type { OwnDayWrong } from '#contract/figures/ownDayFigures.ts';
import type { PlannedWork } from '#contract/intake/workPlans.ts';
import type { Draft, LogRecord } from '#recorder/core/record.ts';
import type { Reply } from '#recorder/core/sending.ts';
import { Sender, type Transport } from '#recorder/send/sender.ts';
import { adopt } from '#recorder/store/activate.ts';
import { RecorderDatabase } from '#recorder/store/database.ts';
import { capture, inState } from '#recorder/store/log.ts';
import type { Activation } from '#recorder/store/meta.ts';
import { noteNewPerson } from '#recorder/store/newPeople.ts';
import { addReading, type Clocks } from '#recorder/store/readings.ts';

export const DEVICE = '0193a000-0000-7000-8000-000000000001';
export const ACCOUNT = '0193a000-0000-7000-8000-00000000000a';
export const activation = (over: Partial<Activation> = {}): Activation => ({
  token: 'token-1',
  deviceId: DEVICE,
  accountId: ACCOUNT,
  accountName: 'Bergvliet',
  timeZone: 'Africa/Johannesburg',
  kind: 'unmanaged',
  description: 'Gate',
  prefix: 'abcdefghijkm',
  endedAt: null,
  ...over,
});

type Wire = { recordId: string; sequence: number; capturedBy?: string; [more: string]: unknown };
/** A server that stores records once for each device and id, and can be made to fail. */
export class FakeServer {
  now = Date.UTC(2026, 10, 20, 5);
  token = 'token-1';
  deviceId = DEVICE;
  stored = new Map<string, Wire>();
  sequences = new Set<number>();
  known = new Set<string>(['1001', '1002', '1003']);
  employees = [{ _id: DEVICE, number: '1001', firstName: 'Thandi', lastName: 'Mokoena', timeId: '7', isActive: true }];
  /** People who changed since the lists were sent. */
  arriving: typeof this.employees = [];
  calls: { path: string; records: number; sentCursor: unknown }[] = [];
  /** The faults of the coming calls, one for each. */
  faults: ('lost' | 'down' | '500' | '413' | '400' | '429' | 'html' | 'cut' | null)[] = [];
  resendFrom: string | undefined;
  /** All work that is planned for the device, by time; a server of an earlier version tells none. */
  plans: PlannedWork[] | undefined;
  /** The days that are to be shown again; a server of an earlier version tells none. */
  ownDays: unknown[] | undefined;
  syncRequested = false;
  reports: unknown[] = [];
  /** The names of people without an employee, by number, and how many of their records came without one. */
  names = new Map<string, string>();
  unnamed = 0;

  readonly transport: Transport = async (path, text, token) => {
    const fault = this.faults.shift() ?? null;
    this.now += 40;
    const reply = (status: number, value: unknown, type = 'application/json'): Reply & { date: string | null } => ({
      status,
      type,
      text: typeof value === 'string' ? value : JSON.stringify(value),
      // Only a refusal has a Date header, in whole seconds.
      date: status === 401 ? new Date(this.now).toUTCString() : null,
      retryAfter: status === 429 ? '7' : null,
    });
    if (fault === 'down') return null;
    if (fault === '500') return reply(500, { message: 'x' });
    if (fault === '429') return reply(429, { message: 'x' });
    if (fault === 'html') return reply(200, '<html></html>', 'text/html');
    if (token !== this.token) return reply(401, { message: 'x' });
    const body = JSON.parse(text);
    const serverTime = new Date(this.now).toISOString();
    const records: Wire[] = [
      ...(body.clockRecords ?? []),
      ...(body.pieceworkEntries ?? []),
      ...(body.ownDayActs ?? []),
      ...(body.deliveries ?? []),
      ...(body.teamEntries ?? []),
    ];
    this.calls.push({ path, records: records.length, sentCursor: body.cursor });
    if (path.endsWith('heartbeat')) this.reports.push(body);
    if (path.endsWith('heartbeat'))
      return fault === 'lost' ? null : reply(200, { syncRequested: this.syncRequested, serverTime });
    if ((fault === '413' || fault === '400') && records.length > 0)
      return reply(Number(fault), { message: 'Too much' });
    const answer = { accepted: 0, duplicates: 0, rejected: [] as { recordId: string; reason: string }[] };
    const named = new Map<string, string>(
      (body.newPeople ?? []).map(({ number, name }: { number: string; name: string }) => [number, name]),
    );
    for (const [number, name] of named) this.names.set(number, name);
    for (const record of records) {
      this.sequences.add(record.sequence);
      const key = `${record.capturedBy ?? this.deviceId} ${record.recordId}`;
      const number = String(record.employeeNumber);
      const isOfNobody = 'verdict' in record || 'teamId' in record;
      const isKnown = isOfNobody || this.known.has(number) || named.has(number);
      if (!isKnown) this.unnamed += 1;
      if (!isKnown && !record.timeId) answer.rejected.push({ recordId: record.recordId, reason: 'unknown-employee' });
      else if (this.stored.has(key)) answer.duplicates += 1;
      else {
        this.stored.set(key, record);
        answer.accepted += 1;
      }
    }
    const lists = {
      cursor: '1.1',
      employees: body.cursor ? this.arriving.splice(0) : this.employees,
      lookups: [],
      syncRequested: false,
    };
    const whole = {
      ...answer,
      ...lists,
      serverTime,
      ...(this.resendFrom && { resendFrom: this.resendFrom }),
      ...(this.plans && { workPlans: this.plans }),
      ...(this.ownDays && { ownDays: this.ownDays }),
    };
    if (fault === 'lost') return null;
    if (fault === 'cut') return reply(200, JSON.stringify(whole).slice(0, 40));
    return reply(200, whole);
  };
}

/** A device in memory, whose clocks the test sets. */
export class FakeDevice {
  readonly factory = new IDBFactory();
  readonly server: FakeServer;
  wrong = 0;
  mono = 0;
  run = 0;
  db = new RecorderDatabase(this.factory);
  sender = this.#newSender();
  constructor(server: FakeServer) {
    this.server = server;
  }
  readonly clocks = (): Clocks => ({
    wall: this.server.now + this.wrong,
    mono: this.mono,
    run: String(this.run),
    wasHidden: false,
  });
  #newSender() {
    const transport: Transport = async (...call) => {
      const before = this.server.now;
      const reply = await this.server.transport(...call);
      this.mono += this.server.now - before;
      return reply;
    };
    const report = async () => ({ pending: 0 });
    return new Sender(this.db, {
      transport,
      clocks: () => this.clocks(),
      stored: () => undefined,
      random: () => 0.5,
      report,
      onState: () => undefined,
    });
  }
  pass(ms: number) {
    this.server.now += ms;
    this.mono += ms;
  }
  /** Starts again as after SIGKILL: only the disk is left. */
  restart(makeRoom?: () => Promise<boolean>) {
    this.db.close();
    this.run += 1;
    this.mono = 0;
    this.db = new RecorderDatabase(this.factory, makeRoom);
    this.sender = this.#newSender();
  }
  async activate(over: Partial<Activation> = {}) {
    return this.db.run('readwrite', async (stores) => {
      const isTaken = await adopt(stores, activation(over));
      await addReading(stores, { ...this.clocks(), server: this.server.now, slack: 20 });
      return isTaken;
    });
  }
  capture(drafts: readonly Draft[], group: string = crypto.randomUUID()): Promise<LogRecord[]> {
    return this.db.run('readwrite', (stores) => capture(stores, group, drafts, this.clocks()));
  }
  /** Records somebody whom this device does not know, with a name, in one transaction. */
  captureNew(draft: Draft, name: string): Promise<LogRecord[]> {
    return this.db.run('readwrite', async (stores) => {
      await noteNewPerson(stores, draft.person, name, this.clocks().wall);
      return capture(stores, crypto.randomUUID(), [draft], this.clocks());
    });
  }
  records = (state: LogRecord['state']) => this.db.run('readonly', (stores) => inState(stores, state));
}
export const punch = (number = '1001'): Draft => ({
  kind: 'clock',
  direction: 'in',
  means: 'camera',
  person: { _id: null, number, timeId: null, badge: `TB1:${number}` },
});
export const piece = (units = '1', number = '1001'): Draft => ({
  kind: 'piece',
  units,
  lookup1: 'APPLE',
  lookup2: null,
  means: 'scanner',
  person: { _id: null, number, timeId: null, badge: `TB1:${number}` },
});
/** Work of a team of the office. */
export const teamWork = (units = '10', teamId = DEVICE): Draft => ({
  ...{ kind: 'piece', units, lookup1: 'APPLE', lookup2: null, means: 'scanner', ofTeam: true },
  person: { _id: teamId, number: null, timeId: null, badge: '' },
});
/** A person's answer to a day: a dispute of a kind, or that they agree. */
export const ownDay = (wrong: OwnDayWrong | null = null, number = '1001'): Draft => ({
  kind: 'day',
  day: '2026-11-20',
  wrong,
  shown: { in: '2026-11-20T05:00:00.000Z', out: null, pieces: [] },
  own: '',
  means: 'scanner',
  person: { _id: DEVICE, number, timeId: null, badge: `TB1:${number}` },
});
