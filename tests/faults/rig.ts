import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createAccount } from '#contract/access/accounts.ts';
import { logIn } from '#contract/access/session.ts';
import { createAdmsDevice } from '#contract/intake/enrolment.ts';
import { type Call, createCall } from '#server/operations/demo/client.ts';
import { freePort } from '../../scripts/freePort.ts';

/** A row of the fault tests' results: what was tried, how often, and the counts that must be 0. */
export type FaultRow = {
  fault: string;
  tried: string;
  acknowledged: number;
  lost: number;
  doubled: number;
  serverErrors: number;
  /** The ms until it answers again after the fault, median and worst, in words. */
  recovery: string;
};

const ADMIN = { username: 'admin', password: 'a-long-enough-secret' };
const READY_MS = 240_000;

/** The real server in a process of its own, which can be killed and started again on the same data. */
export class ServerProcess {
  readonly origin: string;
  readonly dataDir: string;
  readonly #port: number;
  readonly #env: Record<string, string>;
  readonly #entry: readonly string[];
  #child: ChildProcess | undefined;
  #told = false;
  /** The output since its last start. */
  output = '';

  private constructor(port: number, dataDir: string, env: Record<string, string>, entry: readonly string[]) {
    this.#port = port;
    this.#entry = entry;
    this.origin = `http://127.0.0.1:${port}`;
    this.dataDir = dataDir;
    this.#env = env;
  }

  static async create(
    env: Record<string, string> = {},
    dataDir = mkdtempSync(join(tmpdir(), 'tallyboard-faults-')),
    ...entry: string[]
  ) {
    return new ServerProcess(await freePort(), dataDir, env, entry.length > 0 ? entry : ['server/main.ts']);
  }

