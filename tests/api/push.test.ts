import pino from 'pino';
import { v7 as newId } from 'uuid';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AlertCategory } from '#contract/reports/alerts.ts';
import { sendDueMessages } from '#server/access/push/sender.ts';
import { vapidKeyOf } from '#server/access/push/vapid.ts';
import { sql } from '#server/platform/db/db.ts';
import { logOptions } from '#server/platform/log.ts';
import { INTERNET, postTo } from '#server/platform/pushService/network.ts';
import { createSecrets } from '#server/platform/secrets/secrets.ts';
import { runAlerts } from '#server/reports/alerts/scheduler.ts';
import { backupCalls } from '../support/backupCalls.ts';
import { givenAccount, givenEmployer, givenSession } from '../support/factories.ts';
import { givenGroup } from '../support/factories.work.ts';
import { beforeNextCommit, beforeNextTransaction } from '../support/moments.ts';
import { openPushService, type Subscribed } from '../support/pushService.ts';
import { givenAdministrator, givenPerson, logIn, PASSWORD, type Person } from '../support/signIn.ts';
import { useTestApp } from '../support/testApp.ts';
import { useTestWords } from '../support/testWords.ts';

const clock = { now: () => new Date() };
const push = await openPushService({ now: () => clock.now() });
const t = useTestApp({ env: { WEB_PUSH: 'true' }, services: { pushNetwork: push.network } });
clock.now = () => t.clock.now();
useTestWords();
afterAll(() => push.close());
beforeEach(() => {
  for (const list of [push.taken, push.complaints, push.dialed]) list.length = 0;
  Object.assign(push.served, { mood: { status: 201 }, addresses: ['142.250.1.2'], asked: 0 });
});
afterEach(() => expect(push.complaints).toEqual([]));

type Signed = Pick<Person, 'token'>;
const ALL: AlertCategory[] = ['attendance', 'piecework', 'break'];
const headers = { 'x-device-id': 'office' };
const save = (who: Signed, device: Subscribed, over: object = {}) =>
  t.ask('/v2/push', { method: 'PUT', token: who.token, body: { ...device, categories: ALL, isMine: true, ...over } });
const state = async (who: Signed) => (await t.ask('/v2/push', { token: who.token })).json();

/** A user with alerts on the device of the session. */
async function turnOn(who: Signed, over: object = {}) {
  const device = push.subscribe();
  const answer = await save(who, device, over);
  expect(answer.statusCode, answer.body).toBe(200);
  return { ...device, mark: answer.json().mark as string };
}

/** A daily alert at 10:15 UTC, a quarter of an hour after the start of the tests. */
const SLOT = '2026-11-20T10:15:00Z';
async function givenAlert(accountId: string, category: AlertCategory = 'attendance', madeBy: string | null = null) {
  await t.db.run(sql`
    insert into alert (account_id, alert_id, category, description, via_email, email_recipients, days_of_week, times, target_groups,
      suppress_empty, active_from, created_at, made_by)
    values (${accountId}, ${newId()}, ${category}, 'Morning', false, '{}', '{1,2,3,4,5,6,7}',
      '[{"enabled":true,"time":"10:15"}]', '[]', false, ${t.clock.now()}, ${t.clock.now()}, ${madeBy}::uuid)`);
}
const inUtc = () => givenAccount(t.db, { timeZone: 'UTC' });
const fire = async (at = SLOT) => {
  t.clock.set(at);
  return runAlerts(t.services);
};
const send = () => sendDueMessages(t.services);
const after = (minutes: number) => t.clock.set(new Date(Date.parse(SLOT) + minutes * 60_000).toISOString());

const ledgerRow = z.object({ outcome: z.string().nullable(), attempts: z.int(), isDone: z.boolean() });
const ledger = () =>
  t.db.rows(
    ledgerRow,
    sql`select outcome, attempts::int, finished_at is not null as "isDone" from push_message order by due_at`,
  );
