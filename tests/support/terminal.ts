import { decodeTime } from '#server/intake/terminals/dialects/adms/packedTime.ts';
import { RawHttp, type RawHttpOptions } from './rawHttp.ts';

/** A record in the terminal's memory, which stays after it was acknowledged. */
export type KeptRecord = { pin: string; local: string; status: number; verify: number; acked: boolean };

export type TerminalOptions = RawHttpOptions & {
  serial: string;
  /** `old`: no pushver, table-less uploads, HTTP/1.0, 4 columns. `push2`: pushver 2.4.1. */
  generation?: 'old' | 'push2';
  /** `/iclock` unless a secret path or a variant is tried. */
  prefix?: string;
  /** `.aspx` on eSSL firmware. */
  suffix?: string;
  /** ms before the second and third try; the real ones wait 300, 600 and 900. */
  retryMs?: number;
};

/**
 * A terminal as strict as firmware of the old SDK (protocol notes, evidence [D]): three quick tries and then offline, options and
 * commands only from lines that LF ends, an idle reply that is exactly `OK`, batches that grow and shrink, every record kept and
 * all of them sent again when a handshake says stamp 0. What the server does wrong is in `violations`.
 */
export class TerminalEmulator {
  readonly violations: string[] = [];
  readonly records: KeptRecord[] = [];
  readonly users = new Map<string, string>();
  readonly executed: string[] = [];
  /** Option lines of the last valid handshake. */
  options = new Map<string, string>();
  /** Set by a command, as `YYYY-MM-DD HH:MM:SS`. */
  clock: string | null = null;
  reboots = 0;
  readonly #http: RawHttp;
  readonly #options: Required<Pick<TerminalOptions, 'serial' | 'generation' | 'prefix' | 'suffix' | 'retryMs'>>;
  #batch = 40;
  #results: string[] = [];

  constructor(options: TerminalOptions) {
    this.#options = { generation: 'push2', prefix: '/iclock', suffix: '', retryMs: 5, ...options };
    this.#http = new RawHttp({ version: this.#options.generation === 'old' ? '1.0' : '1.1', ...options });
  }

  /** Records a punch in the terminal's memory, whatever the network does. */
  punch(pin: string, local: string, status = 0, verify = 1) {
    this.records.push({ pin, local, status, verify, acked: false });
  }

  get backlog() {
    return this.records.filter(({ acked }) => !acked).length;
  }

  /** Requests the options; returns false if the reply is not a valid block. */
  async handshake(): Promise<boolean> {
    const announced = this.#options.generation === 'old' ? '' : '&pushver=2.4.1&language=69';
    const reply = await this.#tries(
      'GET',
      `cdata${this.#options.suffix}?SN=${this.#options.serial}&options=all${announced}`,
    );
    if (reply === null) return false;
    const lines = reply.split('\n');
    // A line without LF is not read.
    lines.pop();
    const options = new Map<string, string>();
    for (const line of lines.map((text) => text.replace(/\r$/, ''))) {
      if (/^(UN|RETRY)/.test(line)) return false;
      const at = line.indexOf('=');
      if (at > 0) options.set(line.slice(0, at), line.slice(at + 1));
    }
    if (!options.has('Stamp') && !options.has('ServerVer')) return false;
    this.options = options;
    const stamp = options.get(this.#options.generation === 'old' ? 'Stamp' : 'ATTLOGStamp');
    if (stamp === '0') this.forgetAcknowledgements();
    return true;
  }

  /** Marks everything to be sent again, as after a reset, a new server address or a stamp of 0. */
  forgetAcknowledgements() {
    for (const record of this.records) record.acked = false;
  }