  /** Starts it and waits until it is ready; returns how long that took, in ms. */
  async start(more: Record<string, string> = {}): Promise<number> {
    const started = performance.now();
    this.output = '';
    const env = {
      ...process.env,
      PORT: String(this.#port),
      HOST: '127.0.0.1',
      DATA_DIR: this.dataDir,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'error',
      ...this.#env,
      ...more,
    };
    const child = spawn(process.execPath, [...this.#entry], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    const atExit = () => child.kill('SIGKILL');
    process.once('exit', atExit);
    child.once('exit', () => process.off('exit', atExit));
    this.#child = child;
    this.#told = false;
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (chunk) => (this.output += chunk));
    while (performance.now() - started < READY_MS) {
      if ((child.exitCode ?? child.signalCode) !== null)
        throw new Error(`The server ended (${child.exitCode ?? child.signalCode}): ${this.output}`);
      const reply = await fetch(`${this.origin}/readyz`).catch(() => undefined);
      if (reply?.ok) return performance.now() - started;
      await pause(30);
    }
    throw new Error(`The server is not ready after ${READY_MS} ms: ${this.output}`);
  }

  /** Waits until another PostgreSQL than the killed one serves it, or starts it where it has ended; returns how long that took, in ms. */
  async recovered(killed: number | undefined): Promise<number> {
    const started = performance.now();
    while (performance.now() - started < READY_MS) {
      const { exitCode = null, signalCode = null } = this.#child ?? {};
      if ((exitCode ?? signalCode) !== null) return performance.now() - started + (await this.start());
      const isAnother = this.postmaster !== undefined && this.postmaster !== killed;
      const reply = isAnother ? await fetch(`${this.origin}/readyz`).catch(() => undefined) : undefined;
      if (reply?.ok) return performance.now() - started;
      await pause(30);
    }
    throw new Error(`The server is not ready after ${READY_MS} ms: ${this.output}`);
  }

  /** Sends the process a message and waits for its answer; resolves to false when the process has ended. */
  async tell(message: object): Promise<boolean> {
    const child = this.#child;
    if (!child?.connected) return false;
    return new Promise((resolve) => {
      const answered = () => end(true);
      const gone = () => end(false);
      const end = (outcome: boolean) => {
        child.off('message', answered).off('exit', gone);
        resolve(outcome);
      };
      child.on('message', answered).on('exit', gone);
      child.send(message, (error) => error && gone());
    });
  }

  /** Returns the output of a process that ended without being told to. */
  get ownEnd(): string | undefined {
    const { exitCode, signalCode } = this.#child ?? {};
    if (this.#told || (exitCode ?? signalCode ?? null) === null) return undefined;
    return `${this.origin} ended by itself (${exitCode ?? signalCode}): ${this.output}`;
  }

  /** Waits until it ends by itself, at most so many ms; tells whether it did. */
  async dies(withinMs: number): Promise<boolean> {
    const child = this.#child;
    const isOver = () => (child?.exitCode ?? child?.signalCode ?? null) !== null;
    for (const until = performance.now() + withinMs; !isOver() && performance.now() < until; ) await pause(20);
    return isOver();
  }

  async end(signal: 'SIGKILL' | 'SIGTERM') {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    this.#told = true;
    child.kill(signal);
    await gone;
  }

  async remove() {
    await this.end('SIGKILL');
    // The bundled PostgreSQL notices the end of its server a moment later.
    for (const until = performance.now() + 10_000; this.postmaster && performance.now() < until; ) await pause(50);
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  /** The process id of its bundled PostgreSQL; undefined where none runs. */
  get postmaster(): number | undefined {
    const file = join(this.dataDir, 'postgres/postmaster.pid');
    if (!existsSync(file)) return undefined;
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
    return existsSync(`/proc/${pid}`) ? pid : undefined;
  }

  get call(): Call {
    return createCall(this.origin);
  }
}

/** Returns the environment of a process with an empty database of its own on a PostgreSQL server. */
export async function givenDatabase(url: string): Promise<Record<string, string>> {
  const name = `faults_${randomBytes(6).toString('hex')}`;
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${name}`).finally(() => client.end());
  const target = new URL(url);
  target.pathname = `/${name}`;
  return { DATABASE_URL: target.href, SECRET_KEY: Buffer.alloc(32, 1).toString('base64url') };
}

export type Site = { token: string; accountId: string; serial: string };

/** Creates an account with one enrolled terminal through the API. */
export async function givenSite(server: ServerProcess, serial = 'FAULT0001'): Promise<Site> {
  const token = await adminToken(server);
  const holder = { firstName: 'Fay', lastName: 'Ult', contactNo: '1', emailAddr: 'fay@example.test' };
  const { _id: accountId } = await server.call(
    createAccount,
    { body: { isActive: true, code: serial, name: 'Faults', holder, timeZone: 'UTC' } },
    token,
  );
  await server.call(createAdmsDevice, { params: { accountId }, body: { serial } }, token);
  return { token, accountId, serial };
}

export const adminToken = async (server: ServerProcess) => (await server.call(logIn, { body: ADMIN })).token;

/** Posts ATTLOG lines as a terminal does and returns its outcome; 'refused' is any answer without OK. */
export async function postLines(
  server: { origin: string },
  serial: string,
  lines: readonly string[],
): Promise<'acknowledged' | 'refused' | 'unreachable'> {
  try {
    const reply = await fetch(`${server.origin}/iclock/cdata?SN=${serial}&table=ATTLOG&Stamp=9999`, {
      method: 'POST',
      body: lines.join(''),
    });
    const text = await reply.text();
    return reply.status === 200 && text.includes('OK') ? 'acknowledged' : 'refused';
  } catch {
    return 'unreachable';
  }
}

/** Returns the ATTLOG line of a punch whose PIN and second no other `index` has; the newest are a minute before `end`, epoch ms. */
export function attlogLine(index: number, end: number): string {
  const at = new Date(end - 60_000 - Math.floor(index / 50) * 1_000).toISOString().slice(0, 19).replace('T', ' ');
  return `${1_000 + (index % 50)}\t${at}\t${index % 2}\t1\t\t0\t0\n`;
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
export const recoveryOf = (values: readonly number[]) =>
  values.length === 0 ? 'none needed' : `${Math.round(median(values))} ms, worst ${Math.round(Math.max(...values))} ms`;