const devices = () => t.db.run(sql`select 1 from push_subscription`);

/** A person with a device and an alert that has just fired. */
async function givenFired() {
  const person = await givenEmployer(t.db, { accountId: await inUtc() });
  const device = await turnOn(person);
  await givenAlert(person.accountId);
  await fire();
  return { ...person, device };
}

describe('turning alerts on', () => {
  it('stores a device with its mark, changes it, reports it, and turns it off', async () => {
    const jane = await givenEmployer(t.db);
    const before = await state(jane);
    expect(before).toEqual({ publicKey: vapidKeyOf(t.services.secrets).publicKey.toString('base64url'), device: null });
    const { mark, ...device } = await turnOn(jane);
    expect((await save(jane, device, { categories: ['break'] })).json()).toEqual({ mark });
    const told = await state(jane);
    expect(told.device).toEqual({ mark, categories: ['break'], endpointHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect((await t.ask('/v2/push', { token: jane.token, method: 'DELETE' })).json()).toEqual({ ok: true });
    expect((await state(jane)).device).toBeNull();
  });

  it('is refused for an address outside the push services, for invalid keys, and unless the device is the user’s alone', async () => {
    const jane = await givenEmployer(t.db);
    const device = push.subscribe();
    const { keys } = device;
    const wrong: [object, string][] = [
      [{ endpoint: 'https://fcm.googleapis.com.evil.example/x' }, 'endpoint'],
      [{ endpoint: 'https://169.254.169.254/latest' }, 'endpoint'],
      [{ endpoint: `https://fcm.googleapis.com/${'x'.repeat(1_000)}` }, 'endpoint'],
      [{ keys: { ...keys, p256dh: 'A'.repeat(87) } }, 'keys.p256dh'],
      [{ keys: { ...keys, p256dh: 'AA' } }, 'keys.p256dh'],
      [{ keys: { ...keys, auth: 'AA' } }, 'keys.auth'],
      [{ categories: [] }, 'categories'],
      [{ categories: ['break', 'break'] }, 'categories'],
      [{ isMine: false }, 'isMine'],
    ];
    for (const [over, path] of wrong) {
      const answer = await save(jane, device, over);
      expect([answer.statusCode, answer.json().issues[0].path], path).toEqual([400, path]);
    }
    expect(await devices()).toBe(0);
  });

  it('accepts five devices of a user, even simultaneously', async () => {
    const jane = await givenEmployer(t.db);
    const browsers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        givenSession(t.db, jane.accountId, jane.userId, { browserId: `browser ${n}` }),
      ),
    );
    const answers = await Promise.all(browsers.map((token) => save({ token }, push.subscribe())));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5);
    for (const answer of answers.filter(({ statusCode }) => statusCode !== 200))
      expect([answer.statusCode, answer.json().errorCode]).toEqual([409, 'LIMIT_REACHED']);
    expect(await devices()).toBe(5);
    // A browser whose data was cleared subscribes again with its former endpoint.
    const moved = push.subscribe();
    const full = await givenEmployer(t.db);
    const tokens = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        givenSession(t.db, full.accountId, full.userId, { browserId: `browser of full ${n}` }),
      ),
    );
    for (const [n, token] of tokens.entries())
      expect((await save({ token }, n === 0 || n === 5 ? moved : push.subscribe())).statusCode).toBe(200);
    expect(await devices()).toBe(10);
  });

  it('at one endpoint, by ten users at once, succeeds for one of them', async () => {
    const accountId = await givenAccount(t.db);
    const people = await Promise.all(Array.from({ length: 10 }, () => givenEmployer(t.db, { accountId })));
    const device = push.subscribe();
    const answers = await Promise.all(people.map((person) => save(person, device)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(people.map(() => 200));
    expect(await devices()).toBe(1);
  });

  it('on a device that somebody else had makes it the caller’s', async () => {
    const [jane, joe] = [await givenEmployer(t.db), await givenEmployer(t.db)];
    const { mark, ...device } = await turnOn(jane);
    const answer = await save(joe, device);
    expect(answer.json().mark).not.toBe(mark);
    expect((await state(jane)).device).toBeNull();
    expect(await devices()).toBe(1);
  });
});

