import { spawn } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
} from 'node:fs';
import { join } from 'node:path';

const ANSWER_MS = 500;
/** A complaint in one round is nothing, in several it stays. A round of Patroni writes a few lines, of which so many of the last are read. */
const [STALE_LINES, STALE_TIMES] = [20, 3];

/** Returns the ids of all processes whose working directory is `folder` or below it, including their children (Linux). */
function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const directory = readlinkSync(`/proc/${pid}/cwd`);
        return directory === folder || directory.startsWith(`${folder}/`);
      } catch {
        return false;
      }
    });
}

/** A machine of a cluster: programs that run without root, each in a folder of its own below the machine's. */
export class Host {
  readonly name: string;
  readonly address: string;
  readonly folder: string;
  readonly #programs: () => void;
  readonly #restPort: number;

  /** `programs` starts the machine's programs with `run`. `restPort`: Patroni's. */
  constructor(name: string, address: string, folder: string, restPort: number, programs: (host: Host) => void) {
    [this.name, this.address, this.folder, this.#restPort] = [name, address, folder, restPort];
    this.#programs = () => programs(this);
    mkdirSync(folder);
    chmodSync(folder, 0o777);
  }

  start() {
    this.#programs();
  }

  run(command: string, args: readonly string[], env: Record<string, string> = {}) {
    const program = command.split('/').at(-1) ?? command;
    const cwd = join(this.folder, program);
    mkdirSync(cwd, { recursive: true });
    chmodSync(cwd, 0o777);
    const log = openSync(`${cwd}.log`, 'a');
    // PostgreSQL refuses to run as root; its package has made a user. (A parent process runuser would stay when its child is stopped.)
    const asRoot = process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'] : [];
    const [file = '', ...rest] = [...asRoot, command, ...args];
    spawn(file, rest, { cwd, env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', log, log] }).unref();
    closeSync(log);
  }

  /** Sends a signal to everything that runs on the host, or to one program and its children. */
  signal(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL', program = '') {
    for (const pid of processesIn(join(this.folder, program)))
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended meanwhile.
      }
  }

  /** Sends SIGKILL to everything that runs on the host, until nothing does. */
  kill() {
    while (processesIn(this.folder).length > 0) this.signal('SIGKILL');
  }

  /** Asks Patroni (`/primary`, `/synchronous`), as HAProxy does. */
  async is(role: 'primary' | 'synchronous'): Promise<boolean> {
    const url = `http://${this.address}:${this.#restPort}/${role}`;
    const reply = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => undefined);
    await reply?.arrayBuffer().catch(() => undefined);
    return reply?.ok === true;
  }

  /** Asks Patroni to swap the two, as `patronictl switchover` does. */
  async switchOver(to: Host) {
    const body = JSON.stringify({ leader: this.name, candidate: to.name });
    const reply = await fetch(`http://${this.address}:${this.#restPort}/switchover`, { method: 'POST', body });
    if (!reply.ok) throw new Error(`The switchover was refused: ${reply.status} ${await reply.text()}`);
  }

  /**
   * Returns true while Patroni holds a stale view of etcd: it then names no synchronous standby, or does not promote, for ever. Patroni 3.0
   * does so after it had no time for a while; a later one forgets what it knew (its pull request 2783).
   */
  get isStale(): boolean {
    const path = join(this.folder, 'patroni.log');
    const lines = existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n').slice(-STALE_LINES) : [];
    return lines.filter((line) => /updated by some(one|body) else/.test(line)).length >= STALE_TIMES;
  }

  /** Returns the end of each program's log. */
  get lastWords(): string {
    const logs = readdirSync(this.folder).filter((name) => name.endsWith('.log'));
    return logs
      .map((name) => `${this.name} ${name}: ${readFileSync(join(this.folder, name), 'utf8').slice(-1_500)}`)
      .join('\n');
  }
}
