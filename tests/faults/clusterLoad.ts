import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { logIn } from '#contract/access/session.ts';
import { createUser } from '#contract/access/users.ts';
import { auditCheck, checkAudit } from '#contract/platform/audit.ts';
import { type Employer, givenEmployerOf, PASSWORD } from './alertWorld.ts';
import { Journal } from './journal.ts';
import { adminToken, attlogLine, givenSite, pause, type ServerProcess, type Site } from './rig.ts';

const TERMINALS = 6;
const BATCH = 10;
/**
 * Users who log in, one after the other. A try whose outcome the lost primary could not record counts as a wrong one; failovers in
 * quick succession would lock a single user out.
 */
const VISITORS = 8;
const visitor = (n: number) => ({ username: `visitor-${n % VISITORS}`, password: 'until-the-first-log-in' });
const WELL_MS = 60_000;
const units = z.object({ groups: z.array(z.object({ totalUnits: z.number() })) });
const ready = z.object({ status: z.string() });
const count = z.tuple([z.object({ n: z.coerce.number() })]);

/** A sender's notes, kept outside the servers: the ids that it sent, and those that were acknowledged. */
type Told = { sent: string[]; acknowledged: string[] };

/**
 * A load on several processes whose database moves between machines: six terminals, phones, readers of an overview, and somebody who creates users.
 * Every answer must be a 200, or a 503 with Retry-After; an overview must show at least what was acknowledged before it was requested.
 */
export class ClusterLoad {
  readonly #servers: readonly ServerProcess[];
  readonly #bareOrigin: string;
  readonly #terminals: readonly { site: Site; journal: Journal; sent: number }[];
  readonly #employer: Employer;
  readonly #tokens: { own: string; admin: string };
  readonly #end = Date.now();
  readonly #records: Told = { sent: [], acknowledged: [] };
  readonly #users: Told = { sent: [], acknowledged: [] };
  #isOver = false;
  #logIns = 0;
  /** Answers that were neither a 200 nor a 503 with Retry-After, and overviews that showed too little. */
  readonly failures: string[] = [];
  readonly statuses: Record<string, number> = {};
  /** The longest time, ms, that /healthz, a server that only answers, and any other answer took. */
  readonly slowest = { health: 0, bare: 0, others: 0 };
  /** The time at which each server last answered 200 to a terminal (performance.now). */
  readonly #heardAt = new Map<ServerProcess, number>();

  private constructor(
    servers: readonly ServerProcess[],
    bareOrigin: string,
    sites: readonly Site[],
    employer: Employer,
    tokens: { own: string; admin: string },
  ) {
    this.#servers = servers;
    this.#bareOrigin = bareOrigin;
    this.#terminals = sites.map((site) => ({ site, journal: new Journal(), sent: 0 }));
    this.#employer = employer;
    this.#tokens = tokens;
  }

  /** `bareOrigin`: a server that only answers, asked as often as each /healthz. */
  static async create(servers: readonly [ServerProcess, ...ServerProcess[]], bareOrigin: string): Promise<ClusterLoad> {
    const [first] = servers;
    const sites: Site[] = [];
    for (let n = 1; n <= TERMINALS; n++) sites.push(await givenSite(first, `FAILOVER${n}`));
    const admin = await adminToken(first);
    const employer = await givenEmployerOf(first.call, admin, zoneAtNoon(), '02:30', [1]);
    const { token: own } = await first.call(logIn, { body: { username: employer.username, password: PASSWORD } });
    // Users whose log-ins end nobody else's sessions.
    for (let n = 0; n < VISITORS; n++) {
      const person = { firstName: 'Vi', lastName: 'Sitor', ...visitor(n), email: `visitor-${n}@example.test` };
      await first.call(createUser, { body: { accountId: employer.accountId, ...person } }, admin);
    }
    // Each log-in of the administrator ended the first of five earlier sessions.
    const open = sites.map((site) => ({ ...site, token: admin }));
    return new ClusterLoad(servers, bareOrigin, open, employer, { own, admin });
  }