describe('a slot', () => {
  it('is said in the language of its user; English by the worker', async () => {
    const { userId } = await givenFired();
    await t.db.run(sql`update app_user set language = 'pt' where user_id = ${userId}`);
    await send();
    expect(push.taken.map(({ message }) => message.text)).toEqual(['Há um novo resumo da assiduidade.']);
  });

  it('sends one message to each device that wants it: encrypted, padded, with no figure and no name', async () => {
    const accountId = await inUtc();
    const jane = await givenEmployer(t.db, { accountId });
    const { endpoint, mark } = await turnOn(jane);
    const other = { token: await givenSession(t.db, accountId, jane.userId, { browserId: 'phone' }) };
    const phone = await turnOn(other, { categories: ['break'] });
    await givenAlert(accountId);
    await givenAlert(accountId, 'break');
    await fire();
    expect(await send()).toBe(3);
    const shown = push.taken.map(({ message: { v, for: mark, category, date } }) => ({ v, mark, category, date }));
    const date = '2026-11-20';
    const expected = [
      { v: 1, mark, category: 'attendance', date },
      { v: 1, mark, category: 'break', date },
      { v: 1, mark: phone.mark, category: 'break', date },
    ];
    expect(shown).toHaveLength(3);
    expect(shown).toEqual(expect.arrayContaining(expected));
    expect(new Set(push.taken.map(({ length }) => length)).size).toBe(1);
    for (const { message } of push.taken)
      expect(Object.keys(message).sort()).toEqual(['category', 'date', 'for', 'tag', 'v']);
    for (const { message, topic } of push.taken) expect(message.tag).toBe(topic);
    expect(new Set(push.taken.map(({ topic }) => topic)).size).toBe(3);
    expect(push.taken.map((one) => one.endpoint)).toContain(endpoint);
    expect(await send()).toBe(0);
    await fire();
    expect([await send(), push.served.asked]).toEqual([0, 3]);
  });

  it('is decided and counted as without a device', async () => {
    const { token } = await givenFired();
    const listed = async () => (await t.ask('/v2/alert/deliveries', { token })).json().results;
    const before = await listed();
    expect(before).toMatchObject([{ status: 'sent', reason: null }]);
    push.served.mood = { status: 500 };
    await send();
    expect(await listed()).toEqual(before);
  });

  it.each<[string, Parameters<typeof givenEmployer>[1]]>([
    ['may not see alerts', { permissions: ['Stats.GET_ATTENDANCE_INFORMATION'] }],
    ['may not see the figures', { permissions: ['GET_ALL_ALERTS', 'Stats.GET_PERFORMANCE_METRICS'] }],
    ['has no dashboard', { modules: [] }],
    ['is not active', { isActive: false }],
  ])('says nothing to somebody who by then %s', async (_, { permissions, modules, isActive } = {}) => {
    const jane = await givenEmployer(t.db, { accountId: await inUtc() });
    await turnOn(jane);
    await givenAlert(jane.accountId);
    await t.db.run(sql`
      update app_user set permissions = coalesce(${permissions ? [...permissions] : null}::text[], permissions),
        modules = coalesce(${modules ? [...modules] : null}::text[], modules), is_active = ${isActive ?? true}`);
    await fire();
    expect([await send(), await ledger()]).toEqual([0, []]);
  });

  it('sends nothing to another account', async () => {
    const jane = await givenEmployer(t.db, { accountId: await inUtc() });
    await turnOn(await givenEmployer(t.db, { accountId: await inUtc() }));
    await givenAlert(jane.accountId);
    await fire();
    expect(await ledger()).toEqual([]);
  });

  it('reaches a device until 14 days after its user’s last log-in there', async () => {
    const jane = await givenPerson(t, { accountId: await inUtc() });
    const { token } = (await logIn(t, 'jane')).json();
    await turnOn({ token });
    await t.db.run(sql`update push_subscription set last_log_in_at = last_log_in_at - interval '13 days 23 hours'`);
    await givenAlert(jane.accountId);
    await fire();
    expect(await ledger()).toHaveLength(1);
    t.clock.set('2026-11-21T10:15:00Z');
    await fire('2026-11-21T10:15:00Z');
    expect(await ledger()).toHaveLength(1);
    await logIn(t, 'jane');
    await fire('2026-11-22T10:15:00Z');
    expect(await ledger()).toHaveLength(2);
  });
});