  /** Sends what is not acknowledged, batch by batch, until done or three tries failed. */
  async upload(): Promise<boolean> {
    if (this.options.get('TransFlag') === 'TransData') return false;
    for (;;) {
      const batch = this.records.filter(({ acked }) => !acked).slice(0, this.#batch);
      if (batch.length === 0) return true;
      const reply = await this.#tries('POST', this.#uploadPath(), batch.map((record) => this.#line(record)).join(''));
      if (reply === null || !reply.includes('OK')) {
        this.#batch = Math.max(10, this.#batch - 30);
        return false;
      }
      for (const record of batch) record.acked = true;
      this.#batch = Math.min(150, this.#batch + 10);
    }
  }

  /** One poll; commands are carried out and their results delivered. */
  async poll(info = ''): Promise<boolean> {
    const query = info && `&INFO=${info}`;
    const reply = await this.#tries('GET', `getrequest${this.#options.suffix}?SN=${this.#options.serial}${query}`);
    if (reply === null) return false;
    if (reply !== 'OK') {
      if (!reply.endsWith('\n')) this.violations.push(`a command without LF: ${JSON.stringify(reply.slice(-40))}`);
      const lines = reply.split('\n');
      lines.pop();
      for (const line of lines) await this.#execute(line);
    }
    return this.#deliverResults();
  }

  async #execute(line: string) {
    const match = /^C:([A-Za-z0-9]{1,16}):(.*)$/.exec(line);
    if (!match) {
      this.violations.push(`not a command: ${JSON.stringify(line)}`);
      return;
    }
    const [, id, command = ''] = match;
    this.executed.push(command);
    const [word = ''] = command.split(' ');
    let code = 0;
    let details = '';
    const update = /^DATA UPDATE USERINFO PIN=([^\t]*)(?:\tName=([^\t]*))?/.exec(command);
    const removed = /^DATA DELETE USERINFO PIN=([^\t]*)/.exec(command);
    if (update?.[1]) this.users.set(update[1], update[2] ?? '');
    else if (removed?.[1]) this.users.delete(removed[1]);
    else if (command === 'CHECK') await this.handshake();
    else if (command === 'INFO') details = `~SerialNumber=${this.#options.serial}\nFWVersion=Ver 8.0.4.3\n`;
    else if (command.startsWith('SET OPTION DateTime=')) this.clock = decodeTime(Number(command.split('=')[1]));
    else if (command === 'REBOOT') this.reboots++;
    else if (command !== 'LOG') code = -1002;
    this.#results.push(`ID=${id}&Return=${code}&CMD=${word}\n${details}`);
    if (command === 'CHECK' || command === 'LOG') await this.upload();
  }

  /** Results are kept until the server answers OK as text/plain. */
  async #deliverResults(): Promise<boolean> {
    while (this.#results.length > 0) {
      const batch = this.#results.slice(0, 20);
      const reply = await this.#tries(
        'POST',
        `devicecmd${this.#options.suffix}?SN=${this.#options.serial}`,
        batch.join(''),
      );
      if (reply === null || !reply.includes('OK')) return false;
      this.#results = this.#results.slice(batch.length);
    }
    return true;
  }

  #uploadPath() {
    const { serial, generation, suffix } = this.#options;
    const last = generation === 'old' ? '&Stamp=9999' : '&table=ATTLOG&Stamp=9999';
    return `cdata${suffix}?SN=${serial}${last}`;
  }

  #line({ pin, local, status, verify }: KeptRecord) {
    return this.#options.generation === 'old'
      ? `${pin}\t${local}\t${status}\t${verify}\n`
      : `${pin}\t${local}\t${status}\t${verify}\t0\t0\t0\t\r\n`;
  }

  /** The body of a 200, or null when three tries got none. */
  async #tries(method: 'GET' | 'POST', path: string, body?: string): Promise<string | null> {
    for (let attempt = 1; attempt <= 3; attempt++) {
      try {
        const reply = await this.#http.send(method, `${this.#options.prefix}/${path}`, body);
        this.violations.push(...reply.violations);
        if (reply.status === 200) return reply.body;
      } catch {
        // After a lost answer, or if the server is down, the same request is sent again.
      }
      await new Promise((resolve) => setTimeout(resolve, this.#options.retryMs * attempt));
    }
    return null;
  }
}
