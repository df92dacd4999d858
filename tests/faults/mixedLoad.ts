import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { logIn } from '#contract/access/session.ts';
import { type Employer, givenEmployerOf, PASSWORD } from './alertWorld.ts';
import { Journal } from './journal.ts';
import { adminToken, attlogLine, givenSite, pause, type ServerProcess, type Site } from './rig.ts';

/** The load on a server while its database has a fault: a little of every kind of call, with what each answer promised. */
export class MixedLoad {
  readonly #server: ServerProcess;
  readonly #site: Site;
  readonly #employer: Employer;
  readonly #token: string;
  readonly #end = Date.now();
  readonly #journal = new Journal();
  #isOver = false;
  #punches = 0;
  #syncs = 0;
  readonly #records: string[] = [];
  readonly #users: string[] = [];
  /** Answers that were neither a success nor a 503 with Retry-After. */
  readonly failures: string[] = [];
  readonly statuses: Record<string, number> = {};
  /** The longest time, ms, that an answer to each kind of caller took. */
  readonly slowest = { people: 0, terminals: 0, health: 0 };

  private constructor(server: ServerProcess, site: Site, employer: Employer, token: string) {
    this.#server = server;
    this.#site = site;
    this.#employer = employer;
    this.#token = token;
  }

  static async create(server: ServerProcess): Promise<MixedLoad> {
    const site = await givenSite(server, 'FAULT0004');
    const admin = await adminToken(server);
    const employer = await givenEmployerOf(server.call, admin, 'Europe/Brussels', '02:30', [1]);
    const { token } = await server.call(logIn, { body: { username: employer.username, password: PASSWORD } });
    return new MixedLoad(server, site, employer, token);
  }