describe('the answer of a push service', () => {
  it.each([404, 410])('of %i ends the subscription', async (status) => {
    await givenFired();
    push.served.mood = { status };
    expect([await send(), await devices(), await ledger()]).toEqual([0, 0, []]);
  });

  it.each([400, 401, 403, 413])('of %i is written down, and nothing is tried again', async (status) => {
    await givenFired();
    push.served.mood = { status };
    await send();
    after(59);
    await send();
    expect(await ledger()).toEqual([{ outcome: `The push service answered ${status}`, attempts: 1, isDone: true }]);
    expect([push.served.asked, await devices()]).toEqual([1, 1]);
  });

  it.each<[string, Parameters<typeof Object.assign>[1]]>([
    ['500', { status: 500 }],
    ['503', { status: 503 }],
    ['429 without a time', { status: 429 }],
    ['none', 'silent'],
    ['a connection that is cut', 'hangs up'],
    ['a change of protocol', 'upgrades'],
  ])('%s: again after 1, 5 and 15 minutes, and then it arrives', async (_, mood) => {
    await givenFired();
    push.served.mood = mood;
    for (const minutes of [0, 0.5, 1, 5.5, 6, 20]) {
      after(minutes);
      await send();
    }
    expect(push.served.asked).toBe(3);
    push.served.mood = { status: 201 };
    after(21);
    expect(await send()).toBe(1);
    expect(await ledger()).toEqual([{ outcome: 'sent', attempts: 4, isDone: true }]);
    expect(new Set(push.taken.map(({ message, topic }) => message.tag + topic)).size).toBe(1);
  });

  it('of 429 is followed for as long as it says', async () => {
    await givenFired();
    push.served.mood = { status: 429, retryAfter: '600' };
    await send();
    push.served.mood = { status: 201 };
    after(9.9);
    expect(await send()).toBe(0);
    after(10);
    expect(await send()).toBe(1);
  });

  it('that never comes within the hour: the message is given up, and the device stays', async () => {
    await givenFired();
    push.served.mood = { status: 503 };
    for (let minute = 0; minute <= 75; minute++) {
      after(minute);
      await send();
    }
    expect(await ledger()).toEqual([{ outcome: 'The push service answered 503', attempts: 6, isDone: true }]);
    expect(await devices()).toBe(1);
  });

  it('of a server that was down for an hour: nothing is sent any more', async () => {
    await givenFired();
    after(61);
    expect([await send(), push.served.asked]).toEqual([0, 0]);
    expect(await ledger()).toMatchObject([{ outcome: 'More than 60 minutes late' }]);
  });

  it('without an end is not read to its end, and redirects are not followed', async () => {
    await givenFired();
    push.served.mood = 'endless';
    expect(await send()).toBe(1);
    push.served.mood = { status: 307, location: 'https://fcm.googleapis.com/elsewhere' };
    await fire('2026-11-21T10:15:00Z');
    await send();
    expect(push.served.asked).toBe(2);
    expect((await ledger()).map(({ outcome }) => outcome)).toEqual(['sent', 'The push service answered 307']);
  });

  it('is asked only of public addresses, all of a name’s, and of those that were checked', async () => {
    const { device } = await givenFired();
    for (const addresses of [[], ['127.0.0.1'], ['142.250.1.2', '10.0.0.1'], ['::ffff:127.0.0.1']]) {
      push.served.addresses = addresses;
      const posted = postTo(push.network, device.endpoint, { headers: {}, body: Buffer.of(1) });
      await expect(posted).rejects.toThrow('no public address');
    }
    expect(push.dialed).toEqual([]);
    push.served.addresses = ['2a00:1450:4001::7', '142.250.7.7'];
    await send();
    expect(push.dialed).toEqual(['fcm.googleapis.com 2a00:1450:4001::7 142.250.7.7']);
    expect(INTERNET.timeoutMs).toBe(10_000);
  });

  it('with somebody else’s certificate is refused, and a name that is never resolved takes no longer than the rest', async () => {
    const elsewhere = push.subscribe('x', 'web.push.apple.com');
    const ask = (network: typeof push.network) =>
      postTo(network, elsewhere.endpoint, { headers: {}, body: Buffer.of(1) });
    await expect(ask(push.network)).rejects.toThrow();
    expect(push.served.asked).toBe(0);
    const silent = { ...push.network, timeoutMs: 30, resolve: () => new Promise<string[]>(() => undefined) };
    await expect(ask(silent)).rejects.toThrow();
  });

  it('to another instance key ends the subscription, because it can never be used', async () => {
    await givenFired();
    await sendDueMessages({ ...t.services, secrets: createSecrets(Buffer.alloc(32, 9)) });
    expect([await devices(), push.served.asked]).toEqual([0, 0]);
  });
});

