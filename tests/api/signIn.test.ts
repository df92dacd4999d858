import { Secret } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from '#contract/all.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { sql } from '#server/platform/db/db.ts';
import { randomToken, tokenHash } from '#server/platform/secrets/secrets.ts';
import { createSoftwareKey } from '../support/authenticator.ts';
import { givenAccount } from '../support/factories.ts';
import { RACES } from '../support/races.ts';
import {
  appOf,
  ask,
  challengeOf,
  confirmByPassword,
  forgetProof,
  givenAdministrator,
  givenApp,
  givenPasskey,
  givenPerson,
  givenRecoveryCodes,
  logIn,
  mailsOf,
  PASSWORD,
  type Person,
  prove,
  requireFactor,
  trailOf,
} from '../support/signIn.ts';
import { useTestApp } from '../support/testApp.ts';
import {
  PROOF_FOR_SOME_FIELDS,
  PROOF_OF_EVERYBODY,
  PROOF_OF_USERS_WITH_A_FACTOR,
  WITHOUT_PROOF,
} from './stepUp.table.ts';

const t = useTestApp();
const WRONG_CODE = 'That code is wrong or was used already.';
const ticketOf = async (username: string): Promise<string> => {
  const answer = await logIn(t, username);
  expect([answer.statusCode, answer.json().errorCode], answer.body).toEqual([401, 'SECOND_FACTOR_REQUIRED']);
  return answer.json().secondFactor.ticket;
};
const pass = (ticket: string, proof: object) => ask(t, ticket, '/session/second-factor', proof);
const stepUp = (token: string, proof: object) => ask(t, token, '/session/step-up', proof);

it('a user without any of it logs in as before; a passkey alone asks for nothing after the password', async () => {
  const jane = await givenPerson(t);
  const before = await logIn(t, 'jane');
  expect([before.statusCode, Object.keys(before.json())]).toEqual([200, ['token', 'ttl']]);
  jane.token = before.json().token;
  await givenPasskey(t, jane);
  expect((await logIn(t, 'jane')).statusCode).toBe(200);
});

it('after an app is set up it is asked for; a code of it, a passkey or a recovery code completes the log-in', async () => {
  const jane = await givenPerson(t);
  const app = await givenApp(t, jane);
  const key = await givenPasskey(t, jane);
  const [code = ''] = await givenRecoveryCodes(t, jane);
  const answer = await logIn(t, 'jane');
  expect(answer.json()).toMatchObject({
    errorCode: 'SECOND_FACTOR_REQUIRED',
    message: 'Log in with your second factor as well.',
    secondFactor: { expiresIn: 600, need: 'prove', methods: ['passkey', 'app', 'recovery'] },
  });
  expect((await pass(await ticketOf('jane'), { code: app.code() })).statusCode).toBe(200);
  expect((await pass(await ticketOf('jane'), { code: code.toLowerCase().replaceAll('-', ' ') })).statusCode).toBe(200);
  expect((await pass(await ticketOf('jane'), { passkey: key.sign(await challengeOf(t)) })).statusCode).toBe(200);
});

it('a program sends its code with the password, and cannot log in without it', async () => {
  const jane = await givenPerson(t);
  const app = await givenApp(t, jane);
  expect((await logIn(t, 'jane', { code: app.code() })).statusCode).toBe(200);
  const again = await logIn(t, 'jane', { code: app.code() });
  expect([again.statusCode, again.json().message]).toEqual([400, WRONG_CODE]);
  expect((await logIn(t, 'jane', { password: 'not it, sorry', code: '000000' })).json().errorCode).toBe(
    'INVALID_CREDENTIALS',
  );
});

it('a new password by a link does not skip the factor, and ends waiting log-ins', async () => {
  const jane = await givenPerson(t);
  await givenApp(t, jane);
  const ticket = await ticketOf('jane');
  const requestId = randomToken();
  await t.db.run(sql`
    insert into single_use_token (token_hash, purpose, owner_account_id, user_id, created_at, expires_at)
    values (${tokenHash(requestId)}, 'reset', ${jane.accountId}, ${jane.userId}, now(), ${t.clock.now()}::timestamptz + interval '1 hour')`);
  const newPassword = 'seven green tractors';
  const reset = await t.ask('/v2/session/finalize-reset', { body: { requestId, newPassword } });
  expect(reset.statusCode, reset.body).toBe(200);
  expect((await pass(ticket, { code: '000000' })).json().errorCode).toBe('EXPIRED');
  expect((await logIn(t, 'jane', { password: newPassword })).json().errorCode).toBe('SECOND_FACTOR_REQUIRED');
});