  /** Runs so many callers of each kind until `until` resolves. */
  async run(callers: number, until: Promise<unknown>): Promise<void> {
    this.#isOver = false;
    const people = this.#people();
    const loops = Array.from({ length: callers }, async (_, n) => {
      for (let i = n; !this.#isOver; i++) await people[i % people.length]?.().then(() => pause(20));
    });
    const terminal = async () => {
      for (; !this.#isOver; await pause(20)) await this.#deliver();
    };
    const health = async () => {
      for (; !this.#isOver; await pause(100)) await this.#timed('health', () => this.#ask('healthz', '/healthz'));
    };
    const callersOfAllKinds = [...loops, terminal(), health()];
    try {
      await Promise.race([until, Promise.all(callersOfAllKinds)]);
    } finally {
      this.#isOver = true;
      await Promise.allSettled(callersOfAllKinds);
    }
    await Promise.all(callersOfAllKinds);
  }

  async #timed<T>(who: keyof MixedLoad['slowest'], ask: () => Promise<T>): Promise<T> {
    const asked = performance.now();
    return ask().finally(() => {
      this.slowest[who] = Math.max(this.slowest[who], performance.now() - asked);
    });
  }

  /** Returns the status of an answer, 0 for none; records any other error of the server as a failure. */
  async #ask(name: string, path: string, init: RequestInit & { token?: string } = {}): Promise<number> {
    const { token, ...rest } = init;
    const headers = {
      ...(token && { authorization: token }),
      ...(typeof init.body === 'string' && { 'content-type': 'application/json' }),
      'x-device-id': 'faults',
    };
    try {
      const reply = await fetch(`${this.#server.origin}${path}`, { ...rest, headers });
      const text = await reply.text();
      const isHonest = reply.status < 500 || (reply.status === 503 && Number(reply.headers.get('retry-after')) > 0);
      if (!isHonest) this.failures.push(`${name}: ${reply.status} ${text.slice(0, 200)}`);
      this.statuses[reply.status] = (this.statuses[reply.status] ?? 0) + 1;
      return reply.status;
    } catch (error) {
      this.failures.push(`${name}: no answer, ${error}`);
      return 0;
    }
  }

  #people(): (() => Promise<unknown>)[] {
    const [admin, own] = [this.#site.token, this.#token];
    const { accountId } = this.#employer;
    const read = (name: string, path: string, token: string) => () =>
      this.#timed('people', () => this.#ask(name, `/v2${path}`, { token }));
    const write =
      (name: string, path: string, token: string, bodyOf: () => object, done?: (body: object) => void) => async () => {
        const body = bodyOf();
        const ask = () =>
          this.#ask(name, `/v2${path}`, { method: 'POST', ...(token && { token }), body: JSON.stringify(body) });
        if ((await this.#timed('people', ask)) === 200) done?.(body);
      };
    const today = new Date(this.#end).toISOString().slice(0, 10);
    const dates = { from: today, to: today };
    return [
      read('session', '/session', own),
      read('totals', '/stats/employee/attendance-status-totals', own),
      read('performers', '/stats/piecework/top-10?orderBy=units', own),
      read('devices', '/device', own),
      read('alerts', '/alert/by-category/attendance', own),
      read('accounts', '/account?startRow=0&endRow=20', admin),
      read('backups', `/backup-restore/${accountId}/backup`, admin),
      write('report', '/stats/generateReport', own, () => ({ reportType: 'latecomers', dates, exportType: 'csv' })),
      write('reset', '/session/password-reset', '', () => ({ identity: this.#employer.username })),
      write('backup', `/backup-restore/${accountId}/backup/start`, admin, () => ({ includeEmployees: true })),
      write(
        'user',
        '/user',
        admin,
        () => {
          const username = `u-${randomUUID()}`;
          const person = { firstName: 'A', lastName: 'B', username, email: `${username}@example.test` };
          return { accountId, ...person };
        },
        (body) => this.#users.push(z.object({ username: z.string() }).parse(body).username),
      ),
      write(
        'rc sync',
        '/rc/sync',
        this.#employer.deviceToken,
        () => {
          const recordId = randomUUID();
          const at = new Date(this.#end - 1_000 * ++this.#syncs).toISOString();
          const record = { recordId, employeeNumber: '1', at, direction: 'in' };
          return { sentAt: new Date().toISOString(), clockRecords: [record], pieceworkEntries: [] };
        },
        (body) =>
          this.#records.push(
            ...z
              .object({ clockRecords: z.array(z.object({ recordId: z.string() })) })
              .parse(body)
              .clockRecords.map(({ recordId }) => recordId),
          ),
      ),
    ];
  }

  /** Delivers like a terminal: unacknowledged records are sent again. */
  async #deliver() {
    const lines = Array.from({ length: 10 }, (_, n) => attlogLine(this.#punches + n, this.#end));
    const outcome = await this.#timed('terminals', () => this.#journal.post(this.#server, this.#site, lines));
    if (outcome === 'acknowledged') this.#punches += lines.length;
    else if (outcome === 'unreachable') this.failures.push('terminal: no answer');
  }

  get acknowledged() {
    return this.#journal.acknowledged + this.#records.length + this.#users.length;
  }

  /** Returns how much of what was acknowledged is missing, and how much exists twice. `query` reads the database directly. */
  async judge(query: (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>) {
    const count = z.object({ rows: z.tuple([z.object({ n: z.coerce.number() })]) });
    const counted = async (text: string, values: unknown[]) => count.parse(await query(text, values)).rows[0].n;
    const { lost: lostPunches, doubled: doubledPunches } = await this.#journal.judge(this.#server, this.#site);
    const records = await counted('select count(*) as n from clock_record where record_id = any($1::text[])', [
      this.#records,
    ]);
    const users = await counted('select count(*) as n from app_user where username = any($1)', [this.#users]);
    const lost = [this.#records.length - records, this.#users.length - users];
    return {
      lost: lost.reduce((sum, n) => sum + Math.max(0, n), lostPunches),
      doubled: lost.reduce((sum, n) => sum + Math.max(0, -n), doubledPunches),
    };
  }
}