describe('a sender may die', () => {
  it('after claiming a message, or after it was accepted: it is sent again after 60 s, under the same tag', async () => {
    await givenFired();
    const dies = () => Promise.reject(new Error('killed'));
    /** The process ends before the outcome of the message is stored. */
    const dying = { ...t.services, db: { ...t.services.db, run: dies } };
    await expect(sendDueMessages(dying)).rejects.toThrow('killed');
    expect(push.taken).toHaveLength(1);
    after(0.9);
    expect(await send()).toBe(0);
    after(1);
    expect(await send()).toBe(1);
    expect(new Set(push.taken.map(({ message }) => message.tag)).size).toBe(1);
    expect(await ledger()).toEqual([{ outcome: 'sent', attempts: 2, isDone: true }]);
  });

  it('or return late: its outcome is ignored when another has taken over', async () => {
    await givenFired();
    /** A process that continues after its lease has expired, while another process was refused. */
    const late = async () => {
      after(1);
      push.served.mood = { status: 503 };
      await send();
      throw new Error('no such name');
    };
    await sendDueMessages({ ...t.services, pushNetwork: { ...push.network, resolve: late } });
    push.served.mood = { status: 201 };
    expect(await ledger()).toEqual([{ outcome: null, attempts: 2, isDone: false }]);
    after(5.9);
    expect(await send()).toBe(0);
    after(6);
    expect(await send()).toBe(1);
  });

  it('before the slot is written: neither the slot nor its messages exist, and then both once', async () => {
    const jane = await givenEmployer(t.db, { accountId: await inUtc() });
    await turnOn(jane);
    await givenAlert(jane.accountId);
    await t.db.run(sql`alter table push_message add constraint nothing_yet check (false)`);
    expect(await fire()).toBe(0);
    await t.db.run(sql`alter table push_message drop constraint nothing_yet`);
    after(2.1);
    await Promise.all([runAlerts(t.services), runAlerts(t.services)]);
    const sent = await Promise.all([send(), send(), send()]);
    expect(sent.reduce((sum, one) => sum + one)).toBe(1);
    expect(push.taken).toHaveLength(1);
  });
});

