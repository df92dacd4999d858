import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '#contract/all.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { type ModuleName, PERMISSIONS, type Permission, type Role } from '#contract/platform/permissions.ts';
import { sql } from '#server/platform/db/db.ts';
import { randomToken, tokenHash } from '#server/platform/secrets/secrets.ts';
import { givenAdmin, givenEmployer, givenSession, type SignedIn } from '../support/factories.ts';
import { useTestApp } from '../support/testApp.ts';
import { WHO_MAY } from './access.table.ts';

const t = useTestApp();
const NAMES = Object.keys(ENDPOINTS).sort();
const endpointOf = (name: string): Endpoint => {
  const found = ENDPOINTS[name];
  if (!found) throw new Error(name);
  return found;
};

/** Requests that are well-formed and name nobody's documents, except where that decides whether the call is allowed. */
const PARAMETERS: Record<string, string> = { category: 'attendance', status: 'present', systemId: 'Sage' };
const addressOf = (endpoint: Endpoint) =>
  `/v2${endpoint.path.replace(/:(\w+)/g, (_, name: string) => PARAMETERS[name] ?? randomUUID())}`;
const call = (endpoint: Endpoint, token: string | undefined) =>
  t.ask(addressOf(endpoint), { method: endpoint.method, token, ...(endpoint.body && { body: {} }) });

const SESSION_EXPIRED = {
  errorCode: 'SESSION_EXPIRED',
  message: 'You are not logged in with an active session.',
};
const PERMISSION_DENIED = { errorCode: 'PERMISSION_DENIED', message: 'Permission denied.' };

type Answer = Awaited<ReturnType<typeof call>>;
/** A request is admitted if it passed the checks of session and permission and did not end in a server error. */
function expectAdmitted(name: string, answer: Answer, who: string) {
  expect(answer.statusCode, `${name} as ${who}: ${answer.body.slice(0, 200)}`).toBeLessThan(500);
  expect(answer.body, `${name} is not mounted`).not.toContain('There is no such call.');
  // STEP_UP_REQUIRED comes after the checks of session and permission, whoever calls.
  const isStepUp = endpointOf(name).stepUp === 'everybody' && answer.json().errorCode === 'STEP_UP_REQUIRED';
  if (name !== 'logIn' && !isStepUp)
    expect([401, 403], `${name} as ${who}: ${answer.body.slice(0, 200)}`).not.toContain(answer.statusCode);
}
function expectDenied(name: string, answer: Answer, denial: object, who: string) {
  expect([answer.statusCode, answer.json()], `${name} as ${who}`).toEqual([401, denial]);
}

it('the contract declares the access of each endpoint in the table, and has no other endpoint', () => {
  const declared = Object.fromEntries(
    NAMES.map((name) => {
      const { access } = endpointOf(name);
      return [name, typeof access === 'string' ? access : `${access.role} ${access.anyOf.join(' ')}`];
    }),
  );
  expect(declared).toEqual(WHO_MAY);
});

it('every route under /v2 is an endpoint of the contract, and every endpoint has its route', async () => {
  const unknown = NAMES.filter((name) => {
    const { method, path } = endpointOf(name);
    return !t.app.hasRoute({ method, url: `/v2${path}` });
  });
  expect(unknown, 'not mounted').toEqual([]);
  const described = new Set(NAMES.map((name) => endpointOf(name).path.replace(/:(\w+)/g, '{$1}')));
  const { paths } = (await t.ask('/v2/openapi.json')).json();
  const mounted = Object.keys(paths).map((path) => path.replace(/^\/v2/, ''));
  expect(mounted.length).toBeGreaterThan(50);
  expect(mounted.filter((path) => !described.has(path))).toEqual([]);
});

