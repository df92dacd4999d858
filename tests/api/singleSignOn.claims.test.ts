import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from '#server/platform/db/db.ts';
import { givenAccount, givenEmployer } from '../support/factories.ts';
import { createVisitor } from '../support/provider.ts';
import { givenPerson, trailOf } from '../support/signIn.ts';
import {
  begin,
  comeBack,
  envOf,
  exchange,
  givenLink,
  givenSettings,
  refusalOf,
  signOn,
  useProviders,
} from '../support/signOn.ts';
import { useTestApp } from '../support/testApp.ts';

// Of itself and of a person, providers say things differently.

const { hill, vale } = await useProviders();
// As authentik, whose issuer ends with a slash; the operator left it out.
const WITH_SLASH = `${vale.issuer}/application/o/tally/`;
const pasted = { ...vale.settings, issuer: WITH_SLASH.slice(0, -1) };
const t = useTestApp({ env: { ...envOf(hill), OIDC_PROVIDERS: JSON.stringify([hill.settings, pasted]) } });

const NOT_CHECKED = /could not be checked/;

describe('an issuer with a slash at its end', () => {
  const logIn = async (issuerOfToken: string) => {
    const described = await (await fetch(`${vale.issuer}/.well-known/openid-configuration`)).json();
    vale.answers.set('/application/o/tally/.well-known/openid-configuration', (_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ ...described, issuer: WITH_SLASH }));
    });
    vale.change((claims) => ({ ...claims, iss: issuerOfToken }));
    const jane = await givenPerson(t);
    await givenLink(t, pasted, 'j-1', jane.userId);
    const callback = new URL(await createVisitor().logIn(await begin(t, 'vale'), 'j-1'));
    callback.searchParams.set('iss', WITH_SLASH);
    return exchange(t, await comeBack(t, callback.href));
  };

  it('is that of a provider that was configured without it', async () => {
    const answer = await logIn(WITH_SLASH);
    expect(answer.statusCode, answer.body).toBe(200);
  });

  it('is not that of a token without it: tokens name the issuer exactly as the provider describes itself', async () => {
    expect((await logIn(WITH_SLASH.slice(0, -1))).json().message).toMatch(NOT_CHECKED);
  });
});

describe('an email address that is verified', () => {
  const givenJane = async () => {
    const accountId = await givenAccount(t.db);
    const jane = await givenEmployer(t.db, { accountId, username: 'jane', email: 'jane@orchard.test' });
    await givenSettings(t, accountId, { issuer: hill.issuer, linkByEmail: true });
    return jane;
  };
  const saying = (verified: unknown) => ({ claims: { email: 'jane@orchard.test', email_verified: verified } });

  it.each([true, 'true'])('is one of which the user info says %j, as text too (Cognito)', async (verified) => {
    await givenJane();
    hill.people.set('j', saying(verified));
    expect((await signOn(t, hill, 'j')).statusCode).toBe(200);
  });

  it.each([false, 'false', 'True', 'yes', '1', 1, null, undefined, { true: true }])(
    'is none of which it says %j',
    async (verified) => {
      await givenJane();
      hill.people.set('j', saying(verified));
      expect(await refusalOf(t, hill, 'j')).toContain('No user is linked');
    },
  );

  it('is none in an ID token that says nothing of it (Entra ID); the user info is not asked', async () => {
    await givenJane();
    hill.people.set('j', saying(true));
    hill.change((claims) => ({ ...claims, email: 'jane@orchard.test' }));
    expect(await refusalOf(t, hill, 'j')).toContain('No user is linked');
    expect(hill.asked).not.toContain('/me');
  });
});

