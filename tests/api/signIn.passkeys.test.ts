import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/db.ts';
import { createSoftwareKey, type Fault } from '../support/authenticator.ts';
import { PUSH_CERTIFICATE, PUSH_KEY } from '../support/pushCertificate.ts';
import { RACES } from '../support/races.ts';
import {
  ask,
  challengeOf,
  givenAdministrator,
  givenPasskey,
  givenPerson,
  mailsOf,
  prove,
  trailOf,
} from '../support/signIn.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp({ env: { ALLOWED_ORIGINS: 'https://app.tallyboard.test,https://elsewhere.test' } });
const present = (assertion: unknown) =>
  t.ask('/v2/session/passkey', { body: assertion, headers: { 'x-device-id': 'office' } });
const REFUSED = {
  errorCode: 'INVALID_CREDENTIALS',
  message: 'This passkey cannot be used here. Log in with your password.',
};

it('a passkey is created, logs in, and is reported by mail; /config.json names its domain from then on', async () => {
  const jane = await givenPerson(t);
  expect((await t.ask('/config.json')).json().passkeyDomain).toBe('');
  expect((await t.ask('/v2/session', { token: jane.token })).json().passkeys).toBe(false);
  const key = await givenPasskey(t, jane);
  expect((await t.ask('/config.json')).json().passkeyDomain).toBe('tallyboard.test');
  const answer = await present(key.sign(await challengeOf(t)));
  expect(answer.statusCode, answer.body).toBe(200);
  const info = (await t.ask('/v2/session', { token: answer.json().token })).json();
  expect(info).toMatchObject({ userId: jane.userId, passkeys: true });
  const options = (await ask(t, answer.json().token, '/sign-in')).json();
  expect(options.passkeys).toMatchObject([{ name: 'Passkey 1', domain: 'tallyboard.test', suspendedAt: null }]);
  expect(options.passkeys[0].lastUsedAt).not.toBeNull();
});

