/**
 * A model of what the server must answer and remember of users, sessions, alerts and devices, in plain data and without a clock: the oracle of
 * tests/api/stateful. Everything is known by the number of the command that made it.
 */
export type AccountName = 'A' | 'B';
export type Category = 'attendance' | 'piecework' | 'break';
type Person = {
  account: AccountName;
  username: string;
  email: string;
  isActive: boolean;
  password: number | null;
};
type Session = { user: number; browser: number; at: number; expires: number; isReplaced: boolean };
type Alert = { account: AccountName; category: Category; times: number };
/** A terminal has no token. */
type Device = { account: AccountName; serial: string; token: number | null };
type Code = { device: number; isUsed: boolean; expires: number };
type Licence = { maxAlerts: number } & Record<Category, number>;
export type Model = {
  accounts: Record<AccountName, { isActive: boolean; licence: Licence }>;
  people: Record<number, Person>;
  sessions: Record<number, Session>;
  alerts: Record<number, Alert>;
  phones: Record<number, Device>;
  terminals: Record<number, Device>;
  codes: Record<number, Code>;
};

export type Change = { username?: string; email?: string; isActive?: boolean; password?: number };
type What =
  | {
      kind: 'createUser';
      account: AccountName;
      username: string;
      email: string;
      isActive: boolean;
      password: number | null;
    }
  | { kind: 'updateUser'; user: number; change: Change }
  | { kind: 'deleteUser'; user: number }
  | { kind: 'logIn'; name: string; password: number; browser: number }
  | { kind: 'who' | 'logOut' | 'extend'; session: number }
  | { kind: 'changePassword'; session: number; current: number; next: number }
  | { kind: 'createAlert'; session: number; category: Category; times: number }
  | { kind: 'updateAlert'; session: number; alert: number; category: Category; times: number }
  | { kind: 'deleteAlert'; session: number; alert: number }
  | { kind: 'setAccount'; account: AccountName; isActive: boolean; licence: Licence }
  | { kind: 'addTerminal' | 'addPhone'; account: AccountName; serial: string }
  | { kind: 'deleteDevice' | 'regenerate'; account: AccountName; device: number }
  | { kind: 'activate'; code: number }
  | { kind: 'heartbeat'; token: number };
/** `now` is in minutes. `isAmong`: other calls run at the same time. */
export type Command = What & { id: number; now: number; isAmong: boolean };
/** A possible answer with the state after it. */
export type Outcome = [answer: string, next: Model];

export const emptyModel = (): Model => {
  const account = () => ({ isActive: true, licence: { maxAlerts: 10, attendance: 2, piecework: 2, break: 4 } });
  return {
    accounts: { A: account(), B: account() },
    people: {},
    sessions: {},
    alerts: {},
    phones: {},
    terminals: {},
    codes: {},
  };
};
