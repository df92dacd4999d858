import fc from 'fast-check';
import type { Change, Command } from './statefulModel.ts';

/** The most calls at the same moment. */
const AT_ONCE = 8;

const account = fc.constantFrom('A' as const, 'B' as const);
/** Some names differ only in case, and one user's name may be another's email address. */
const username = fc.constantFrom<string>('anna', 'ANNA', 'bert', 'cleo', 'dora', 'anna@m.test');
const email = fc.constantFrom<string>('anna@m.test', 'Anna@m.test', 'bert@m.test', 'cleo@m.test', 'dora@m.test');
const name = fc.oneof(username, email);
const password = fc.nat(2);
const category = fc.constantFrom('attendance' as const, 'piecework' as const, 'break' as const);
const times = fc.integer({ min: 1, max: 2 });
/** The index of an object among those made so far; recent ones are more likely. */
const NOTHING = 60;
const RECENT = 6;
const pick = fc.oneof({ weight: 3, arbitrary: fc.nat(2) }, { weight: 2, arbitrary: fc.nat(NOTHING) });
const isActive = fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) });
const kind = <const K extends string>(name: K) => fc.constant(name);
const licence = fc.record({
  maxAlerts: fc.nat(4),
  attendance: fc.nat(2),
  piecework: fc.nat(2),
  break: fc.nat(4),
});
const change = fc
  .record({ username, email, isActive: fc.boolean(), password }, { requiredKeys: [] })
  .map((changed): Change => changed);

/** A random call, whose objects are indexes in the lists of what exists. */
const thrown = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('createUser'),
      account,
      username,
      email,
      isActive,
      password: fc.option(password, { freq: 4 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: kind('updateUser'), user: pick, change }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('deleteUser'), user: pick }) },
  { weight: 6, arbitrary: fc.record({ kind: kind('logIn'), name, password, browser: fc.nat(1) }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('who'), session: pick }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('logOut'), session: pick }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('extend'), session: pick }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: kind('changePassword'), session: pick, current: password, next: password }),
  },
  { weight: 5, arbitrary: fc.record({ kind: kind('createAlert'), session: pick, category, times }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('updateAlert'), session: pick, alert: pick, category, times }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('deleteAlert'), session: pick, alert: pick }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('setAccount'), account, isActive, licence }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('addTerminal'), account, serial: fc.constantFrom('T1', 'T2') }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('addPhone'), account, serial: fc.constantFrom('P1', 'P2', 'p2') }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('deleteDevice'), account, device: pick }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('regenerate'), account, device: pick }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('activate'), code: pick }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('heartbeat'), token: pick }) },
);
export type Thrown = typeof thrown extends fc.Arbitrary<infer T> ? T : never;
/** One call, or several at once. */
export const step: fc.Arbitrary<Thrown[]> = fc.oneof(
  { weight: 5, arbitrary: thrown.map((one) => [one]) },
  { weight: 1, arbitrary: fc.array(thrown, { minLength: 2, maxLength: AT_ONCE }) },
  // The same call several times at once, for what may happen only once.
  {
    weight: 1,
    arbitrary: fc.tuple(thrown, fc.integer({ min: 2, max: AT_ONCE })).map(([one, n]) => Array(n).fill(one)),
  },
);

/** The objects that the commands so far made, newest first, deleted ones included. */
export class Made {
  readonly #by = new Map<string, number[]>();
  readonly tries = new Map<number, number>();
  note({ kind, id }: Command) {
    const lists: Partial<Record<Command['kind'], string[]>> = {
      createUser: ['user'],
      logIn: ['session'],
      createAlert: ['alert'],
      addTerminal: ['device'],
      addPhone: ['device', 'code'],
      regenerate: ['code'],
      activate: ['token'],
    };
    for (const list of lists[kind] ?? []) this.#by.set(list, [id, ...(this.#by.get(list) ?? [])]);
  }
  #recent(list: string, place: number): number {
    const all = this.#by.get(list) ?? [];
    return place === NOTHING ? 0 : (all[place % Math.min(all.length, RECENT)] ?? 0);
  }
  /** Replaces indexes by numbers; 0 is an object that never existed. */
  resolve(one: Thrown): Thrown {
    const entries = Object.entries(one).map(([field, value]) => {
      const list = ['user', 'session', 'alert', 'device', 'code', 'token'].includes(field);
      return [field, list && typeof value === 'number' ? this.#recent(field, value) : value];
    });
    // The same fields with other numbers.
    return Object.fromEntries(entries) as Thrown;
  }
}
