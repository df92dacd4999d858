import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { isLoopback, nameOfIssuer } from '#server/platform/providers.ts';

const ONE = { id: 'office', name: 'Office', issuer: 'https://login.example.com', clientId: 'tally' };
const read = (env: Record<string, string>) =>
  readConfig({ PUBLIC_URL: 'https://tally.example', DATA_DIR: '/nowhere', ...env });
const readList = (...list: object[]) => read({ OIDC_PROVIDERS: JSON.stringify(list) }).providers;
const refusalOf = (env: Record<string, string>): string => {
  try {
    read(env);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'taken';
};

describe('the providers of the environment', () => {
  it('there are none without variables', () => {
    expect(read({}).providers).toEqual([]);
  });

  it('one is four variables', () => {
    const env = {
      OIDC_ISSUER: 'https://login.example.com/realms/farm',
      OIDC_CLIENT_ID: 'tally',
      OIDC_CLIENT_SECRET: 's',
      OIDC_NAME: 'Office',
    };
    expect(read(env).providers).toEqual([
      {
        ...{ id: 'sso', name: 'Office', issuer: env.OIDC_ISSUER, clientId: 'tally', clientSecret: 's' },
        ...{ clientAuth: 'client_secret_basic', scopes: 'openid email profile' },
        ...{ hosts: ['login.example.com'], secondFactor: [], trustEmail: false },
      },
    ]);
    expect(read({ OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'tally' }).providers).toMatchObject([
      { name: 'login.example.com', clientAuth: 'none' },
    ]);
  });

  it('several are a list; those of Google and Microsoft answer on hosts that are known', () => {
    const list = readList(
      { ...ONE, clientSecret: 's', clientAuth: 'client_secret_post', hosts: ['keys.example.com'] },
      { ...ONE, id: 'google', name: 'Google', issuer: 'https://accounts.google.com' },
      { ...ONE, id: 'entra', name: 'Entra', issuer: 'https://login.microsoftonline.com/0-0/v2.0' },
    );
    expect(list.map(({ hosts }) => hosts.length)).toEqual([2, 4, 2]);
    expect(nameOfIssuer(list, 'https://accounts.google.com')).toBe('Google');
    expect(nameOfIssuer(list, 'https://former.example/x')).toBe('former.example');
  });

  it.each([
    'https://login.example.com/realms/farm',
    'https://login.example.com/realms/farm/',
    ' https://Login.Example.com:443/realms/farm/.well-known/openid-configuration\n',
  ])('an issuer is taken as people paste it: %j', (pasted) => {
    const issuer = 'https://login.example.com/realms/farm';
    expect(read({ OIDC_ISSUER: pasted, OIDC_CLIENT_ID: 'tally' }).providers).toMatchObject([{ issuer }]);
    expect(readList({ ...ONE, issuer: pasted })).toMatchObject([{ issuer }]);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ['no JSON', { OIDC_PROVIDERS: '{' }, /OIDC_PROVIDERS.*must be a JSON list of providers/],
    ['an empty list', { OIDC_PROVIDERS: '[]' }, /OIDC_PROVIDERS.*must have a provider/],
    [
      'eleven',
      { OIDC_PROVIDERS: JSON.stringify(Array.from({ length: 11 }, (_, i) => ({ ...ONE, id: `p${i}` }))) },
      /OIDC_PROVIDERS.*10/,
    ],
    [
      'a field that there is not',
      { OIDC_PROVIDERS: JSON.stringify([{ ...ONE, redirect: 'x' }]) },
      /OIDC_PROVIDERS.*provider 1/,
    ],
    [
      'an id of capitals',
      { OIDC_PROVIDERS: JSON.stringify([{ ...ONE, id: 'Office' }]) },
      /OIDC_PROVIDERS.*provider 1: id must be lower-case/,
    ],
    [
      'the same id twice',
      { OIDC_PROVIDERS: JSON.stringify([ONE, { ...ONE, name: 'B', issuer: 'https://b.example' }]) },
      /OIDC_PROVIDERS.*two providers with the id office/,
    ],
    [
      'the same issuer twice',
      { OIDC_PROVIDERS: JSON.stringify([ONE, { ...ONE, id: 'b', name: 'B', issuer: `${ONE.issuer}/` }]) },
      /OIDC_PROVIDERS.*two providers with the issuer/,
    ],
    [
      'plain http',
      { OIDC_PROVIDERS: JSON.stringify([{ ...ONE, issuer: 'http://login.example.com' }]) },
      /OIDC_PROVIDERS.*must begin with https/,
    ],
    [
      'plain http to this machine, where people come from elsewhere',
      { OIDC_ISSUER: 'http://localhost:1', OIDC_CLIENT_ID: 'x' },
      /OIDC_ISSUER.*must begin with https/,
    ],
    ['a query', { OIDC_ISSUER: 'https://login.example.com?x=1', OIDC_CLIENT_ID: 'x' }, /OIDC_ISSUER.*no '\?'/],
    ['no address', { OIDC_ISSUER: 'login', OIDC_CLIENT_ID: 'x' }, /OIDC_ISSUER.*must be an https address/],
    ['no client', { OIDC_ISSUER: 'https://login.example.com' }, /OIDC_CLIENT_ID.*must be set/],
    ['a client without an issuer', { OIDC_CLIENT_ID: 'x' }, /OIDC_CLIENT_ID.*needs OIDC_ISSUER/],
    [
      'a secret for a public client',
      { OIDC_PROVIDERS: JSON.stringify([{ ...ONE, clientSecret: 's', clientAuth: 'none' }]) },
      /OIDC_PROVIDERS.*do not go together/,
    ],
    [
      'a client that signs in without a secret',
      { OIDC_PROVIDERS: JSON.stringify([{ ...ONE, clientAuth: 'client_secret_basic' }]) },
      /OIDC_PROVIDERS.*do not go together/,
    ],
    [
      'scopes without openid',
      { OIDC_PROVIDERS: JSON.stringify([{ ...ONE, scopes: 'email' }]) },
      /OIDC_PROVIDERS.*scopes must begin/,
    ],
    ['both ways at once', { OIDC_ISSUER: 'https://a.example', OIDC_PROVIDERS: '[]' }, /OIDC_ISSUER.*must be absent/],
  ])('%s stops the start with a line that names the variable', (_, env, words) => {
    const [line = '', ...more] = refusalOf(env)
      .split('\n')
      .filter((text) => text.includes('OIDC_'));
    expect(line).toMatch(words);
    expect(more).toEqual([]);
  });

  it('tells this machine from others', () => {
    const local = ['localhost', 'app.localhost', '127.0.0.1', '127.9.9.9', '[::1]'];
    const others = ['localhost.example.com', '127.0.0.1.nip.io', '10.0.0.1', 'example.com', '[::2]'];
    expect(local.map(isLoopback)).toEqual(local.map(() => true));
    expect(others.map(isLoopback)).toEqual(others.map(() => false));
  });
});