describe('a challenge', () => {
  it('is ours, for one purpose and subject, for ten minutes, and once; nothing is stored before', async () => {
    const jane = await givenPerson(t);
    const key = await givenPasskey(t, jane);
    const stored = async () => (await t.db.run(sql`select 1 from used_challenge`)) - 1;
    const challenge = await challengeOf(t);
    expect(await stored()).toBe(0);
    const spoilt = `${challenge.startsWith('A') ? 'B' : 'A'}${challenge.slice(1)}`;
    const another = Buffer.alloc(54, 7).toString('base64url');
    for (const wrong of [spoilt, `${challenge}A`, challenge.slice(0, -1), another, '', 'x'])
      expect((await present(key.sign(challenge, { challenge: wrong }))).json(), wrong).toEqual(REFUSED);
    await prove(t, jane);
    const made = (await ask(t, jane.token, '/sign-in/passkey-options', { isShared: false })).json().challenge;
    expect((await present(key.sign(made))).json()).toEqual(REFUSED);
    t.clock.advance(599_000);
    expect((await present(key.sign(challenge))).statusCode).toBe(200);
    expect(await stored()).toBe(1);
    expect((await present(key.sign(challenge))).json()).toEqual(REFUSED);
    const late = await challengeOf(t);
    t.clock.advance(600_000);
    expect((await present(key.sign(late))).json()).toEqual(REFUSED);
  });

  it('for making a passkey is for its user only, and once', async () => {
    const [jane, joe] = [await givenPerson(t), await givenAdministrator(t)];
    for (const person of [jane, joe]) await prove(t, person);
    const [first, second] = [createSoftwareKey(), createSoftwareKey()];
    const options = (await ask(t, jane.token, '/sign-in/passkey-options', { isShared: true })).json();
    expect(options.authenticatorSelection.authenticatorAttachment).toBe('cross-platform');
    expect((await ask(t, joe.token, '/sign-in/passkeys', first.make(options))).statusCode).toBe(409);
    expect((await ask(t, jane.token, '/sign-in/passkeys', first.make(options))).statusCode).toBe(200);
    expect((await ask(t, jane.token, '/sign-in/passkeys', second.make(options))).statusCode).toBe(409);
    const again = (await ask(t, jane.token, '/sign-in/passkey-options', { isShared: false })).json();
    expect(again.excludeCredentials).toEqual([{ type: 'public-key', id: first.id }]);
    expect((await ask(t, jane.token, '/sign-in/passkeys', first.make(again))).statusCode).toBe(409);
  });

  it('of many pairs that present the same signature at once, one of each succeeds', async () => {
    const key = await givenPasskey(t, await givenPerson(t));
    for (let pair = 0; pair < RACES; pair++) {
      const signed = key.sign(await challengeOf(t));
      const answers = await Promise.all([present(signed), present(signed)]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
      await t.db.run(sql`delete from throttle`);
    }
  });
});

describe('a signature', () => {
  const faults: [string, Fault][] = [
    ['of another kind', { type: 'webauthn.create' }],
    ['of another origin', { origin: 'https://tallyboard.test.evil.test' }],
    ['of an allowed origin outside the domain', { origin: 'https://elsewhere.test' }],
    ['of plain http', { origin: 'http://tallyboard.test' }],
    ['in a frame of another site', { crossOrigin: true }],
    ['in a frame of a named site', { crossOrigin: true, topOrigin: 'https://evil.test' }],
    ['with a top origin', { topOrigin: 'https://tallyboard.test' }],
    ['for another domain', { rpId: 'evil.test' }],
    ['without presence', { isPresent: false }],
    ['without verification', { isVerified: false }],
    ['that can suddenly be synced', { isSyncable: true }],
    ['of another user', { userHandle: Buffer.alloc(32, 1).toString('base64url') }],
    ['of no user', { userHandle: undefined }],
    ['of another key', { key: 'another' }],
    ['that is spoilt', { signature: 'spoiled' }],
  ];
  it.each(faults)('%s is refused', async (_, fault) => {
    const key = await givenPasskey(t, await givenPerson(t));
    expect((await present(key.sign(await challengeOf(t), fault))).json()).toEqual(REFUSED);
    expect((await present(key.sign(await challengeOf(t)))).statusCode).toBe(200);
  });

  it('without a user is accepted for a known user, and only for that one', async () => {
    const [jane, joe] = [await givenPerson(t), await givenAdministrator(t)];
    const [own, another] = [await givenPasskey(t, jane), await givenPasskey(t, joe)];
    const confirm = async (key: typeof own, fault: Fault) =>
      (await ask(t, jane.token, '/session/step-up', { passkey: key.sign(await challengeOf(t), fault) })).statusCode;
    expect(await confirm(own, { userHandle: undefined })).toBe(200);
    expect(await confirm(another, { userHandle: undefined })).toBe(400);
    expect(await confirm(own, { userHandle: Buffer.alloc(32, 1).toString('base64url') })).toBe(400);
  });

  it('of an allowed origin within the domain is accepted', async () => {
    const key = await givenPasskey(t, await givenPerson(t));
    const signed = key.sign(await challengeOf(t), { origin: 'https://app.tallyboard.test' });
    expect((await present(signed)).statusCode).toBe(200);
  });

  it.each([
    ['another kind', { type: 'webauthn.get' }],
    ['another origin', { origin: 'https://evil.test' }],
    ['another site’s frame', { crossOrigin: true }],
    ['another domain', { rpId: 'evil.test' }],
    ['no verification', { isVerified: false }],
    ['no presence', { isPresent: false }],
  ] as [string, Fault][])('a passkey made with %s is not kept', async (_, fault) => {
    const jane = await givenPerson(t);
    await prove(t, jane);
    const options = (await ask(t, jane.token, '/sign-in/passkey-options', { isShared: false })).json();
    const answer = await ask(t, jane.token, '/sign-in/passkeys', createSoftwareKey().make(options, fault));
    expect([answer.statusCode, answer.json().errorCode]).toEqual([409, 'CONFLICT']);
    expect((await ask(t, jane.token, '/sign-in')).json().passkeys).toEqual([]);
  });

  it('is offered with and accepted by ES256, EdDSA and RS256 only; no attestation is asked for', async () => {
    const jane = await givenPerson(t);
    for (const algorithm of [-7, -8, -257] as const) {
      const key = await givenPasskey(t, jane, createSoftwareKey({ algorithm }));
      expect((await present(key.sign(await challengeOf(t)))).statusCode, String(algorithm)).toBe(200);
      jane.token = (await present(key.sign(await challengeOf(t)))).json().token;
    }
    await prove(t, jane);
    const options = (await ask(t, jane.token, '/sign-in/passkey-options', { isShared: false })).json();
    expect(options.pubKeyCredParams.map(({ alg }: { alg: number }) => alg)).toEqual([-7, -8, -257]);
    expect([options.attestation, options.authenticatorSelection.userVerification]).toEqual(['none', 'required']);
    const other = createSoftwareKey({ algorithm: -39 }).make(options);
    expect((await ask(t, jane.token, '/sign-in/passkeys', other)).statusCode).toBe(409);
  });

  it('comes without an attestation: a passkey with a certificate of its maker is refused, and nobody’s address is asked', async () => {
    const jane = await givenPerson(t);
    await prove(t, jane);
    const options = (await ask(t, jane.token, '/sign-in/passkey-options', { isShared: false })).json();
    const attested = { certificate: new X509Certificate(PUSH_CERTIFICATE).raw, key: PUSH_KEY };
    const answer = await ask(t, jane.token, '/sign-in/passkeys', createSoftwareKey().make(options, { attested }));
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'This passkey cannot be used here.']);
  });

  it('has transports by their names only', async () => {
    const jane = await givenPerson(t);
    await prove(t, jane);
    for (const name of ['\u0000', '\ud800', '', 'a b', 'x'.repeat(41)]) {
      const options = (await ask(t, jane.token, '/sign-in/passkey-options', { isShared: false })).json();
      const made = createSoftwareKey().make(options);
      const body = { ...made, response: { ...made.response, transports: [name] } };
      const answer = await ask(t, jane.token, '/sign-in/passkeys', body);
      expect([answer.statusCode, answer.json().issues[0].path], name).toEqual([400, 'response.transports.0']);
    }
  });

  it('of a passkey that was made for an earlier domain is refused, the passkey is listed, and nobody can ask for it', async () => {
    const jane = await givenPerson(t);
    const key = await givenPasskey(t, jane);
    await t.db.run(sql`update passkey set rp_id = 'old.test'`);
    expect((await ask(t, jane.token, '/sign-in', { isWanted: true }, 'PUT')).statusCode).toBe(409);
    expect((await present(key.sign(await challengeOf(t)))).json()).toEqual(REFUSED);
    expect((await ask(t, jane.token, '/sign-in')).json().passkeys).toMatchObject([{ domain: 'old.test' }]);
    expect((await t.ask('/config.json')).json().passkeyDomain).toBe('');
  });
});