  /** Runs all callers until then. */
  async run<T>(until: Promise<T>): Promise<T> {
    this.#isOver = false;
    const loops = [
      ...this.#terminals.map((_, n) => this.#repeat(100, () => this.#deliver(n))),
      this.#repeat(100, () => this.#askBare()),
      ...this.#servers.flatMap((server) => [
        this.#repeat(200, () => this.#sync(server)),
        this.#repeat(200, () => this.#look(server)),
        this.#repeat(500, () => this.#makeUser(server)),
        this.#repeat(500, () => this.#logIn(server)),
        this.#repeat(100, () => this.#ask(server, '/healthz')),
      ]),
    ];
    const all = Promise.all(loops);
    try {
      await Promise.race([until, all]);
    } finally {
      this.#isOver = true;
      await Promise.allSettled(loops);
    }
    await all;
    return until;
  }

  async #repeat(pauseMs: number, act: () => Promise<unknown>) {
    for (; !this.#isOver; await pause(pauseMs)) await act();
  }

  /** Returns the answer's text for a 200; undefined for a 503 with Retry-After and for what is recorded as a failure. */
  async #ask(server: ServerProcess, path: string, init: RequestInit = {}): Promise<string | undefined> {
    const asked = performance.now();
    const kind = path === '/healthz' ? 'health' : 'others';
    try {
      const reply = await fetch(`${server.origin}${path}`, { ...init, signal: AbortSignal.timeout(WELL_MS) });
      const text = await reply.text();
      this.statuses[reply.status] = (this.statuses[reply.status] ?? 0) + 1;
      const isHonest = reply.status === 503 && kind !== 'health' && Number(reply.headers.get('retry-after')) > 0;
      if (reply.status !== 200 && !isHonest) this.failures.push(`${path}: ${reply.status} ${text.slice(0, 200)}`);
      return reply.status === 200 ? text : undefined;
    } catch (error) {
      this.failures.push(`${path}: no answer, ${error}`);
      return undefined;
    } finally {
      this.slowest[kind] = Math.max(this.slowest[kind], performance.now() - asked);
    }
  }

  async #askBare() {
    const asked = performance.now();
    await (await fetch(this.#bareOrigin)).text();
    this.slowest.bare = Math.max(this.slowest.bare, performance.now() - asked);
  }

  #call(server: ServerProcess, path: string, token: string, body?: object) {
    const headers = { authorization: token, 'x-device-id': 'demo-set-up' };
    const json = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
    return this.#ask(server, `/v2${path}`, body ? { ...json, body: JSON.stringify(body) } : { headers });
  }

  /** Delivers like a terminal: unacknowledged records are sent again, to the same server. */
  async #deliver(n: number) {
    const [terminal, server] = [this.#terminals[n], this.#servers[n % this.#servers.length]];
    if (!terminal || !server) return;
    const { site, journal, sent } = terminal;
    const lines = Array.from({ length: BATCH }, (_, i) => attlogLine(sent + i, this.#end));
    const path = `/iclock/cdata?SN=${site.serial}&table=ATTLOG&Stamp=9999`;
    const text = await this.#ask(server, path, { method: 'POST', body: lines.join('') });
    const isAcknowledged = text?.includes('OK') === true;
    journal.note(site.serial, lines, isAcknowledged);
    if (!isAcknowledged) return;
    terminal.sent += BATCH;
    this.#heardAt.set(server, performance.now());
  }

  /** Sends a piece of work of one unit, as a phone does. */
  async #sync(server: ServerProcess) {
    const recordId = randomUUID();
    const endedAt = this.#end - 60_000 - 1_000 * this.#records.sent.push(recordId);
    const piece = { recordId, timeId: '1', lookup1Code: 'A', lookup2Code: null, jobDescription: null, units: 1 };
    const times = { startedAt: new Date(endedAt - 500).toISOString(), endedAt: new Date(endedAt).toISOString() };
    const body = { sentAt: new Date().toISOString(), clockRecords: [], pieceworkEntries: [{ ...piece, ...times }] };
    if ((await this.#call(server, '/rc/sync', this.#employer.deviceToken, body)) !== undefined)
      this.#records.acknowledged.push(recordId);
  }

  async #look(server: ServerProcess) {
    const known = this.#records.acknowledged.length;
    const text = await this.#call(server, '/stats/piecework/total-units/by-lookup1', this.#tokens.own);
    if (text === undefined) return;
    const shown = units.parse(JSON.parse(text)).groups.reduce((sum, { totalUnits }) => sum + totalUnits, 0);
    if (shown < known) this.failures.push(`${shown} units are shown, ${known} were acknowledged before`);
  }

  async #makeUser(server: ServerProcess) {
    const username = `u-${randomUUID()}`;
    const person = { firstName: 'A', lastName: 'B', username, email: `${username}@example.test` };
    this.#users.sent.push(username);
    const { accountId } = this.#employer;
    if ((await this.#call(server, '/user', this.#tokens.admin, { accountId, ...person })) !== undefined)
      this.#users.acknowledged.push(username);
  }

  #logIn(server: ServerProcess) {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', 'x-device-id': 'visitor' } };
    return this.#ask(server, `/v2${logIn.path}`, { ...init, body: JSON.stringify(visitor(this.#logIns++)) });
  }

  /** Returns the state in each server's /readyz. */
  readiness(): Promise<(string | undefined)[]> {
    return Promise.all(
      this.#servers.map(async ({ origin }) => {
        const reply = await fetch(`${origin}/readyz`).catch(() => undefined);
        return reply && ready.parse(await reply.json()).status;
      }),
    );
  }

  /** Returns the ms from `since` until every server is ready and has acknowledged something; they are asked meanwhile. */
  async untilWell(since: number): Promise<number> {
    for (const until = performance.now() + WELL_MS; performance.now() < until; await pause(20)) {
      const haveAcknowledged = this.#servers.every((server) => (this.#heardAt.get(server) ?? 0) > since);
      const said = await this.readiness();
      if (haveAcknowledged && said.every((status) => status === 'ready')) return performance.now() - since;
    }
    throw new Error(`Not every server was well again within ${WELL_MS / 1_000} s`);
  }

  get acknowledged() {
    const punches = this.#terminals.reduce((sum, { journal }) => sum + journal.acknowledged, 0);
    return punches + this.#records.acknowledged.length + this.#users.acknowledged.length;
  }

  /**
   * Returns how much of what was acknowledged is missing, how much exists twice, and trails that are inconsistent. `query` asks the database
   * directly.
   */
  async judge(query: (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>) {
    const total = { lost: 0, doubled: 0 };
    const [server] = this.#servers;
    if (!server) return total;
    const { admin } = this.#tokens;
    for (const { site, journal } of this.#terminals) {
      const { lost, doubled } = await journal.judge(server, site);
      total.lost += lost;
      total.doubled += doubled;
    }
    const stored = async (text: string, ids: string[]) => count.parse((await query(text, [ids])).rows)[0].n;
    const pieces = 'from piecework_entry where record_id = any($1::text[])';
    const kept = await stored(`select count(distinct record_id) as n ${pieces}`, this.#records.acknowledged);
    const twice = await stored(`select count(*) - count(distinct record_id) as n ${pieces}`, this.#records.sent);
    const users = await stored('select count(*) as n from app_user where username = any($1)', this.#users.acknowledged);
    total.lost += this.#records.acknowledged.length - kept + this.#users.acknowledged.length - users;
    total.doubled += twice;
    for (const accountId of [this.#employer.accountId, ...this.#terminals.map(({ site }) => site.accountId)]) {
      const path = checkAudit.path.replace(':accountId', accountId);
      const { problem } = auditCheck.parse(JSON.parse((await this.#call(server, path, admin)) ?? '{}'));
      if (problem) this.failures.push(`The audit trail of ${accountId}: ${problem.reason}`);
    }
    return total;
  }
}

/** Returns a zone where it is noon, so that records of the last minutes and the next hours belong to one day. */
function zoneAtNoon(): string {
  const hourIn = (timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(new Date());
  return Intl.supportedValuesOf('timeZone').find((zone) => hourIn(zone) === '12') ?? 'UTC';
}