describe('the subscription of a device ends', () => {
  let jane: Person;
  beforeEach(async () => {
    jane = await givenPerson(t, { accountId: await inUtc() });
    jane.token = (await logIn(t, 'jane')).json().token;
    await turnOn(jane);
  });

  it('with a log-out, but not with a session that ran out', async () => {
    const out = (query = '') => t.ask(`/v2/session${query}`, { method: 'DELETE', token: jane.token });
    expect((await out('?reason=timeout')).statusCode).toBe(200);
    expect(await devices()).toBe(1);
    jane.token = (await logIn(t, 'jane')).json().token;
    expect((await out('?reason=boredom')).statusCode).toBe(400);
    expect((await out()).statusCode).toBe(200);
    expect(await devices()).toBe(0);
  });

  it('with a log-out between being let in and turning it on', async () => {
    const out = beforeNextTransaction(t.services.db, () =>
      t.ask('/v2/session', { method: 'DELETE', token: jane.token }),
    );
    const saved = await save(jane, push.subscribe());
    expect([(await out).statusCode, saved.statusCode, await devices()]).toEqual([200, 401, 0]);
  });

  it('with a log-out while it is turned on', async () => {
    const out = beforeNextCommit(t.services.db, () => t.ask('/v2/session', { method: 'DELETE', token: jane.token }));
    const saved = await save(jane, push.subscribe());
    expect([saved.statusCode, (await out).statusCode, await devices()]).toEqual([200, 200, 0]);
  });

  it('with a log-out that is told later', async () => {
    const hashed = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(jane.token))).toString('hex');
    await t.ask('/v2/session/end', { body: { sessions: [hashed] } });
    expect(await devices()).toBe(0);
  });

  it('with a new password', async () => {
    const body = { currentPassword: PASSWORD, newPassword: 'another orchard at ten' };
    const answer = await t.ask('/v2/session/change-password', { token: jane.token, headers, body });
    expect([answer.statusCode, await devices()]).toEqual([200, 0]);
  });

  it('with somebody else’s log-in in that browser, not with one elsewhere', async () => {
    await givenPerson(t, { username: 'joe', accountId: jane.accountId });
    const elsewhere = { username: 'joe', password: PASSWORD };
    await t.ask('/v2/session', { body: elsewhere, headers: { 'x-device-id': 'another' } });
    expect(await devices()).toBe(1);
    await logIn(t, 'joe');
    expect(await devices()).toBe(0);
  });

  it.each<[string, (root: Signed) => [path: string, method: 'PUT' | 'DELETE', body?: object]]>([
    ['deactivation', () => [`/user/${jane.userId}`, 'PUT', { isActive: false }]],
    ['a reset of the log-in options', () => [`/user/${jane.userId}/sign-in`, 'DELETE']],
    ['deletion', () => [`/user/${jane.userId}`, 'DELETE']],
  ])('with %s of its user', async (_, change) => {
    const root = await givenAdministrator(t);
    const [path, method, body] = change(root);
    const read = (await t.ask(`/v2/user/${jane.userId}`, { token: root.token })).json();
    const { firstName, lastName, username, email, role, modules, permissions } = read;
    const whole = body && { firstName, lastName, username, email, role, modules, permissions, ...body };
    const answer = await t.ask(`/v2${path}`, { method, token: root.token, ...(whole && { body: whole }) });
    expect([answer.statusCode, await devices()], answer.body).toEqual([200, 0]);
  });

  it('with its account', async () => {
    const root = await givenAdministrator(t);
    const { code } = (await t.ask(`/v2/account/${jane.accountId}`, { token: root.token })).json();
    await givenAlert(jane.accountId);
    await fire();
    expect(await ledger()).toHaveLength(1);
    const answer = await t.ask(`/v2/account/${jane.accountId}`, {
      method: 'DELETE',
      token: root.token,
      body: { code },
    });
    expect([answer.statusCode, await devices(), await ledger()], answer.body).toEqual([200, 0, []]);
  });

  it('not with a restore that restores its user, but with one that does not', async () => {
    const root = await givenAdministrator(t);
    const calls = backupCalls(t, () => root.token);
    const { archive } = await calls.backUp(jane.accountId);
    await turnOn(await givenEmployer(t.db, { accountId: jane.accountId, username: 'jim' }));
    expect(await devices()).toBe(2);
    await calls.restore(archive, jane.accountId, 'replace', ['Users']);
    expect(await devices()).toBe(1);
  });
});

