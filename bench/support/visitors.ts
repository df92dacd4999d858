import { Agent, request } from 'node:http';
import { FIGURES } from './crowd.ts';
import type { Farm } from './farm.ts';

/** The calls of a dashboard with a list and a table open. */
const ASKED = [...FIGURES, 'stats/employee/by-attendance-status/present', 'stats/time-wasted/details', 'device'];
/** The connections that a browser opens to one host; fewer where a proxy has them, or where a process may not open so many files. */
const SOCKETS = Number(process.env.BENCH_SOCKETS ?? 6);
const PATIENCE_MS = 30_000;

/** When a request was sent, and how long the answer took. */
export type Wait = { at: number; ms: number };
export type Kind = 'figures' | 'punch' | 'poll' | 'replay';
type Asked = { path: string; method?: string; headers?: Record<string, string>; body?: string; agent: Agent };
type Answer = { status: number; text: string; etag: string | undefined };

/** All callers of the server and the answers that each got: the oracle of the load test. Times are in milliseconds. */
export class Visitors {
  readonly #origins: readonly string[];
  readonly #isOver: () => boolean;
  readonly waits: Record<Kind, Wait[]> = { figures: [], punch: [], poll: [], replay: [] };
  /** The number of answers of each kind by status; 0 means no answer. */
  readonly statuses: Record<Kind, Record<number, number>> = { figures: {}, punch: {}, poll: {}, replay: {} };
  /** The lines that the server acknowledged, by terminal. */
  readonly acknowledged = new Map<string, string[]>();
  /** The number of punches that were sent, whatever the answer: one that was not acknowledged may be stored, but only once. */
  sent = 0;
  readonly failures: string[] = [];

  constructor(origins: readonly string[], isOver: () => boolean) {
    this.#origins = origins;
    this.#isOver = isOver;
  }

  /** Forgets all times so far, but not what was acknowledged. */
  forgetTimes() {
    for (const waits of Object.values(this.waits)) waits.length = 0;
  }

