import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { decodeJwt, exportJWK, generateKeyPair, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';

/** A person at the provider; `amr` and `acr`: how they log in there. */
export type ProviderPerson = { claims?: Record<string, unknown>; amr?: string[]; acr?: string };
type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

type Options = {
  clientId?: string;
  /** Absent: a public client. */
  clientSecret?: string;
  clientAuth?: 'client_secret_basic' | 'client_secret_post' | 'none';
  algorithm?: 'ES256' | 'RS256';
  /** Below which our server has its addresses, and the provider's id there. */
  publicUrl?: string;
  id?: string;
  /** The address at which the provider tells log-outs. */
  backChannel?: string;
  /** False: email and names are in the user info only. */
  claimsInToken?: boolean;
};

/** A certified OpenID provider on loopback (oidc-provider), whose answers a test can replace or spoil. */
export type TestProvider = Awaited<ReturnType<typeof startProvider>>;

export async function startProvider(options: Options = {}) {
  const { clientId = 'tallyboard', algorithm = 'ES256', publicUrl = 'http://localhost:8080', id = 'sso' } = options;
  const { clientSecret, backChannel, claimsInToken = false } = options;
  const clientAuth = options.clientAuth ?? (clientSecret ? 'client_secret_basic' : 'none');
  const people = new Map<string, ProviderPerson>();
  const newKey = async (kid: string) => {
    const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
    return { kid, privateKey, jwk: { ...(await exportJWK(privateKey)), kid, use: 'sig', alg: algorithm } };
  };
  const key = await newKey('first');
  /** Answers in place of the provider, by path; `asked` has all paths that were asked for. */
  const answers = new Map<string, Answer>();
  const asked: string[] = [];
  let spoil: ((idToken: string) => string | Promise<string>) | undefined;

  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        ...(clientSecret !== undefined && { client_secret: clientSecret }),
        token_endpoint_auth_method: clientAuth,
        id_token_signed_response_alg: algorithm,
        redirect_uris: [`${publicUrl}/v2/session/single-sign-on/${id}/callback`],
        post_logout_redirect_uris: [`${publicUrl}/login`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        ...(backChannel && { backchannel_logout_uri: backChannel, backchannel_logout_session_required: true }),
      },
    ],
    jwks: { keys: [key.jwk] },
    cookies: { keys: ['for tests only'] },
    claims: {
      openid: ['sub', 'amr', 'acr'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username', 'given_name', 'family_name', 'groups', 'realm_access'],
    },
    conformIdTokenClaims: !claimsInToken,
    acrValues: ['gold'],
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true },
      ...(backChannel && { backchannelLogout: { enabled: true } }),
    },
    // It would not call loopback.
    fetch: (url, options) => {
      const { dispatcher: _dispatcher, ...rest } = options as RequestInit & { dispatcher?: unknown };
      return fetch(url, rest);
    },
    pkce: { required: () => true },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: () => ({ sub, ...people.get(sub)?.claims }),
    }),
    async loadExistingGrant(ctx) {
      const { client, session } = ctx.oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new ctx.oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const ofProvider = provider.callback();

  /** The provider's own page, on which a person types who they are; nobody has a password here. */
  const interaction = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'GET') {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      return void response.end(
        `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Provider</title><h1>Provider ${id}</h1><form method="post"><label>Name <input name="login"></label><button>Go on</button> <button name="cancel" value="1">Cancel</button></form></html>`,
      );
    }
    const form = new URLSearchParams(await text(request));
    const sub = form.get('login') ?? '';
    const { amr, acr } = people.get(sub) ?? {};
    const result = form.get('cancel')
      ? { error: 'access_denied' }
      : { login: { accountId: sub, ...(amr && { amr }), ...(acr && { acr }) } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  };

  /** Replaces the ID token in an answer of the token endpoint. */
  const spoiling = (response: ServerResponse) => {
    const end = response.end.bind(response);
    const spoilt = async (body: string) => {
      const json = JSON.parse(body);
      if (!spoil || !json.id_token) return body;
      return JSON.stringify({ ...json, id_token: await spoil(json.id_token) });
    };
    response.end = ((body: Buffer | string) => {
      void spoilt(String(body)).then((sent) => {
        response.setHeader('content-length', Buffer.byteLength(sent));
        end(sent);
      });
      return response;
    }) as typeof response.end;
  };

  server.on('request', (request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    asked.push(path);
    const own = answers.get(path);
    if (own) return void own(request, response);
    if (path.startsWith('/interaction/')) return void interaction(request, response);
    if (path === '/token' && spoil) spoiling(response);
    return void ofProvider(request, response);
  });

  const sign = (claims: JWTPayload, header: Partial<JWTHeaderParameters> = {}, by = key) =>
    new SignJWT(claims).setProtectedHeader({ alg: algorithm, kid: by.kid, ...header }).sign(by.privateKey);

  return {
    issuer,
    id,
    clientId,
    people,
    answers,
    asked,
    newKey,
    sign,
    /** The configuration of our server for it. */
    settings: {
      ...{ id, name: `Provider ${id}`, issuer, clientId },
      ...(clientSecret !== undefined && { clientSecret, clientAuth }),
    },
    /** Signs the next ID tokens anew with some claims replaced, with the provider's key. */
    change(claims: (before: JWTPayload) => JWTPayload, header?: Partial<JWTHeaderParameters>) {
      spoil = (idToken) => sign(claims(decodeJwt(idToken)), header);
    },
    spoilWith(make: (idToken: string) => string | Promise<string>) {
      spoil = make;
    },
    /** Everything as the provider does it, for people who are none of the tests before. */
    reset() {
      spoil = undefined;
      answers.clear();
      asked.length = 0;
      people.clear();
    },
    close: () => new Promise((resolve) => server.closeAllConnections() ?? server.close(resolve)),
  };
}

/** A browser without pages: it follows a provider's redirects with its cookies until they lead to another host. */
export function createVisitor() {
  const cookies = new Map<string, string>();
  const ask = async (url: string, init: RequestInit = {}) => {
    const { host } = new URL(url);
    const cookie = [...cookies]
      .filter(([name]) => name.startsWith(`${host} `))
      .map(([name, value]) => `${name.split(' ')[1]}=${value}`);
    const answer = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, cookie: cookie.join('; ') },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) cookies.set(`${host} ${name}`, value);
      else cookies.delete(`${host} ${name}`);
    }
    return answer;
  };
  const follow = async (start: string, form: Record<string, string>): Promise<string> => {
    const { host } = new URL(start);
    let url = start;
    for (let step = 0; step < 10; step++) {
      if (new URL(url).host !== host) return url;
      const answer = await ask(url);
      const next = answer.headers.get('location');
      if (next) {
        url = new URL(next, url).href;
        continue;
      }
      if (!url.includes('/interaction/')) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
      const posted = await ask(url, { method: 'POST', body: new URLSearchParams(form) });
      url = new URL(posted.headers.get('location') ?? '', url).href;
    }
    throw new Error(`no end of redirects at ${url}`);
  };
  return {
    ask,
    /** Logs in as a person; returns the address to which the provider sends the browser. */
    logIn: (url: string, login: string) => follow(url, { login }),
    cancel: (url: string) => follow(url, { cancel: '1' }),
  };
}