describe('the app', () => {
  it('takes the codes of RFC 6238', async () => {
    const jane = await givenPerson(t);
    await givenApp(t, jane);
    const seed = Secret.fromLatin1('12345678901234567890').base32;
    const sealed = t.services.secrets.seal(seed, `authenticator app:${jane.accountId}:${jane.userId}`);
    for (const [at, code] of [
      ['1970-01-01T00:00:59Z', '287082'],
      ['2005-03-18T01:58:29Z', '081804'],
      ['2005-03-18T01:58:31Z', '050471'],
      ['2009-02-13T23:31:30Z', '005924'],
      ['2033-05-18T03:33:20Z', '279037'],
      ['2603-10-11T11:33:20Z', '353130'],
    ] as const) {
      await t.db.run(sql`update sign_in set sealed_seed = ${sealed}, last_step = null`);
      t.clock.set(at);
      expect((await logIn(t, 'jane', { code })).statusCode, at).toBe(200);
    }
  });

  it('accepts one step to either side, each code once, and none older than an accepted one', async () => {
    const app = await givenApp(t, await givenPerson(t));
    t.clock.advance(300_000);
    const at = (seconds: number) => app.codeAt(new Date(t.clock.now().getTime() + seconds * 1_000));
    const status = async (code: string) => (await logIn(t, 'jane', { code })).statusCode;
    for (const wrong of [at(-60), at(60)]) expect(await status(wrong)).toBe(400);
    expect(await status(at(-30))).toBe(200);
    expect(await status(at(-30))).toBe(400);
    expect(await status(at(30))).toBe(200);
    for (const used of [at(0), at(30)]) expect(await status(used)).toBe(400);
  });

  it('accepts six digits only; its secret has 160 bits and is stored sealed', async () => {
    const jane = await givenPerson(t);
    const app = await givenApp(t, jane);
    expect(Buffer.from(app.secret)).toHaveLength(32);
    const code = app.code();
    for (const wrong of [code.slice(1), `${code}0`, `${code} 1`, '١٢٣٤٥٦', 'abcdef', '12345e', '-12345']) {
      const answer = await logIn(t, 'jane', { code: wrong });
      expect([answer.statusCode, answer.json().message], wrong).toEqual([400, WRONG_CODE]);
      await t.db.run(sql`delete from throttle`);
    }
    const asShown = `${code.slice(0, 3)} ${code.slice(3)} `;
    expect((await logIn(t, 'jane', { code: asShown })).statusCode).toBe(200);
    const dump = JSON.stringify(await t.db.rows(z.any(), sql`select * from sign_in`));
    expect(dump).not.toContain(app.secret);
  });

  it('of many pairs that give the same code at once, one of each succeeds', async () => {
    const jane = await givenPerson(t);
    const app = await givenApp(t, jane);
    await prove(t, jane);
    for (let pair = 0; pair < RACES; pair++) {
      t.clock.advance(30_000);
      await t.db.run(sql`delete from throttle`);
      const session = jane.token;
      await t.db.run(sql`update session set expires_at = ${t.clock.now()}::timestamptz + interval '1 day'`);
      const answers = await Promise.all([1, 2].map(() => stepUp(session, { code: app.code() })));
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
    }
  });

  it('a secret that waits for its first code does not affect the one in force', async () => {
    const jane = await givenPerson(t);
    const app = await givenApp(t, jane);
    await ask(t, jane.token, '/sign-in/totp', undefined, 'POST');
    expect((await ask(t, jane.token, '/sign-in/totp/confirm', { code: app.code() })).statusCode).toBe(400);
    expect((await logIn(t, 'jane', { code: app.code() })).statusCode).toBe(200);
  });
});

