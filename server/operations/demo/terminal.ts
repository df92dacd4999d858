import type { Temporal } from 'temporal-polyfill';
import type { Send } from './client.ts';
import type { Punch } from './days.ts';

const BATCH_LINES = 100;

/** A simulated terminal at a gate: stores punches, delivers those that are due, polls for commands and carries them out. */
export class DemoTerminal {
  /** While true the connection is down: people clock, but nothing is delivered. */
  offline = false;
  readonly #origin: string;
  readonly #serial: string;
  readonly #timeZone: string;
  readonly #request: Send;
  #waiting: Punch[] = [];

  constructor(origin: string, serial: string, timeZone: string, request: Send) {
    this.#origin = origin;
    this.#serial = serial;
    this.#timeZone = timeZone;
    this.#request = request;
  }

  /** Punches of the past and of the coming hours, in any order. */
  record(punches: Punch[]) {
    this.#waiting = [...this.#waiting, ...punches].sort((a, b) => a.at.epochMilliseconds - b.at.epochMilliseconds);
  }

  async handshake() {
    await this.#send('GET', `cdata?SN=${this.#serial}&options=all&pushver=2.4.1&language=69`);
    await this.poll(`&INFO=Ver%208.0.4.3-20240611,${this.#waiting.length},0,0,192.168.1.21`);
  }

  /** Delivers everything that has happened by `now`; what is not acknowledged stays. */
  async deliver(now: Temporal.Instant) {
    while (!this.offline) {
      const batch = this.#waiting
        .slice(0, BATCH_LINES)
        .filter(({ at }) => at.epochMilliseconds <= now.epochMilliseconds);
      if (batch.length === 0) return;
      const body = batch.map((punch) => this.#line(punch)).join('');
      const answer = await this.#send('POST', `cdata?SN=${this.#serial}&table=ATTLOG&Stamp=9999`, body);
      if (!answer.includes('OK')) return;
      // Other punches may have been added meanwhile: exactly those of this delivery are removed.
      const sent = new Set(batch);
      this.#waiting = this.#waiting.filter((punch) => !sent.has(punch));
    }
  }

  /** Polls once: commands are carried out (a demo terminal confirms everything) and answered. */
  async poll(info = '') {
    if (this.offline) return;
    const answer = await this.#send('GET', `getrequest?SN=${this.#serial}${info}`);
    const results = [...answer.matchAll(/^C:([^:\n]+):(\S+)/gm)].map(([, id, word]) => `ID=${id}&Return=0&CMD=${word}`);
    if (results.length > 0) await this.#send('POST', `devicecmd?SN=${this.#serial}`, `${results.join('\n')}\n`);
  }

  #line({ worker, at, status }: Punch) {
    const local = at
      .toZonedDateTimeISO(this.#timeZone)
      .toPlainDateTime()
      .toString({ smallestUnit: 'second' })
      .replace('T', ' ');
    return `${worker.timeId}\t${local}\t${status}\t15\t\t0\t0\n`;
  }

  async #send(method: string, path: string, body?: string): Promise<string> {
    const init = { method, ...(body !== undefined && { body }) };
    const { status, text } = await this.#request(`${this.#origin}/iclock/${path}`, init);
    if (status !== 200) throw new Error(`Terminal ${this.#serial}: ${path.split('?')[0]} answered ${status} ${text}`);
    return text;
  }
}