describe('access', () => {
  let admin: SignedIn;
  let employer: SignedIn;
  let deviceToken: string;
  let payrollKey: string;
  beforeEach(async () => {
    admin = await givenAdmin(t.db);
    employer = await givenEmployer(t.db, { account: { allowedSystemIds: ['Sage'] } });
    deviceToken = await givenDeviceToken(employer.accountId);
    payrollKey = await givenPayrollKey(employer.accountId);
  });

  it('without a token only public endpoints answer', async () => {
    for (const name of NAMES)
      for (const token of [undefined, 'x'.repeat(43), 'Bearer ', 'null', 'undefined', 'x'.repeat(600)]) {
        const answer = await call(endpointOf(name), token);
        if (WHO_MAY[name] === 'public') expectAdmitted(name, answer, 'nobody');
        else expectDenied(name, answer, SESSION_EXPIRED, `nobody (${token})`);
      }
  });

  it('an expired, a replaced and a deactivated session reach public endpoints only', async () => {
    const expired = await givenSession(t.db, admin.accountId, admin.userId, { ttlSeconds: -1 });
    const replaced = await givenSession(t.db, admin.accountId, admin.userId);
    await t.db.run(sql`update session set replaced_at = now() where token_hash = ${tokenHash(replaced)}`);
    await t.db.run(sql`update app_user set is_active = false where user_id = ${employer.userId}`);
    for (const name of NAMES.filter((each) => WHO_MAY[each] !== 'public')) {
      expectDenied(name, await call(endpointOf(name), expired), SESSION_EXPIRED, 'expired');
      expectDenied(name, await call(endpointOf(name), employer.token), SESSION_EXPIRED, 'deactivated');
      const answer = await call(endpointOf(name), replaced);
      const isForUsers = !['device', 'payroll', 'ticket'].includes(WHO_MAY[name] ?? '');
      expect([answer.statusCode, answer.json().errorCode], name).toEqual([
        401,
        isForUsers ? 'SESSION_REPLACED' : 'SESSION_EXPIRED',
      ]);
    }
  });

  it('a device and a payroll system reach their own calls and public ones', async () => {
    for (const name of NAMES)
      for (const [kind, token] of [
        ['device', deviceToken],
        ['payroll', payrollKey],
      ] as const) {
        const answer = await call(endpointOf(name), token);
        if (WHO_MAY[name] === 'public' || WHO_MAY[name] === kind) expectAdmitted(name, answer, kind);
        else expectDenied(name, answer, SESSION_EXPIRED, kind);
      }
  });

  it('a log-in that waits for its second factor reaches that call, and those that set a factor up if it must', async () => {
    for (const need of ['prove', 'enrol'] as const) {
      const ticket = await givenTicket(admin, need);
      for (const name of NAMES) {
        const answer = await call(endpointOf(name), ticket);
        const mine = need === 'enrol' ? ['public', 'ticket', 'enrolling'] : ['public', 'ticket'];
        if (mine.includes(WHO_MAY[name] ?? '')) expectAdmitted(name, answer, `${need} ticket`);
        else expectDenied(name, answer, SESSION_EXPIRED, `${need} ticket`);
      }
      await t.db.run(sql`update app_user set is_active = false where user_id = ${admin.userId}`);
      const answer = await call(endpointOf('passSecondFactor'), ticket);
      expectDenied('passSecondFactor', answer, SESSION_EXPIRED, 'ticket of somebody deactivated');
      await t.db.run(sql`update app_user set is_active = true where user_id = ${admin.userId}`);
    }
  });

  it('a payroll system that the account does not allow is refused with 403', async () => {
    const answer = await t.ask('/v2/payroll/Other/sync', { token: payrollKey, body: {} });
    expect([answer.statusCode, answer.json().errorCode]).toEqual([403, 'SYSTEM_NOT_ALLOWED']);
  });

  const roles = ['admin', 'employer'] as const;
  it.each(
    roles.flatMap((role) => [
      { role, what: 'no permission', permissions: [] },
      { role, what: 'every permission', permissions: PERMISSIONS },
    ]),
  )('$role with $what: what the table says, and nothing else', async ({ role, what, permissions }) => {
    const user = role === 'admin' ? admin : employer;
    await grant(user, permissions);
    for (const name of NAMES) await expectAsTabled(name, user, role, permissions, `${role} with ${what}`);
  });

  const permissionsOf = (name: string) => (WHO_MAY[name] ?? '').split(' ').slice(1);
  const ofCalls = PERMISSIONS.filter((permission) => NAMES.some((name) => permissionsOf(name).includes(permission)));
  it.each(roles.flatMap((role) => ofCalls.map((permission) => ({ role, permission }))))(
    '$role with $permission: its calls open with it alone, and stay closed with all but those that the table names',
    async ({ role, permission }) => {
      const user = role === 'admin' ? admin : employer;
      for (const name of NAMES.filter((each) => permissionsOf(each).includes(permission))) {
        const others = PERMISSIONS.filter((one) => !permissionsOf(name).includes(one));
        for (const held of [[permission], others]) {
          await grant(user, held);
          await expectAsTabled(name, user, role, held, `${role} with ${held.join(' ')}`);
        }
      }
    },
  );

  it('an employer without the Dashboard module reaches only their own session', async () => {
    await grant(employer, PERMISSIONS, []);
    for (const name of NAMES) {
      const answer = await call(endpointOf(name), await tokenFor(name, employer));
      if (['public', 'session', 'enrolling'].includes(WHO_MAY[name] ?? ''))
        expectAdmitted(name, answer, 'employer without module');
      else if (['device', 'payroll', 'ticket'].includes(WHO_MAY[name] ?? ''))
        expectDenied(name, answer, SESSION_EXPIRED, 'employer');
      else expectDenied(name, answer, PERMISSION_DENIED, 'employer without module');
    }
  });

  it('a device user with a session would reach nothing that needs a role', async () => {
    await t.db.run(sql`update app_user set role = 'device' where user_id = ${employer.userId}`);
    await grant(employer, PERMISSIONS);
    for (const name of NAMES.filter((each) => WHO_MAY[each]?.includes(' ')))
      expectDenied(name, await call(endpointOf(name), employer.token), PERMISSION_DENIED, 'device user');
  });

  async function expectAsTabled(name: string, user: SignedIn, role: Role, held: readonly Permission[], who: string) {
    const answer = await call(endpointOf(name), await tokenFor(name, user));
    const [kind = '', ...anyOf] = (WHO_MAY[name] ?? '').split(' ');
    if (['device', 'payroll', 'ticket'].includes(kind)) return expectDenied(name, answer, SESSION_EXPIRED, who);
    const may =
      kind === 'public' ||
      kind === 'session' ||
      kind === 'enrolling' ||
      ((kind === 'any' || kind === role) && anyOf.some((one) => (held as readonly string[]).includes(one)));
    if (may) expectAdmitted(name, answer, who);
    else expectDenied(name, answer, PERMISSION_DENIED, who);
  }

  /** Returns the session of a call; one that ends it, or would throttle the next call, gets its own. */
  const tokenFor = (name: string, { accountId, userId, token }: SignedIn) =>
    name === 'logOut' ? givenSession(t.db, accountId, userId) : Promise.resolve(token);
  const grant = (
    { userId }: SignedIn,
    permissions: readonly Permission[],
    modules: ModuleName[] = ['Dashboard', 'Manage'],
  ) =>
    t.db.run(
      sql`update app_user set permissions = ${[...permissions]}, modules = ${modules} where user_id = ${userId}`,
    );
});