it('eight recovery codes of 120 bits, each valid once, shown once, stored as hashes; new ones invalidate the old', async () => {
  const jane = await givenPerson(t);
  await givenApp(t, jane);
  const codes = await givenRecoveryCodes(t, jane);
  expect(codes).toHaveLength(8);
  for (const code of codes) expect(code.replaceAll('-', '')).toMatch(/^[0-9A-HJKMNP-TV-Z]{24}$/);
  const [first = '', second = ''] = codes;
  const answers = await Promise.all([1, 2].map(() => logIn(t, 'jane', { code: first })));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  const token = answers.find(({ statusCode }) => statusCode === 200)?.json().token;
  expect((await ask(t, token, '/sign-in')).json().recoveryCodes).toBe(7);
  const mails = (await mailsOf(t.db)).filter(({ text }) =>
    text.includes('One of your recovery codes was used. 7 are left.'),
  );
  expect(mails).toHaveLength(1);
  const fresh = await givenRecoveryCodes(t, { ...jane, token });
  expect((await logIn(t, 'jane', { code: second })).statusCode).toBe(400);
  expect((await logIn(t, 'jane', { code: fresh[0] })).statusCode).toBe(200);
});

describe('wrong codes', () => {
  it('five in five minutes of a user, then 429 with a wait that doubles; recovery codes are counted separately', async () => {
    const jane = await givenPerson(t);
    const app = await givenApp(t, jane);
    const [code] = await givenRecoveryCodes(t, jane);
    for (let i = 0; i < 5; i++) expect((await logIn(t, 'jane', { code: '000000' })).statusCode).toBe(400);
    expect((await logIn(t, 'jane', { code: app.code() })).headers['retry-after']).toBe('30');
    expect((await logIn(t, 'jane', { code })).statusCode).toBe(200);
    t.clock.advance(31_000);
    expect((await logIn(t, 'jane', { code: '000000' })).statusCode).toBe(400);
    expect((await logIn(t, 'jane', { code: app.code() })).headers['retry-after']).toBe('60');
    t.clock.advance(61_000);
    expect((await logIn(t, 'jane', { code: app.code() })).statusCode).toBe(200);
  });

  it('five of a ticket, then it is over', async () => {
    const app = await givenApp(t, await givenPerson(t));
    const ticket = await ticketOf('jane');
    for (let i = 0; i < 5; i++) {
      expect((await pass(ticket, { code: '000000' })).statusCode).toBe(400);
      await t.db.run(sql`delete from throttle`);
    }
    const late = await pass(ticket, { code: app.code() });
    expect([late.statusCode, late.json().message]).toEqual([410, 'Your log-in took too long. Log in again.']);
  });

  it('a hundred in a row disable the app and nothing else; the password alone then sets up nothing', async () => {
    const jane = await givenPerson(t);
    const app = await givenApp(t, jane);
    const [code] = await givenRecoveryCodes(t, jane);
    await requireFactor(t.db, jane.accountId);
    await t.db.run(sql`update sign_in set failures = 99`);
    await logIn(t, 'jane', { code: '000000' });
    expect((await logIn(t, 'jane', { code: app.code() })).statusCode).toBe(400);
    expect((await logIn(t, 'jane')).json().secondFactor).toMatchObject({ need: 'prove', methods: ['recovery'] });
    expect((await mailsOf(t.db)).filter(({ text }) => text.includes('switched off after 100 wrong'))).toHaveLength(1);
    const back = await logIn(t, 'jane', { code });
    expect((await ask(t, back.json().token, '/sign-in')).json().app).toBe('off');
    await givenApp(t, { ...jane, token: back.json().token });
    expect((await ask(t, back.json().token, '/sign-in')).json().app).toBe('on');
  });
});

