import { beforeEach, expect, it } from 'vitest';
import { logIn } from '#server/access/session/login.ts';
import { createPasswordHasher, LOWEST_HASH_COST } from '#server/access/session/passwordHash.ts';
import { verifyOwnPassword } from '#server/access/session/passwords.ts';
import { createSecondStep } from '#server/access/signIn/logIns.ts';
import type { Db } from '#server/platform/db/db.ts';
import { DatabaseUnavailable } from '#server/platform/db/errors.ts';
import { Refusal } from '#server/platform/http/errors.ts';
import { createThrottle, type ThrottleKey } from '#server/platform/throttle/throttle.ts';
import { givenAccount, givenAdmin, givenEmployer } from '../support/factories.ts';
import { useFaultyApp } from '../support/faultyDb.ts';
import { challengeOf, givenPasskey, givenPerson } from '../support/signIn.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();
const faulty = useFaultyApp(t);
const password = 'orchard rain at nine';
const hasher = createPasswordHasher(LOWEST_HASH_COST);
const passwordHash = await hasher.hash(password);
beforeEach(() => {
  faulty.services.owedTries.length = 0;
});

const ask = (url: string, payload: object) =>
  faulty.app.inject({ method: 'POST', url, payload, headers: { 'x-device-id': 'office' } });

it('a right password does not count as wrong because the database was lost before that could be recorded', async () => {
  await givenEmployer(t.db, { username: 'jane', passwordHash });
  const say = (word: string) => ask('/v2/session', { username: 'jane', password: word });
  for (let n = 0; n < 7; n++) {
    // The first connection reads the user, the second counts the try, the third takes it back.
    faulty.arm('full', 3);
    expect((await say(password)).statusCode, `log-in ${n}`).toBe(200);
    expect(faulty.hasFired()).toBe(true);
  }
  const guesses = [];
  for (let n = 0; n < 6; n++) guesses.push((await say(`wrong ${n}`)).statusCode);
  expect(guesses).toEqual([401, 401, 401, 401, 401, 429]);
});

it('a password that was not checked, because too many logged in at once, does not count as wrong', async () => {
  const { userId, token } = await givenEmployer(t.db, { username: 'jane', passwordHash });
  const full = { ...hasher, verify: () => Promise.reject(new Refusal('UNAVAILABLE', 'Too many log-ins at once.')) };
  const attempt = { username: 'jane', password, browserId: 'office', address: '127.0.0.1', now: t.clock.now() };
  const step = createSecondStep(t.services);
  const caller = await t.services.authenticate.user(token, t.clock.now());
  for (let n = 0; n < 6; n++) {
    await expect(logIn(t.services, full, step, attempt)).rejects.toThrow('Too many log-ins');
    await expect(verifyOwnPassword(t.services, full, caller, password)).rejects.toThrow('Too many log-ins');
  }
  expect(await logIn(t.services, hasher, step, attempt)).toHaveProperty('token');
  expect(await verifyOwnPassword(t.services, hasher, caller, password)).toMatchObject({ userId });
});

it('an activation code that could not be looked up does not count as wrong', async () => {
  const admin = await givenAdmin(t.db);
  const accountId = await givenAccount(t.db);
  const device = { token: admin.token, body: { serialNumber: 'PH1', imei: '350' } };
  const made = await t.ask(`/v2/device/v2/for-account/${accountId}`, device);
  const { activationToken } = made.json();
  for (let n = 0; n < 6; n++) {
    // The first connection counts the try.
    faulty.arm('full', 2);
    expect((await ask('/v2/rc/activate', { activationToken })).statusCode, `try ${n}`).toBe(503);
  }
  expect((await ask('/v2/rc/activate', { activationToken })).statusCode).toBe(200);
});

it('a passkey opens a session or says that it did not, whichever statement fails', async () => {
  const jane = await givenPerson(t);
  const key = await givenPasskey(t, jane);
  for (let at = 1; ; at++) {
    const assertion = key.sign(await challengeOf(t));
    faulty.arm('cancelled', at);
    const answer = await ask('/v2/session/passkey', assertion);
    expect([200, 503], answer.body).toContain(answer.statusCode);
    const isOpen = async () => (await t.ask('/v2/session', { token: answer.json().token })).statusCode;
    if (answer.statusCode === 200) expect(await isOpen(), `cancelled at ${at}`).toBe(200);
    if (!faulty.hasFired()) break;
  }
});

const pair: ThrottleKey = { name: 'logInPair', subject: 'jane 192.0.2.0/24' };
const other: ThrottleKey = { name: 'logInPair', subject: 'joe 192.0.2.0/24' };
/** Counts tries until one is refused, and returns how many were not. */
async function triesLeft() {
  const throttle = createThrottle({ ...t.services, owedTries: [] });
  for (let n = 0; ; n++) if ((await throttle.tryOnce([pair])).waitSeconds > 0) return n;
}
const lost = () => new DatabaseUnavailable(new Error('Connection terminated unexpectedly'));
/** A database that is lost before a transaction begins, before its commit, or after it. */
const LOST: Record<string, Db['tx']> = {
  'before it began': () => Promise.reject(lost()),
  'before its commit': (fn, options) =>
    t.db.tx(async (tx) => {
      await fn(tx);
      throw lost();
    }, options),
  'after its commit': async (fn, options) => {
    await t.db.tx(fn, options);
    throw lost();
  },
};

it.each(Object.entries(LOST))(
  'wrong tries stay counted when the database is lost %s of what takes a right one back',
  async (when, tx) => {
    const throttle = createThrottle(faulty.services);
    for (let n = 0; n < 4; n++) await throttle.tryOnce([pair]);
    // Twice: what the next contact takes back may be lost again.
    const cut = createThrottle({ ...faulty.services, db: { ...t.db, tx } });
    await cut.takeBack([pair]);
    await cut.tryOnce([other]).catch(() => undefined);
    await throttle.tryOnce([other]);
    // Three wrong ones are counted; where the commit may have been done, the right one may be as well.
    expect(await triesLeft(), when).toBe(when === 'before its commit' ? 1 : 2);
  },
);

it('a try of a window that is over takes none from the next one', async () => {
  const { db } = t;
  const tx = LOST['before it began'] ?? db.tx;
  await createThrottle(faulty.services).tryOnce([pair]);
  await createThrottle({ ...faulty.services, db: { ...db, tx } }).takeBack([pair]);
  t.clock.advance(600_000);
  const elsewhere = createThrottle({ ...t.services, owedTries: [] });
  for (let n = 0; n < 3; n++) await elsewhere.tryOnce([pair]);
  await createThrottle(faulty.services).tryOnce([other]);
  expect(await triesLeft()).toBe(2);
});
