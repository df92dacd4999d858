import { isIP } from 'node:net';
import { z } from 'zod';

/** A service at which people log in with another password: an OpenID Connect provider. */
export type Provider = {
  /** Part of the addresses that the provider knows us by. */
  id: string;
  /** As people know it: 'Continue with {name}'. */
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  clientAuth: 'client_secret_basic' | 'client_secret_post' | 'none';
  scopes: string;
  /** Hosts that the server may call for this provider: the issuer's, and those that were configured with it. */
  hosts: readonly string[];
  /** Values of `acr` that say that a second factor was used. */
  secondFactor: readonly string[];
  /** The provider's email addresses count as verified, whatever it says of them. */
  trustEmail: boolean;
};

const MAX_PROVIDERS = 10;
/** These answer on other hosts than their issuer's. */
const KNOWN_HOSTS: Record<string, readonly string[]> = {
  'login.microsoftonline.com': ['graph.microsoft.com'],
  'accounts.google.com': ['oauth2.googleapis.com', 'www.googleapis.com', 'openidconnect.googleapis.com'],
};

const issuer = z
  .string()
  .trim()
  .max(500)
  .pipe(z.url({ protocol: /^https?$/, error: 'must be an https address' }))
  .transform((pasted) => plainIssuer(pasted));
const clientId = z.string().min(1, 'must not be empty').max(500);
const clientSecret = z.string().min(1, 'must not be empty').max(2_000);
const name = z.string().trim().min(1, 'must not be empty').max(60, 'must have 60 characters at most');
const provider = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be lower-case letters, digits and dashes, 40 at most'),
  name,
  issuer,
  clientId,
  clientSecret: clientSecret.optional(),
  clientAuth: z.enum(['client_secret_basic', 'client_secret_post', 'none']).optional(),
  scopes: z
    .string()
    .max(500)
    .regex(/^openid( [\x21-\x7e]+)*$/, "must begin with 'openid'")
    .default('openid email profile'),
  hosts: z
    .array(z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be host names'))
    .max(10)
    .default([]),
  secondFactor: z.array(z.string().min(1).max(200)).max(10).default([]),
  trustEmail: z.boolean().default(false),
});
const list = z.array(provider).min(1, 'must have a provider').max(MAX_PROVIDERS, `has ${MAX_PROVIDERS} at most`);

/**
 * Returns an issuer in one spelling, which settings and links keep: without the slash at its end, which providers have and people leave out, and without
 * the path of its description, which people paste as well. Tokens are compared with what the provider itself says.
 */
export const plainIssuer = (pasted: string): string =>
  new URL(pasted).href.replace(/\/?(\.well-known\/openid-configuration)?$/, '');

/** The variables of the environment. `OIDC_ISSUER` and those beside it are a single provider whose id is 'sso'. */
export const providerVariables = {
  OIDC_PROVIDERS: z.string().max(64_000).optional(),
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: clientId.optional(),
  OIDC_CLIENT_SECRET: clientSecret.optional(),
  OIDC_NAME: name.optional(),
};
type Variables = { [Name in keyof typeof providerVariables]?: string | undefined };

/** A variable of the environment that is wrong. */
export class WrongVariable extends Error {
  readonly variable: keyof Variables;
  constructor(variable: keyof Variables, message: string) {
    super(message);
    this.variable = variable;
  }
}

/** Returns the providers that the environment names; `publicUrl` is the address of this installation. Throws a WrongVariable. */
export function readProviders(env: Variables, publicUrl: string): Provider[] {
  const { OIDC_PROVIDERS, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME } = env;
  if (OIDC_PROVIDERS !== undefined) {
    if (OIDC_ISSUER !== undefined) throw new WrongVariable('OIDC_ISSUER', 'must be absent where OIDC_PROVIDERS is set');
    return listed(OIDC_PROVIDERS).map((one) => complete(one, 'OIDC_PROVIDERS', publicUrl));
  }
  if (OIDC_ISSUER === undefined) {
    for (const variable of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'] as const)
      if (env[variable] !== undefined) throw new WrongVariable(variable, 'needs OIDC_ISSUER');
    return [];
  }
  if (OIDC_CLIENT_ID === undefined) throw new WrongVariable('OIDC_CLIENT_ID', 'must be set where OIDC_ISSUER is');
  const one = {
    id: 'sso',
    name: OIDC_NAME ?? new URL(OIDC_ISSUER).hostname,
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
  };
  return [complete(provider.parse(one), 'OIDC_ISSUER', publicUrl)];
}

function listed(text: string): z.output<typeof list> {
  const wrong = (message: string) => new WrongVariable('OIDC_PROVIDERS', message);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw wrong('must be a JSON list of providers');
  }
  const parsed = list.safeParse(json);
  if (!parsed.success) {
    const [{ path, message } = { path: [], message: '' }] = parsed.error.issues;
    const [at, ...field] = path;
    throw wrong(`${at === undefined ? '' : `provider ${Number(at) + 1}: ${field.join('.')} `}${lowerFirst(message)}`);
  }
  for (const key of ['id', 'name', 'issuer'] as const) {
    const values = parsed.data.map((one) => one[key]);
    const twice = values.find((value, at) => values.indexOf(value) !== at);
    if (twice !== undefined) throw wrong(`has two providers with the ${key} ${twice}`);
  }
  return parsed.data;
}

function complete(one: z.output<typeof provider>, variable: keyof Variables, publicUrl: string): Provider {
  const { protocol, hostname, search, hash } = new URL(one.issuer);
  const isLocal = isLoopback(hostname) && isLoopback(new URL(publicUrl).hostname);
  if (protocol !== 'https:' && !isLocal)
    throw new WrongVariable(variable, `${one.id}: the issuer must begin with https (http works on this machine only)`);
  if (search || hash) throw new WrongVariable(variable, `${one.id}: the issuer must have no '?' and no '#'`);
  const clientAuth = one.clientAuth ?? (one.clientSecret === undefined ? 'none' : 'client_secret_basic');
  if ((clientAuth === 'none') !== (one.clientSecret === undefined))
    throw new WrongVariable(variable, `${one.id}: clientSecret and clientAuth ${clientAuth} do not go together`);
  const hosts = [...new Set([hostname, ...(KNOWN_HOSTS[hostname] ?? []), ...one.hosts])];
  return { ...one, clientSecret: one.clientSecret, clientAuth, hosts };
}

/** Tells whether a host is this machine. */
export function isLoopback(hostname: string): boolean {
  const plain = hostname.replace(/^\[|\]$/g, '');
  if (isIP(plain) === 4) return plain.startsWith('127.');
  return plain === '::1' || plain === 'localhost' || plain.endsWith('.localhost');
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** Returns the name of a provider by its issuer; one that is configured no more has its host's. */
export const nameOfIssuer = (providers: readonly Provider[], issuer: string): string =>
  providers.find((one) => one.issuer === issuer)?.name ?? URL.parse(issuer)?.hostname ?? 'your provider';