describe('a ticket', () => {
  it('is valid for ten minutes, in one browser, and ends no other session', async () => {
    const jane = await givenPerson(t);
    const app = await givenApp(t, jane);
    const ticket = await ticketOf('jane');
    expect((await t.ask('/v2/session', { token: jane.token })).statusCode).toBe(200);
    const elsewhere = await t.ask('/v2/session/second-factor', {
      token: ticket,
      headers: { 'x-device-id': 'phone' },
      body: { code: app.code() },
    });
    expect(elsewhere.statusCode).toBe(410);
    t.clock.advance(600_000);
    expect((await pass(ticket, { code: app.code() })).statusCode).toBe(410);
    const fresh = await ticketOf('jane');
    expect((await pass(fresh, { code: app.code() })).statusCode).toBe(200);
    expect((await pass(fresh, { code: app.code() })).json().errorCode).toBe('SESSION_EXPIRED');
  });

  it('is stored as a hash, as are recovery codes: nothing in the database can be used to log in', async () => {
    await givenApp(t, await givenPerson(t));
    const ticket = await ticketOf('jane');
    const rows = await t.db.rows(z.any(), sql`select encode(token_hash, 'hex') as hex, * from sign_in_ticket`);
    expect(JSON.stringify(rows)).not.toContain(ticket);
    for (const { hex } of rows) expect((await pass(hex, { code: '000000' })).json().errorCode).toBe('SESSION_EXPIRED');
  });

  const told = async () => (await mailsOf(t.db)).filter(({ text }) => text.includes('did not show a second factor'));
  const clean = async () => {
    await t.services.jobs.send('sign-in.clean', {});
    await t.jobs.drain();
  };

  it('a right password without the second factor is reported and recorded, once for each user', async () => {
    const jane = await givenPerson(t);
    const app = await givenApp(t, jane);
    for (let i = 0; i < 7; i++) await ticketOf('jane');
    expect(await t.db.run(sql`select 1 from sign_in_ticket`)).toBe(5);
    t.clock.advance(601_000);
    await clean();
    await clean();
    expect(await told()).toHaveLength(1);
    expect((await trailOf(t.db, jane.accountId)).filter(({ action }) => action === 'sign-in.left')).toHaveLength(1);
    await ticketOf('jane');
    expect((await pass(await ticketOf('jane'), { code: app.code() })).statusCode).toBe(200);
    t.clock.advance(601_000);
    await clean();
    expect(await told()).toHaveLength(1);
  });

  it.each<[string, (jane: Person) => ReturnType<typeof ask>]>([
    [
      'a new password',
      ({ token }) =>
        ask(t, token, '/session/change-password', { currentPassword: PASSWORD, newPassword: 'seven green tractors' }),
    ],
    ['a change of the options', ({ token }) => ask(t, token, '/sign-in/recovery-codes', undefined, 'POST')],
  ])('is over with %s, which does not hide that it was left there', async (_, change) => {
    const jane = await givenPerson(t);
    const app = await givenApp(t, jane);
    const headers = { 'x-device-id': 'elsewhere' };
    const left = await t.ask('/v2/session', { body: { username: 'jane', password: PASSWORD }, headers });
    const answer = await change(jane);
    expect(answer.statusCode, answer.body).toBe(200);
    const { ticket } = left.json().secondFactor;
    const late = await t.ask('/v2/session/second-factor', { token: ticket, headers, body: { code: app.code() } });
    expect(late.json().errorCode, late.body).toBe('EXPIRED');
    await clean();
    expect(await told()).toHaveLength(1);
  });
});