describe('a counter', () => {
  it('that does not rise suspends a passkey of one device, and its user is told', async () => {
    const jane = await givenPerson(t);
    const key = await givenPasskey(t, jane, createSoftwareKey({ counter: 5 }));
    const thief = key.copy();
    expect((await present(key.sign(await challengeOf(t)))).statusCode).toBe(200);
    expect((await present(thief.sign(await challengeOf(t)))).json()).toEqual(REFUSED);
    expect((await present(key.sign(await challengeOf(t)))).json()).toEqual(REFUSED);
    const mails = (await mailsOf(t.db)).filter(({ text }) => text.includes('A copy of your passkey'));
    expect(mails).toHaveLength(1);
    expect(await trailOf(t.db, jane.accountId)).toContainEqual({
      action: 'sign-in.clone',
      result: 'refused',
      detail: 'Passkey 1',
    });
  });

  it('of a synced passkey, or of one without a counter, is ignored', async () => {
    const jane = await givenPerson(t);
    const synced = await givenPasskey(t, jane, createSoftwareKey({ isSynced: true, counter: 5 }));
    for (const counter of [9, 3, 0])
      expect((await present(synced.sign(await challengeOf(t), { counter }))).statusCode).toBe(200);
  });
});

it('unknown, wrong, inactive, suspended: one answer, and the same options for everybody', async () => {
  const jane = await givenPerson(t);
  const key = await givenPasskey(t, jane);
  const answers = [await present(createSoftwareKey().sign(await challengeOf(t), { userHandle: 'AAAA' }))];
  answers.push(await present(key.sign(await challengeOf(t), { signature: 'spoiled' })));
  await t.db.run(sql`update passkey set suspended_at = now()`);
  answers.push(await present(key.sign(await challengeOf(t))));
  await t.db.run(sql`update passkey set suspended_at = null`);
  await t.db.run(sql`update account set is_active = false where account_id = ${jane.accountId}`);
  answers.push(await present(key.sign(await challengeOf(t))));
  await t.db.run(sql`update account set is_active = true`);
  await t.db.run(sql`update app_user set is_active = false where user_id = ${jane.userId}`);
  answers.push(await present(key.sign(await challengeOf(t))));
  for (const { statusCode, body } of answers) expect([statusCode, JSON.parse(body)]).toEqual([401, REFUSED]);
  const options = await Promise.all([1, 2].map(() => t.ask('/v2/session/passkey-challenge', { method: 'POST' })));
  expect(options.map((one) => Object.keys(one.json()))).toEqual([
    ['challenge', 'rpId', 'expiresIn'],
    ['challenge', 'rpId', 'expiresIn'],
  ]);
});

