import type { AccountOptions, UserOptions } from './factories.ts';

/** A fault that a test requests of its world: the real servers behind a proxy that can fail (tests/support/e2e.server.ts). */
export type Fault = {
  /** Matched against 'METHOD /path?query'. */
  pattern: string;
  /** Answer with this status and body instead of the server. */
  status?: number;
  body?: string;
  type?: string;
  /** The longest delay of the request, ms; clearFaults ends it. */
  delayMs?: number;
  /** Close the connection without an answer. */
  hangUp?: boolean;
  /** The server handles the request, but its answer never arrives. */
  loseAnswer?: boolean;
  /** How many times; forever when absent. */
  times?: number;
};
export type Login = { username: string; password: string; accountId: string; userId: string };
export type Asked = { line: string; authorization: string | null; bytes: number; status: number };

export type World = {
  /** Sets the version that the API reports, and the one whose build is served as the web application. */
  deploy(versions: { api: string; shell?: string }): void;
  /** Sets the version likewise, of a server with two providers of single sign-on; returns their ids. */
  deployWithProviders(version: string): string[];
  /** Sets how a person is described at every provider, and links them to a user at each, if one is given. */
  person(subject: string, claims: Record<string, unknown>, userId?: string): void;
  /** Sets whether a provider answers. */
  provider(id: string, isThere: boolean): void;
  fault(fault: Fault): void;
  clearFaults(): void;
  /** Stops answering on the port. */
  down(): void;
  up(): void;
  user(options: UserOptions & { account?: AccountOptions; accountId?: string }): Login;
  /** Adds accounts with these names. */
  accounts(names: string[]): void;
  /** Adds active employees to an account. */
  employees(accountId: string, count: number): void;
  /** Adds as many with hours from 07:00 to 16:00 every day, numbered and clocking from 1001 on, each with an IN at the start of a day of the account. */
  cameIn(accountId: string, count: number, day: string): void;
  /** Delivers a punch now: `at` with its offset. */
  punched(accountId: string, timeId: string, at: string, direction: 'in' | 'out'): void;
  /** Sets a device's last contact to an instant in the past. */
  fallSilent(accountId: string, deviceId: string, since: string): void;
  /** Logs the user in elsewhere: another device, another session. */
  loginElsewhere(login: Login): void;
  /** Returns the latest reset or invitation link that was mailed to an address. */
  mailedLink(address: string): string;
  /** Runs the waiting jobs: backups, restores, recalculations, mails. */
  work(): void;
  /** Creates an account with three people (1001 Thandi Mokoena, 1002, 1003), a product, and a device with its activation code. */
  recorder(kind?: 'v2' | 'standalone'): { accountId: string; deviceId: string; code: string };
  /** Renews the device's code, as an administrator would: its token is refused from now on. */
  codeAnew(accountId: string, deviceId: string): string;
  /**
   * Returns the ids of an account's records as their devices gave them, in any order, the counted units, and the numbers that are missing in the
   * devices' sequences.
   */
  recorded(accountId: string): { recordIds: string[]; units: string; missing: string[] };
  asked(): Asked[];
  forget(): void;
};
/** The world in the form that tests use: every call goes to another process. */
export type RemoteWorld = {
  [K in keyof World]: (...args: Parameters<World[K]>) => Promise<ReturnType<World[K]>>;
} & { origin: string; close: () => Promise<void> };