describe('a claim that is too long for a token (Entra ID, more than 200 groups)', () => {
  const createUsers = { claim: 'groups', rules: [{ value: 'staff', preset: 'viewer', scope: null }] };
  const TOO_MANY = 'Provider hill does not tell your groups, because there are too many. Tell your administrator.';
  const elsewhere = () =>
    hill.change((claims) => ({
      ...claims,
      ...{ email: 'new@orchard.test', email_verified: true },
      _claim_names: { groups: 'src1' },
      _claim_sources: { src1: { endpoint: 'https://graph.windows.net/t/users/u/getMemberObjects' } },
    }));
  const refusals = async (accountId: string) =>
    (await trailOf(t.db, accountId)).filter(({ action, result }) => action === 'session.login' && result === 'refused');

  it('lets nobody in, ends sessions, takes no rights away and tells the administrators why', async () => {
    const accountId = await givenAccount(t.db);
    await givenSettings(t, accountId, { issuer: hill.issuer, createUsers });
    hill.people.set('n', { claims: { email: 'new@orchard.test', email_verified: true, groups: ['staff'] } });
    const { token } = (await signOn(t, hill, 'n')).json();
    const rights = () =>
      t.db.rows(
        z.object({ permissions: z.array(z.string()) }),
        sql`select permissions from app_user where email = 'new@orchard.test'`,
      );
    const before = await rights();
    expect(before[0]?.permissions).not.toEqual([]);

    hill.people.set('n', { claims: {} });
    elsewhere();
    expect(await refusalOf(t, hill, 'n')).toBe(TOO_MANY);
    expect(await rights()).toEqual(before);
    expect((await t.ask('/v2/session', { token })).statusCode).toBe(401);
    const detail = 'single sign-on: Provider hill: groups has too many values for a token';
    expect(await refusals(accountId)).toEqual([{ action: 'session.login', result: 'refused', detail }]);
  });

  it.each<[string, object]>([
    ['_claim_names', { _claim_names: { groups: 'src1' } }],
    ['hasgroups', { hasgroups: true }],
  ])('creates nobody: %s', async (_, said) => {
    const accountId = await givenAccount(t.db);
    await givenSettings(t, accountId, { issuer: hill.issuer, createUsers });
    hill.change((claims) => ({ ...claims, email: 'new@orchard.test', email_verified: true, ...said }));
    expect(await refusalOf(t, hill, 'n')).toBe(TOO_MANY);
    expect(await t.db.run(sql`select 1 from app_user where email = 'new@orchard.test'`)).toBe(0);
    expect(await refusals(accountId)).toHaveLength(1);
  });
});

describe('texts of a provider', () => {
  it.each<[string, object]>([
    ['a name', { name: 'Nell\u0000 New' }],
    ['parts of a name', { given_name: 'Nell\u0000', family_name: 'N\u0000ew' }],
    ['a user name', { preferred_username: 'nell\u0000' }],
  ])('with a character that no database takes, in %s, are no failure of ours', async (_, claims) => {
    const accountId = await givenAccount(t.db);
    const createUsers = { claim: 'groups', rules: [{ value: 'staff', preset: 'viewer', scope: null }] };
    await givenSettings(t, accountId, { issuer: hill.issuer, createUsers });
    hill.people.set('n', { claims: { email: 'new@orchard.test', email_verified: true, groups: ['staff'], ...claims } });
    const answer = await signOn(t, hill, 'n');
    expect(answer.statusCode, answer.body).toBe(200);
  });

  it('with such a character in the identifier are refused', async () => {
    hill.change((claims) => ({ ...claims, sub: 'n\u0000' }));
    expect(await refusalOf(t, hill, 'n')).toMatch(NOT_CHECKED);
  });

  it('all values of a claim count, however many', async () => {
    const accountId = await givenAccount(t.db);
    const createUsers = { claim: 'groups', rules: [{ value: 'staff', preset: 'viewer', scope: null }] };
    await givenSettings(t, accountId, { issuer: hill.issuer, createUsers });
    const groups = [...Array.from({ length: 1_500 }, (_, nth) => `g${nth}`), 'staff'];
    hill.people.set('n', { claims: { email: 'new@orchard.test', email_verified: true, groups } });
    expect((await signOn(t, hill, 'n')).statusCode).toBe(200);
  });
});