describe('a user with a scope (docs/reference/scope.md#what-is-cached)', () => {
  it('is told of their own alerts only; others of those of everybody too', async () => {
    const accountId = await inUtc();
    const scope = { timeGroups: [await givenGroup(t.db, accountId, 'time')] };
    const manager = await givenEmployer(t.db, { accountId, username: 'manager' });
    const sue = await givenEmployer(t.db, { accountId, username: 'sue', scope });
    const jim = await givenEmployer(t.db, { accountId, username: 'jim', scope });
    for (const { userId } of [manager, sue, jim])
      await turnOn({ token: await givenSession(t.db, accountId, userId, { browserId: userId }) });
    await givenAlert(accountId);
    await givenAlert(accountId, 'attendance', sue.userId);
    await fire();
    const told = await t.db.rows(
      z.object({ username: z.string(), messages: z.int() }),
      sql`select u.username, count(*)::int as messages from push_message m join push_subscription s using (subscription_id)
        join app_user u on u.user_id = s.user_id group by 1 order by 1`,
    );
    expect(told).toEqual([
      { username: 'manager', messages: 2 },
      { username: 'sue', messages: 1 },
    ]);
  });
});

describe('a test message', () => {
  it('goes to this device, at once', async () => {
    const jane = await givenEmployer(t.db);
    const { endpoint } = await turnOn(jane, { categories: ['piecework'] });
    await turnOn({ token: await givenSession(t.db, jane.accountId, jane.userId, { browserId: 'phone' }) });
    const answer = await t.ask('/v2/push/test', { method: 'POST', token: jane.token });
    expect(answer.json()).toEqual({ ok: true });
    await t.jobs.drain();
    expect(push.taken).toMatchObject([{ endpoint, message: { category: 'piecework', date: '2026-11-20' } }]);
  });

  it('is refused where alerts are off, and for the twenty-first time in an hour', async () => {
    const jane = await givenEmployer(t.db);
    const ask = async () => (await t.ask('/v2/push/test', { method: 'POST', token: jane.token })).statusCode;
    expect(await ask()).toBe(404);
    await turnOn(jane);
    for (let n = 0; n < 19; n++) expect(await ask()).toBe(200);
    expect(await ask()).toBe(429);
  });
});

it('no endpoint and no key of a browser reaches the database unsealed, the trail, a mail, the log or an idempotent call', async () => {
  const jane = await givenEmployer(t.db, { accountId: await inUtc() });
  const device = push.subscribe();
  const body = { ...device, categories: ALL, isMine: true };
  const once = { 'idempotency-key': 'only-once' };
  expect((await t.ask('/v2/push', { method: 'PUT', token: jane.token, body, headers: once })).statusCode).toBe(200);
  await givenAlert(jane.accountId);
  await fire();
  const lines: string[] = [];
  const log = pino(logOptions('trace'), { write: (line: string) => lines.push(line) });
  for (const mood of ['hangs up', { status: 500 }, { status: 403 }] as const) {
    push.served.mood = mood;
    await sendDueMessages({ ...t.services, log });
    t.clock.advance(16 * 60_000);
  }
  const rows: unknown[] = [];
  for (const table of [
    'push_subscription',
    'push_message',
    'mail',
    'audit_entry',
    'idempotency_key',
    'throttle',
    'alert_delivery',
  ])
    rows.push(await t.db.rows(z.any(), { ...sql`select 1`, text: `select * from ${table}` }));
  const kept = JSON.stringify([rows, lines]);
  for (const words of ['No answer', 'answered 500', 'answered 403']) expect(kept).toContain(words);
  for (const secret of [device.endpoint, ...Object.values(device.keys)]) expect(kept).not.toContain(secret);
});