describe('a required second factor', () => {
  it('is set up at the next log-in of a user without one: with an app, and the ticket becomes a session', async () => {
    const jane = await givenPerson(t);
    await requireFactor(t.db, jane.accountId);
    const { secondFactor } = (await logIn(t, 'jane')).json();
    expect(secondFactor).toMatchObject({ need: 'enrol', methods: [] });
    const { ticket } = secondFactor;
    expect((await ask(t, ticket, '/sign-in')).json()).toMatchObject({ isRequired: true, app: 'none' });
    expect((await pass(ticket, { code: '000000' })).statusCode).toBe(410);
    const { secret } = (await ask(t, ticket, '/sign-in/totp', undefined, 'POST')).json();
    const codeAt = appOf(secret);
    expect((await ask(t, ticket, '/sign-in/totp/confirm', { code: '000000' })).statusCode).toBe(400);
    const done = await ask(t, ticket, '/sign-in/totp/confirm', { code: codeAt(t.clock.now()) });
    expect(done.statusCode, done.body).toBe(200);
    expect(await givenRecoveryCodes(t, { ...jane, token: done.json().session.token })).toHaveLength(8);
    expect((await t.ask('/v2/session', { token: jane.token })).json().errorCode).toBe('SESSION_EXPIRED');
    expect((await logIn(t, 'jane')).json().secondFactor.need).toBe('prove');
  });

  it('or with a passkey, which is asked for after the password from then on', async () => {
    const jane = await givenPerson(t);
    await requireFactor(t.db, jane.accountId);
    const { ticket } = (await logIn(t, 'jane')).json().secondFactor;
    const options = (await ask(t, ticket, '/sign-in/passkey-options', { isShared: false })).json();
    const key = createSoftwareKey();
    const done = await ask(t, ticket, '/sign-in/passkeys', key.make(options));
    expect(done.json().session.ttl).toBe(43_200);
    expect((await logIn(t, 'jane')).json().secondFactor).toMatchObject({ need: 'prove', methods: ['passkey'] });
    expect((await pass(await ticketOf('jane'), { passkey: key.sign(await challengeOf(t)) })).statusCode).toBe(200);
    expect((await ask(t, ticket, '/sign-in/totp', undefined, 'POST')).json().errorCode).toBe('SESSION_EXPIRED');
  });

  it('is a setting of the account; for the System Account only for somebody who has one', async () => {
    const root = await givenAdministrator(t);
    const save = (accountId: string) =>
      ask(t, root.token, `/account/settings/${accountId}`, { requireSecondFactor: true }, 'PUT');
    const { accountId } = await givenPerson(t);
    expect((await save(accountId)).json().requireSecondFactor).toBe(true);
    expect([(await save(root.accountId)).statusCode]).toEqual([409]);
    await givenApp(t, root);
    expect((await save(root.accountId)).statusCode).toBe(200);
    await forgetProof(t, root);
    expect((await save(accountId)).json().errorCode).toBe('STEP_UP_REQUIRED');
    const other = await ask(t, root.token, `/account/settings/${accountId}`, { storeTemplates: true }, 'PUT');
    expect(other.statusCode, other.body).toBe(200);
  });

  it('the last factor in force stays: 409', async () => {
    const jane = await givenPerson(t);
    await givenApp(t, jane);
    const last = await ask(t, jane.token, '/sign-in/totp', undefined, 'DELETE');
    expect([last.statusCode, last.json().message]).toEqual([409, 'Set up another one first.']);
    await givenPasskey(t, jane);
    expect((await ask(t, jane.token, '/sign-in/totp', undefined, 'DELETE')).statusCode).toBe(200);
    const [key] = (await ask(t, jane.token, '/sign-in')).json().passkeys;
    const remove = () => ask(t, jane.token, `/sign-in/passkeys/${key._id}`, undefined, 'DELETE');
    expect((await remove()).statusCode).toBe(409);
    expect((await ask(t, jane.token, '/sign-in', { isWanted: false }, 'PUT')).statusCode).toBe(200);
    await requireFactor(t.db, jane.accountId);
    expect((await remove()).statusCode).toBe(409);
    await t.db.run(sql`update account set require_second_factor = false`);
    expect((await remove()).statusCode).toBe(200);
    await forgetProof(t, jane);
    expect((await ask(t, jane.token, '/sign-in', { isWanted: true }, 'PUT')).statusCode).toBe(403);
    await confirmByPassword(t, jane);
    expect((await ask(t, jane.token, '/sign-in', { isWanted: true }, 'PUT')).statusCode).toBe(409);
  });
});