it('a missing permission is refused before anything of the request is read', async () => {
  const employer = await givenEmployer(t.db, { permissions: [] });
  for (const name of NAMES.filter((each) => WHO_MAY[each]?.includes(' '))) {
    const { method, path } = endpointOf(name);
    const url = `/v2${path.replace(/:\w+/g, 'not-an-id')}`;
    const answer = await t.app.inject({
      method,
      url,
      headers: { authorization: employer.token, 'content-type': 'application/json' },
      payload: method === 'GET' ? undefined : '{"broken":',
    });
    expect([answer.statusCode, answer.json()], name).toEqual([401, PERMISSION_DENIED]);
  }
});

it('every body is closed: an undeclared field is refused', () => {
  const open = NAMES.filter((name) => {
    const { body } = endpointOf(name);
    if (!body) return false;
    const issues = body.safeParse({ accountIdOfSomebodyElse: 'x' }).error?.issues ?? [];
    return !issues.some(({ code }) => code === 'unrecognized_keys');
  });
  expect(open).toEqual([]);
});

async function givenTicket({ accountId, userId }: SignedIn, need: 'prove' | 'enrol'): Promise<string> {
  const ticket = randomToken();
  await t.db.run(sql`
    insert into sign_in_ticket (token_hash, owner_account_id, user_id, need, browser_id, address, created_at, expires_at)
    values (${tokenHash(ticket)}, ${accountId}, ${userId}, ${need}, 'x', '127.0.0.1', now(), now() + interval '10 years')`);
  return ticket;
}

async function givenDeviceToken(accountId: string): Promise<string> {
  const [token, deviceId] = [randomToken(), randomUUID()];
  await t.db.run(sql`
    insert into device (account_id, device_id, device_type, kind, description, serial_number, is_activated)
    values (${accountId}, ${deviceId}, 'V2', 'unmanaged', 'Phone', 'S1', true)`);
  await t.db.run(sql`
    insert into device_token_directory (token_hash, owner_account_id, device_id)
    values (${tokenHash(token)}, ${accountId}, ${deviceId})`);
  return token;
}

async function givenPayrollKey(accountId: string): Promise<string> {
  const [key, syncKeyId] = [`tb_live_00000000_${randomToken()}`, randomUUID()];
  await t.db.run(sql`
    insert into sync_key (account_id, sync_key_id, rights, description, created_at)
    values (${accountId}, ${syncKeyId}, 'both', 'x', now())`);
  await t.db.run(sql`
    insert into sync_key_directory (key_hash, owner_account_id, sync_key_id)
    values (${tokenHash(key)}, ${accountId}, ${syncKeyId})`);
  return key;
}
