import type { AccountOptions, UserOptions } from './factories.ts';

/** A fault that a test asks of its world: the real servers behind a front door that can fail (tests/support/e2e.server.ts). */
export type Fault = {
  /** Matched against 'METHOD /path?query'. */
  pattern: string;
  /** Answer with this status and body instead of the server. */
  status?: number;
  body?: string;
  type?: string;
  /** Longest wait before the request goes on, ms; clearFaults ends it. */
  delayMs?: number;
  /** Close the connection without an answer. */
  hangUp?: boolean;
  /** The server does what it is asked, and its answer never arrives. */
  loseAnswer?: boolean;
  /** How many times; forever when absent. */
  times?: number;
};
export type Login = { username: string; password: string; accountId: string; userId: string };
export type Asked = { line: string; authorization: string | null; bytes: number; status: number };

export type World = {
  /** The version that the API tells, and whose build is served as the web application. */
  deploy(versions: { api: string; shell?: string }): void;
  fault(fault: Fault): void;
  clearFaults(): void;
  /** Nobody answers at the port. */
  down(): void;
  up(): void;
  user(options: UserOptions & { account?: AccountOptions; accountId?: string }): Login;
  /** Active employees of an account. */
  employees(accountId: string, count: number): void;
  /** As many with hours from 07:00 to 16:00 every day, numbered and clocking from 1001 on, each with an IN on a day as it began. */
  cameIn(accountId: string, count: number, day: string): void;
  /** A punch of somebody as it arrives now: `at` with its offset. */
  punched(accountId: string, timeId: string, at: string, direction: 'in' | 'out'): void;
  /** A device was last in contact at an instant of the past. */
  fallSilent(accountId: string, deviceId: string, since: string): void;
  /** The user logs in elsewhere: another device, another session. */
  loginElsewhere(login: Login): void;
  /** The latest reset or invitation link of a mailbox, as sent. */
  mailedLink(address: string): string;
  /** Runs the jobs that wait: backups, restores, recalculations, mails. */
  work(): void;
  /** An account with three people (1001 Thandi Mokoena, 1002, 1003), a product, and a device with its activation code. */
  recorder(kind?: 'v2' | 'standalone'): { accountId: string; deviceId: string; code: string };
  /** Makes the device's code anew: its token is refused from now on, as after an administrator did it. */
  codeAnew(accountId: string, deviceId: string): string;
  /**
   * The ids of the records of an account as their devices gave them, in any order, the units that were counted, and the numbers that are
   * missing from the devices' sequences.
   */
  recorded(accountId: string): { recordIds: string[]; units: string; missing: string[] };
  asked(): Asked[];
  forget(): void;
};
/** The world as tests hold it: every call goes to another process. */
export type RemoteWorld = {
  [K in keyof World]: (...args: Parameters<World[K]>) => Promise<ReturnType<World[K]>>;
} & { origin: string; close: () => Promise<void> };
