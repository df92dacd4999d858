import { z } from 'zod';
import { normalSerial } from '#contract/platform/serial.ts';
import { givenAccount, givenAdmin } from './factories.ts';
import type { AccountName, Command, Model } from './statefulModel.ts';
import type { TestApp } from './testApp.ts';

/** The passwords contain no words of any user. */
const PASSWORDS = ['lantern quarry 51', 'meadow kettle 82', 'copper violin 17'];
const NOBODY = '00000000-0000-7000-8000-000000000000';
const HOLDER = { firstName: 'Hope', lastName: 'Holder', contactNo: '1', emailAddr: 'hope@example.test' };
const known = z.looseObject({
  _id: z.string().optional(),
  id: z.string().optional(),
  token: z.string().optional(),
  activationToken: z.string().optional(),
  deviceToken: z.string().optional(),
});
let worlds = 0;
let calls = 0;

/** Two accounts of a real server and what it gave them: carries out the model's commands through its front door. */
export class World {
  readonly #t: TestApp;
  readonly #admin: string;
  readonly #accounts: Record<AccountName, string>;
  /** A prefix, so that names of different worlds differ. */
  readonly #suffix = `w${++worlds}`;
  readonly #ids = new Map<number, string>();
  readonly #secrets = new Map<number, string>();

  private constructor(t: TestApp, admin: string, accounts: Record<AccountName, string>) {
    this.#t = t;
    this.#admin = admin;
    this.#accounts = accounts;
  }

  static async create(t: TestApp): Promise<World> {
    const { token } = await givenAdmin(t.db);
    await t.db.run({ text: `update session set expires_at = '2100-01-01'`, values: [] });
    return new World(t, token, { A: await givenAccount(t.db), B: await givenAccount(t.db) });
  }

  /** Carries out a command; returns the server's answer: the status, and the code of a refusal. */
  async perform(command: Command): Promise<string> {
    const reply = await this.#ask(command);
    const body = known.safeParse(reply.json()).data;
    if (reply.statusCode !== 200) return `${reply.statusCode} ${reply.json().errorCode}`;
    const id = body?._id ?? body?.id;
    const secret = body?.deviceToken ?? body?.activationToken ?? body?.token;
    const isNew = command.kind.startsWith('create') || command.kind.startsWith('add');
    if (id && isNew) this.#ids.set(command.id, id);
    if (secret) this.#secrets.set(command.id, secret);
    return '200';
  }