it('a device user whose passkey is right gets no session', async () => {
  const jane = await givenPerson(t);
  const key = await givenPasskey(t, jane);
  await t.db.run(sql`update app_user set role = 'device' where user_id = ${jane.userId}`);
  const answer = await present(key.sign(await challengeOf(t)));
  expect([answer.statusCode, answer.json().errorCode]).toEqual([403, 'INVALID_ROLE']);
});

it('50 wrong passkeys from an address in five minutes, then 429', async () => {
  const key = await givenPasskey(t, await givenPerson(t));
  for (let i = 0; i < 50; i++)
    expect((await present({ ...key.sign(await challengeOf(t)), id: 'AAAA' })).statusCode).toBe(401);
  const answer = await present(key.sign(await challengeOf(t)));
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '30']);
});

it('strangers at the same address do not use up the tries of who is logged in', async () => {
  const jane = await givenPerson(t);
  const key = await givenPasskey(t, jane);
  for (let i = 0; i < 51; i++) await present({ ...key.sign(await challengeOf(t)), id: 'AAAA' });
  const stepUp = (id: string) =>
    challengeOf(t).then((challenge) =>
      ask(t, jane.token, '/session/step-up', { passkey: { ...key.sign(challenge), id } }),
    );
  expect((await stepUp(key.id)).statusCode).toBe(200);
  for (let i = 0; i < 20; i++) expect((await stepUp('AAAA')).statusCode).toBe(400);
  expect((await stepUp(key.id)).statusCode).toBe(429);
});

it('ten passkeys, then 409; a name can be changed; removing one returns the others', async () => {
  const jane = await givenPerson(t);
  const keys = [];
  for (let i = 0; i < 10; i++) {
    t.clock.advance(1_000);
    keys.push(await givenPasskey(t, jane));
  }
  await prove(t, jane);
  const more = await ask(t, jane.token, '/sign-in/passkey-options', { isShared: false });
  expect([more.statusCode, more.json().errorCode]).toEqual([409, 'LIMIT_REACHED']);
  const [first] = (await ask(t, jane.token, '/sign-in')).json().passkeys;
  expect((await ask(t, jane.token, `/sign-in/passkeys/${first._id}`, { name: 'Key ring' }, 'PUT')).statusCode).toBe(
    200,
  );
  expect((await ask(t, jane.token, '/sign-in')).json().passkeys[0].name).toBe('Key ring');
  const removed = await ask(t, jane.token, `/sign-in/passkeys/${first._id}`, undefined, 'DELETE');
  expect(removed.json()).toMatchObject({ rpId: 'tallyboard.test' });
  expect(removed.json().allAcceptedCredentialIds).toEqual(keys.slice(1).map(({ id }) => id));
});

it('nobody can change another user’s passkey', async () => {
  const jane = await givenPerson(t);
  const joe = await givenPerson(t, { username: 'joe', accountId: jane.accountId });
  await givenPasskey(t, jane);
  await prove(t, joe);
  const [hers] = (await ask(t, jane.token, '/sign-in')).json().passkeys;
  for (const [method, body] of [['PUT', { name: 'Mine' }], ['DELETE']] as const)
    expect((await ask(t, joe.token, `/sign-in/passkeys/${hers._id}`, body, method)).statusCode).toBe(404);
  expect((await ask(t, jane.token, '/sign-in')).json().passkeys).toMatchObject([{ name: 'Passkey 1' }]);
});