describe('step-up', () => {
  const marked = Object.entries(ENDPOINTS).filter(([, { stepUp }]) => stepUp !== undefined);
  const BODIES: Record<string, object> = {
    createUser: { accountId: crypto.randomUUID(), firstName: 'A', lastName: 'B', username: 'ab', email: 'a@b.test' },
    createSyncKey: { description: 'Sage' },
    createAdmsDevice: { serial: 'ABC1' },
    createManagedDevice: { serialNumber: 'A', imei: '1', profile: 'Open' },
    createUnmanagedDevice: { serialNumber: 'A', imei: '1' },
    createStandaloneDevice: { serialNumber: 'A', imei: '1', make: 'M', model: 'M' },
    decideNetwork: { network: '192.0.2.0/24', decision: 'accept' },
    queueDeviceCommand: { command: 'RELOAD_HISTORY' },
    regenerateActivation: { deviceId: crypto.randomUUID() },
    sendActivationCode: { deviceId: crypto.randomUUID(), destinationAddress: 'a@b.test' },
    setBackupSchedule: { frequency: 'off', weekday: 7, time: '02:00', keep: 7, rehearse: true },
    importPieces: { kind: 'piecework', csv: '', commit: true },
    applyWorkbook: { outcomeHash: 'x', leaveRefused: false },
    setSystemAdopts: { adopts: true },
    takeOverSystem: { isSure: true },
    readUsbFile: { text: '', fileName: '1_attlog.dat', commit: true },
    addPhone: { name: 'Gate' },
    setUserScope: { scope: null },
    createReadingKey: { name: 'BI', permissions: ['Pay.VIEW'] },
    removeOldRecords: { before: '2019-01-01' },
    makeRecordFile: {
      dates: { from: '2026-11-09', to: '2026-11-10' },
      parts: ['time-cards'],
      exportType: 'csv',
    },
    createAuditSample: { name: 'Auditor', dates: { from: '2026-11-09', to: '2026-11-10' }, days: 7 },
    readSavedRecords: {
      format: 'tallyboard-recorder-1',
      deviceId: crypto.randomUUID(),
      sha256: '0'.repeat(64),
      body: '',
    },
    deleteAccount: { code: 'nobody' },
    erasePerson: { number: '1' },
    startRestore: { items: ['Users'], strategy: 'merge' },
    updateAccountSettings: { requireSecondFactor: true },
    updateSignIn: { isWanted: true },
    createPasskeyOptions: { isShared: false },
    addPasskey: createSoftwareKey().make({ challenge: 'AAAA', user: { id: 'AAAA' } }),
    renamePasskey: { name: 'Key ring' },
    confirmApp: { code: '000000' },
    startOwnLink: { provider: 'sso' },
    finishOwnLink: { token: 'none' },
    addUserLink: { provider: 'sso', subject: '1' },
    updateAccountSignOn: { settings: null },
  };
  const OF_AN_ACCOUNT = ['applyWorkbook', 'undoWorkbook', 'setSystemAdopts', 'takeOverSystem'];
  const call = (name: string, { token }: Person) => {
    const endpoint = ENDPOINTS[name];
    if (!endpoint) throw new Error(name);
    const path = endpoint.path.replace(/:\w+/g, () => crypto.randomUUID());
    const body = endpoint.body ? (BODIES[name] ?? {}) : undefined;
    const query = OF_AN_ACCOUNT.includes(name)
      ? `?accountId=${crypto.randomUUID()}`
      : /^remove(Own|User)Link$/.test(name)
        ? '?issuer=none'
        : '';
    return t.ask(`/v2${path}${query}`, { token, method: endpoint.method, headers: { 'x-device-id': 'office' }, body });
  };

  it('is required by the calls of the table, in which every call and every file that leaves is classified', () => {
    const asked = (kind: (stepUp: Endpoint['stepUp']) => boolean) =>
      marked.filter(([, { stepUp }]) => kind(stepUp)).map(([name]) => name);
    expect(asked((stepUp) => stepUp === 'factor').sort()).toEqual([...PROOF_OF_USERS_WITH_A_FACTOR].sort());
    expect(asked((stepUp) => stepUp === 'everybody').sort()).toEqual([...PROOF_OF_EVERYBODY].sort());
    expect(asked((stepUp) => typeof stepUp === 'object').sort()).toEqual(PROOF_FOR_SOME_FIELDS);
    const others = Object.entries(ENDPOINTS)
      .filter(([, { method, response, stepUp }]) => !stepUp && (method !== 'GET' || response === 'file'))
      .map(([name]) => name);
    expect(others.sort()).toEqual(Object.values(WITHOUT_PROOF).flat().sort());
    const own = Object.entries(ENDPOINTS).filter(
      ([, { path, method }]) => path.startsWith('/sign-in') && method !== 'GET',
    );
    expect(own.every(([, { stepUp }]) => stepUp === 'everybody')).toBe(true);
  });

  it.each(marked.map(([name]) => name))('%s: 403 without a fresh proof of whoever has a factor', async (name) => {
    const access = ENDPOINTS[name]?.access;
    const isOfEmployers = typeof access === 'object' && access.role === 'employer';
    const root = isOfEmployers ? await givenPerson(t, { permissions: access.anyOf }) : await givenAdministrator(t);
    const isOwn = ENDPOINTS[name]?.stepUp === 'everybody';
    const first = await call(name, root);
    expect(first.json().errorCode === 'STEP_UP_REQUIRED', `${name} without a factor: ${first.body}`).toBe(isOwn);
    const app = await givenApp(t, root);
    await forgetProof(t, root);
    const refused = await call(name, root);
    expect([refused.statusCode, refused.json().errorCode], refused.body).toEqual([403, 'STEP_UP_REQUIRED']);
    expect((await stepUp(root.token, { code: app.code() })).statusCode).toBe(200);
    t.clock.advance(599_000);
    expect((await call(name, root)).json().errorCode).not.toBe('STEP_UP_REQUIRED');
    // One of the calls changed a factor, and the proof is spent for the other too.
    t.clock.advance(1_000);
    await t.db.run(sql`update app_user set has_factor = true where user_id = ${root.userId}`);
    expect((await call(name, root)).json().errorCode).toBe('STEP_UP_REQUIRED');
  });

  it('the other fields and values of calls that need it for some are free', async () => {
    const root = await givenAdministrator(t);
    await givenApp(t, root);
    await forgetProof(t, root);
    const free: [string, string, object][] = [
      ['PUT', 'account/settings/:id', { correctionDays: 20, storeTemplates: true }],
      ['POST', 'account/:id/import', { kind: 'piecework', csv: '', commit: false }],
      ['POST', 'device/by-account/:id/:id/commands', { command: 'CHECK' }],
    ];
    for (const [method, path, body] of free) {
      const answer = await ask(
        t,
        root.token,
        `/${path.replaceAll(':id', crypto.randomUUID())}`,
        body,
        method as 'PUT' | 'POST',
      );
      expect(answer.json().errorCode, path).not.toBe('STEP_UP_REQUIRED');
      expect(answer.body, path).not.toContain('no such call');
    }
  });

  it('a borrowed session of an administrator with a factor deletes nobody’s templates', async () => {
    const root = await givenAdministrator(t);
    await givenApp(t, root);
    await forgetProof(t, root);
    const accountId = await givenAccount(t.db, { storeTemplates: true });
    const settings = (body: object) => ask(t, root.token, `/account/settings/${accountId}`, body, 'PUT');
    expect((await settings({ storeTemplates: false })).json().errorCode).toBe('STEP_UP_REQUIRED');
    expect((await settings({ storeTemplates: true, correctionDays: 20 })).json()).toMatchObject({ correctionDays: 20 });
  });

  it('a borrowed session of a user with a factor takes nobody’s PIN or employment while templates hang on it', async () => {
    const ann = await givenPerson(t, { permissions: ['Setup.MANAGE'] });
    await givenApp(t, ann);
    await forgetProof(t, ann);
    const added = { number: '1', firstName: 'Ann', lastName: 'Lee', timeId: '5' };
    const id = (await ask(t, ann.token, '/setup/employees', added)).json().employee._id;
    await t.db.run(sql`insert into biometric_template (account_id, template_id, time_id, employee_id, kind, slot, sealed, received_at)
      values (${ann.accountId}, gen_random_uuid(), '5', ${id}, 'FP', '1', 'sealed', ${t.clock.now()})`);
    const basis = async () =>
      (await t.ask('/v2/setup/employees', { token: ann.token }))
        .json()
        .employees.find((e: { _id: string }) => e._id === id).basis;
    const put = async (set: object, query = '') =>
      ask(t, ann.token, `/setup/employees/${id}${query}`, { ...set, basis: await basis() }, 'PUT');
    const remove = async () =>
      ask(t, ann.token, `/setup/employees/${id}?basis=${encodeURIComponent(await basis())}`, undefined, 'DELETE');
    const another = { firstName: 'Bob', lastName: 'Beta' };
    const refused = [{ timeId: null }, { timeId: '6' }, { isActive: false }, { inactiveFrom: '2027-01-01' }, another];
    for (const set of refused) expect((await put(set)).json().errorCode, JSON.stringify(set)).toBe('STEP_UP_REQUIRED');
    expect((await remove()).json().errorCode).toBe('STEP_UP_REQUIRED');
    expect(await t.db.run(sql`select 1 from biometric_template`)).toBe(1);
    expect((await put({ firstName: 'Anna', timeId: '5' })).statusCode).toBe(200);
    expect((await put({ timeId: null }, '?preview=1')).statusCode).toBe(200);
    await prove(t, ann);
    expect((await put({ timeId: null })).statusCode).toBe(200);
    expect(await t.db.run(sql`select 1 from biometric_template`)).toBe(0);
    await forgetProof(t, ann);
    expect((await put({ timeId: '7' })).statusCode).toBe(200);
  });

  it('a borrowed session of an administrator with a factor can make no other administrator', async () => {
    const root = await givenAdministrator(t);
    await givenApp(t, root);
    await forgetProof(t, root);
    const body = { accountId: root.accountId, firstName: 'E', lastName: 'V', username: 'eve', email: 'eve@evil.test' };
    expect((await ask(t, root.token, '/user', body)).json().errorCode).toBe('STEP_UP_REQUIRED');
    expect(await t.db.run(sql`select 1 from app_user where username = 'eve'`)).toBe(0);
  });

  it('accepts a passkey, a code or a recovery code; the password only from users without a factor', async () => {
    const jane = await givenPerson(t);
    expect((await stepUp(jane.token, { password: 'not it, sorry' })).statusCode).toBe(400);
    expect((await stepUp(jane.token, { password: 'orchard rain at nine' })).statusCode).toBe(200);
    const key = await givenPasskey(t, jane);
    const [code] = await givenRecoveryCodes(t, jane);
    expect((await stepUp(jane.token, { passkey: key.sign(await challengeOf(t)) })).statusCode).toBe(200);
    expect((await stepUp(jane.token, { code })).statusCode).toBe(200);
    expect((await stepUp(jane.token, { code })).json().message).toBe(WRONG_CODE);
    expect((await stepUp(jane.token, { password: 'orchard rain at nine' })).statusCode).toBe(409);
    for (const wrong of [{}, { code, password: 'x' }]) expect((await stepUp(jane.token, wrong)).statusCode).toBe(400);
    const joe = await givenPerson(t, { username: 'joe', accountId: jane.accountId });
    await prove(t, joe);
    const his = await givenPasskey(t, joe);
    expect((await stepUp(jane.token, { passkey: his.sign(await challengeOf(t)) })).statusCode).toBe(400);
  });

  it('a log-in with a factor is a proof; by password alone, or transferred, it is none', async () => {
    const jane = await givenPerson(t);
    const app = await givenApp(t, jane);
    const token = (await logIn(t, 'jane', { code: app.code() })).json().token;
    expect((await ask(t, token, '/sign-in/totp', undefined, 'POST')).statusCode).toBe(200);
    const { webAuthToken } = (await ask(t, token, '/session/web-auth-token', undefined, 'POST')).json();
    const moved = await t.ask('/v2/session/exchange-web-auth-token', { body: { webAuthToken } });
    const answer = await ask(t, moved.json().token, '/sign-in/totp', undefined, 'POST');
    expect(answer.json().errorCode).toBe('STEP_UP_REQUIRED');
  });
});

it('a change is mailed, recorded in the trail, and ends the other sessions', async () => {
  const jane = await givenPerson(t);
  const { token: other } = (await logIn(t, 'jane')).json();
  await t.db.run(sql`update session set replaced_at = null`);
  await givenApp(t, jane);
  expect((await t.ask('/v2/session', { token: other })).json().errorCode).toBe('SESSION_EXPIRED');
  expect((await t.ask('/v2/session', { token: jane.token })).statusCode).toBe(200);
  expect((await mailsOf(t.db)).map(({ text }) => text)).toEqual([
    expect.stringContaining('An authenticator app was added to your log-in options.'),
  ]);
  expect(await trailOf(t.db, jane.accountId)).toContainEqual({
    action: 'sign-in.change',
    result: 'ok',
    detail: 'app set up',
  });
});