  async #timed(kind: Kind, origin: string, asked: Asked): Promise<Answer> {
    const started = performance.now();
    const answer = await ask(origin, asked).catch(
      (error): Answer => ({ status: 0, text: `${error}`, etag: undefined }),
    );
    this.waits[kind].push({ at: started, ms: performance.now() - started });
    this.statuses[kind][answer.status] = (this.statuses[kind][answer.status] ?? 0) + 1;
    if (answer.status === 0 || answer.status >= 400) {
      if (this.failures.length < 20) this.failures.push(`${kind} ${answer.status} ${answer.text.slice(0, 200)}`);
    }
    return answer;
  }

  /** A person who looks at a dashboard: asks for all figures at once, every `everyMs`, with the version tags that a browser would send. */
  async dashboard(number: number, token: string, everyMs: number) {
    const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS, localAddress: addressOf(number) });
    const origin = this.#origins[number % this.#origins.length] ?? '';
    const known = new Map<string, string>();
    let cacheKey = 0;
    const refresh = async () => {
      cacheKey++;
      await Promise.all(
        ASKED.map(async (figure) => {
          const version = known.get(figure);
          const { etag } = await this.#timed('figures', origin, {
            path: `/v2/${figure}?cacheKey=${cacheKey}`,
            headers: { authorization: token, ...(version && { 'if-none-match': version }) },
            agent,
          });
          if (etag) known.set(figure, etag);
        }),
      );
    };
    await this.#every(everyMs, refresh);
    agent.destroy();
  }

  /**
   * A terminal at a gate: one punch every `punchMs`, of people of its own, and a poll for commands every `pollMs`. Punches that were not acknowledged
   * are sent again with the next one. Each request goes to the next server process on a new connection, as terminals do.
   */
  async terminal(number: number, serial: string, pins: readonly number[], { punchMs, pollMs }: TerminalPace) {
    const agent = new Agent({ keepAlive: false, localAddress: addressOf(number) });
    const acknowledged: string[] = [];
    this.acknowledged.set(serial, acknowledged);
    let [asked, punched] = [number, 0];
    const next = () => this.#origins[asked++ % this.#origins.length] ?? '';
    let waiting: string[] = [];
    const deliver = async () => {
      const { status, text } = await this.#timed('punch', next(), upload(serial, waiting, agent));
      if (status !== 200 || text.trim() !== `OK: ${waiting.length}`) return;
      acknowledged.push(...waiting);
      waiting = [];
    };
    const punch = async () => {
      const pin = pins[punched % pins.length] ?? 1;
      waiting.push(attlogLine(pin, new Date(), Math.floor(punched / pins.length) % 2));
      punched++;
      this.sent++;
      await deliver();
    };
    const poll = async () => {
      await this.#timed('poll', next(), { path: `/iclock/getrequest?SN=${serial}`, agent });
    };
    await Promise.all([this.#every(punchMs, punch), this.#every(pollMs, poll)]);
    // A refused punch may be stored or not: after it is sent once more, it is.
    if (waiting.length > 0) await deliver();
    agent.destroy();
  }

  /** A terminal that sends everything that it ever recorded, `lines` at a time, until it has finished. */
  async replay(number: number, serial: string, all: readonly string[], lines: number) {
    const agent = new Agent({ keepAlive: false, localAddress: addressOf(number) });
    for (let from = 0; from < all.length && !this.#isOver(); from += lines)
      await this.#timed(
        'replay',
        this.#origins[number % this.#origins.length] ?? '',
        upload(serial, all.slice(from, from + lines), agent),
      );
    agent.destroy();
  }

  /** Sends everything that was acknowledged once more; returns the number of lines. */
  async repeatAll(): Promise<number> {
    const agent = new Agent({ keepAlive: false });
    let repeated = 0;
    for (const [serial, lines] of this.acknowledged)
      for (let from = 0; from < lines.length; from += 1_000) {
        const some = lines.slice(from, from + 1_000);
        const { status, text } = await ask(this.#origins[0] ?? '', upload(serial, some, agent));
        if (status !== 200) throw new Error(`Sent again, a batch was refused: ${status} ${text}`);
        repeated += some.length;
      }
    return repeated;
  }

  /** Repeats `work`, the first time after a random part of the period, so that callers are spread evenly. */
  async #every(ms: number, work: () => Promise<void>) {
    for (let due = performance.now() + Math.random() * ms; !this.#isOver(); due += ms) {
      while (performance.now() < due && !this.#isOver())
        await new Promise((resolve) => setTimeout(resolve, Math.min(1_000, Math.max(1, due - performance.now()))));
      if (!this.#isOver()) await work();
    }
  }
}

export type TerminalPace = { punchMs: number; pollMs: number };

export const attlogLine = (pin: number, at: Date, status: number) =>
  `${pin}\t${at.toISOString().slice(0, 19).replace('T', ' ')}\t${status}\t1\t\t0\t0\n`;

const upload = (serial: string, lines: readonly string[], agent: Agent): Asked => ({
  path: `/iclock/cdata?SN=${serial}&table=ATTLOG&Stamp=9999`,
  method: 'POST',
  body: lines.join(''),
  agent,
});

/** Returns the PINs of the people who clock on this terminal. */
export const pinsOf = ({ people, serials }: Farm, terminal: number): number[] =>
  Array.from({ length: people }, (_, n) => n + 1).filter((pin) => pin % serials.length === terminal);

/** Returns an address for a caller, because limits are per address; on Linux, loopback has 16 million of them. */
const addressOf = (number: number) =>
  process.platform === 'linux' ? `127.1.${Math.floor(number / 250)}.${1 + (number % 250)}` : undefined;

function ask(origin: string, { path, method = 'GET', headers = {}, body, agent }: Asked): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const all = { ...headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) };
    const sent = request(`${origin}${path}`, { method, agent, headers: all, timeout: PATIENCE_MS }, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      reply.on('error', reject);
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text, etag: reply.headers.etag }));
    });
    sent.on('timeout', () => sent.destroy(new Error(`No answer within ${PATIENCE_MS} ms`)));
    sent.on('error', reject);
    sent.end(body);
  });
}