  #ask(command: Command) {
    const { kind } = command;
    const own = (number: number) => this.#ids.get(number) ?? NOBODY;
    const secret = (number: number) => this.#secrets.get(number) ?? 'unknown';
    const asAdmin = (method: 'POST' | 'PUT' | 'DELETE' | 'GET', url: string, body?: object) =>
      this.#send(method, url, this.#admin, body);
    switch (kind) {
      case 'createUser': {
        const { account, username, email, isActive, password } = command;
        return asAdmin('POST', '/user', {
          accountId: this.#accounts[account],
          firstName: 'A',
          lastName: 'B',
          isActive,
          username: this.#named(username),
          email: this.#named(email),
          ...(password !== null && { password: PASSWORDS[password] }),
        });
      }
      case 'updateUser': {
        const { username, email, isActive, password } = command.change;
        return asAdmin('PUT', `/user/${own(command.user)}`, {
          ...(username !== undefined && { username: this.#named(username) }),
          ...(email !== undefined && { email: this.#named(email) }),
          ...(isActive !== undefined && { isActive }),
          ...(password !== undefined && { newPassword: PASSWORDS[password] }),
        });
      }
      case 'deleteUser':
        return asAdmin('DELETE', `/user/${own(command.user)}`);
      case 'logIn':
        return this.#send(
          'POST',
          '/session',
          undefined,
          { username: this.#named(command.name), password: PASSWORDS[command.password] },
          { 'x-device-id': `browser ${command.browser}` },
        );
      case 'who':
        return this.#send('GET', '/session', secret(command.session));
      case 'logOut':
        return this.#send('DELETE', '/session', secret(command.session));
      case 'extend':
        return this.#send('POST', '/session/extend', secret(command.session), {});
      case 'changePassword': {
        const [currentPassword, newPassword] = [PASSWORDS[command.current], PASSWORDS[command.next]];
        return this.#send('POST', '/session/change-password', secret(command.session), {
          currentPassword,
          newPassword,
        });
      }
      case 'createAlert':
        return this.#send('POST', '/alert', secret(command.session), alertOf(command));
      case 'updateAlert':
        return this.#send('PUT', `/alert/${own(command.alert)}`, secret(command.session), alertOf(command));
      case 'deleteAlert':
        return this.#send('DELETE', `/alert/${own(command.alert)}`, secret(command.session));
      case 'setAccount': {
        const { maxAlerts, attendance, piecework, break: breaks } = command.licence;
        const slots = { attendanceTimeSlots: attendance, pieceworkTimeSlots: piecework, breakTimeSlots: breaks };
        const license = { alerts: { maxAlerts, ...slots, canSelectTimeGroups: false } };
        const body = { isActive: command.isActive, name: 'Account', holder: HOLDER, license };
        return asAdmin('PUT', `/account/${this.#accounts[command.account]}`, body);
      }
      case 'addTerminal': {
        const path = `/device/adms/for-account/${this.#accounts[command.account]}`;
        return asAdmin('POST', path, { serial: `${command.serial}-${this.#suffix}` });
      }
      case 'addPhone': {
        const path = `/device/v2/for-account/${this.#accounts[command.account]}`;
        return asAdmin('POST', path, { serialNumber: command.serial, imei: '350000000000000' });
      }
      case 'deleteDevice':
        return asAdmin('DELETE', `/device/by-account/${this.#accounts[command.account]}/${own(command.device)}`);
      case 'regenerate': {
        const path = `/device/regenerate-activation/for-account/${this.#accounts[command.account]}`;
        return asAdmin('POST', path, { deviceId: own(command.device) });
      }
      case 'activate':
        return this.#send('POST', '/rc/activate', undefined, {
          activationToken: this.#secrets.get(command.code) ?? `${1_000 + (calls % 9_000)}XXXX`,
        });
      case 'heartbeat':
        return this.#send('POST', '/rc/heartbeat', secret(command.token), {});
    }
  }

  /** Every request from a network of its own, so that tries are counted by name alone. */
  #send(method: 'POST' | 'PUT' | 'DELETE' | 'GET', path: string, token?: string, body?: object, more: object = {}) {
    const call = ++calls;
    return this.#t.app.inject({
      method,
      url: `/v2${path}`,
      remoteAddress: `${10 + (call >> 16)}.${(call >> 8) & 255}.${call & 255}.1`,
      headers: { ...more, ...(token && { authorization: token }) },
      ...(body && { payload: body }),
    });
  }

  #named = (name: string) => name.replace(/^(\w+)/, `$1.${this.#suffix}`);

  /** Returns everything that administrators see of both accounts, by the numbers of the commands that made it. */
  async look() {
    const numbers = new Map([...this.#ids].map(([number, id]) => [id, number]));
    const list = async (path: string) => (await this.#send('GET', path, this.#admin)).json();
    const seen: Record<string, string[]> = {};
    for (const [name, accountId] of Object.entries(this.#accounts)) {
      const { users } = await list(`/user/by-account/${accountId}?startRow=0&endRow=1000`);
      const { devices } = await list(`/device/by-account/${accountId}`);
      const { alerts } = await list(`/account/${accountId}/contents`);
      seen[name] = [
        ...users.map((one: { _id: string; username: string; email: string; isActive: boolean }) =>
          [numbers.get(one._id), one.username, one.email, one.isActive].join(' '),
        ),
        ...devices.map((one: { _id: string; serialNumber: string; deviceType: string; isActivated: boolean }) =>
          [numbers.get(one._id), one.serialNumber, one.deviceType === 'ADMS' ? '' : one.isActivated].join(' '),
        ),
      ].sort();
      seen[name].push(`${alerts} alerts`);
    }
    return seen;
  }

  /** Returns the same for a state of the model. */
  expected({ people, phones, terminals, alerts }: Model) {
    const seen: Record<string, string[]> = {};
    for (const name of ['A', 'B'] as const) {
      const of = <T extends { account: AccountName }>(all: Record<number, T>) =>
        Object.entries(all).filter(([, { account }]) => account === name);
      seen[name] = [
        ...of(people).map(([id, one]) =>
          [id, this.#named(one.username), this.#named(one.email), one.isActive].join(' '),
        ),
        ...of(phones).map(([id, one]) => [id, one.serial, one.token !== null].join(' ')),
        ...of(terminals).map(([id, one]) => [id, normalSerial(`${one.serial}-${this.#suffix}`), ''].join(' ')),
      ].sort();
      seen[name].push(`${of(alerts).length} alerts`);
    }
    return seen;
  }
}

function alertOf(command: { category?: string; times?: number }) {
  const times = Array.from({ length: command.times ?? 1 }, (_, n) => ({ enabled: false, time: `0${n}:15` }));
  const people = { viaEmail: false, emailRecipients: [], targetGroups: [] };
  return { ...people, description: 'An alert', category: command.category, daysOfWeek: [1], times };
}
