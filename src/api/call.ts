import './quietZod.ts';
import { t } from '@lingui/core/macro';
import ky, { isNetworkError } from 'ky';
import type { z } from 'zod';
import type { Endpoint, RequestOf, ResponseOf } from '#contract/platform/endpoint.ts';
import { requestHeaders } from '../start/deviceId.ts';
import { noteCall, takeEarly } from '../start/earlyCalls.ts';
import { noteScope } from '../state/changedScope.ts';
import { reachability } from '../state/reachability.ts';
import { session } from '../state/session.ts';
import { askWhoItIs } from '../state/stepUp.ts';
import { upgradeState } from '../state/upgrade.ts';
import { beginWork, isEditing } from '../state/work.ts';
import { appConfig, hostOf } from './config.ts';
import { ApiError, NETWORK_ERROR, refusal, UNEXPECTED_ERROR } from './errors.ts';
import { noteServerDate } from './serverClock.ts';
import { keepAnswer, knownAnswer } from './versions.ts';

/** A request of any endpoint; `call` has the type of the one that it calls. */
export type Parts = { params?: unknown; query?: unknown; body?: unknown };
/** Empty where the endpoint takes nothing. */
export type CallArguments<E extends Endpoint> = keyof RequestOf<E> extends never
  ? [request?: Record<string, never>, options?: CallOptions]
  : [request: RequestOf<E>, options?: CallOptions];
type CallOptions = {
  signal?: AbortSignal;
  /** A token that is not yet the tab's session: between log-in and session info. */
  token?: string;
};

const http = ky.create({ retry: 0, timeout: false, throwHttpErrors: false, cache: 'no-store' });

/** Returns the address, below `/v2`, of `/account/:accountId` with its values. */
export async function addressOf({ path }: Endpoint, { params, query }: Parts): Promise<string> {
  const values = new Map(Object.entries<unknown>({ ...(params as object) }));
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
  const url = new URL(`/v2${filled}`, hostOf(path, await appConfig()));
  for (const [name, value] of Object.entries<unknown>({ ...(query as object) }))
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
  return url.href;
}

/** Returns the headers of every request, and the generation of the session that sends them. */
export function credentials(token?: string) {
  const current = session.get();
  const used = token ?? current?.token;
  return {
    generation: token === undefined ? current?.id : undefined,
    headers: requestHeaders(used),
  };
}

/** Returns the error of an answer. A 401 other than PERMISSION_DENIED ends the session that sent the request, and no other. */
export function refuse(status: number, text: string, generation: string | undefined): ApiError {
  const error = refusal(status, text);
  if (status === 401 && error.errorCode !== 'PERMISSION_DENIED' && generation) session.expire(generation);
  return error;
}

const networkFailure = (error: unknown) => {
  if (error instanceof DOMException && error.name === 'AbortError') return error;
  if (!isNetworkError(error) && !(error instanceof TypeError)) return error;
  reachability.unanswered();
  return new ApiError(NETWORK_ERROR);
};

/** Refuses to save anything new while an upgrade is announced, except from a form that was being edited. */
export function refuseDuringUpgrade({ method }: Endpoint) {
  const version = upgradeState.get();
  if (version !== null && method !== 'GET' && !isEditing()) throw new ApiError(t`Upgrading to ${version}`);
}

async function send(endpoint: Endpoint, request: Parts, { signal, token }: CallOptions) {
  refuseDuringUpgrade(endpoint);
  // Before anything is awaited, so that the request belongs to the present session.
  const { generation, headers } = credentials(token);
  const url = await addressOf(endpoint, request);
  const body = request.body === undefined ? {} : { body: JSON.stringify(request.body) };
  const known = endpoint.versioned ? knownAnswer(generation, url) : undefined;
  const conditional = known ? { ...headers, 'if-none-match': known.etag } : headers;
  if (endpoint.method === 'GET') noteCall(url);
  const early = endpoint.method === 'GET' && !known ? await takeEarly(url, headers.authorization) : undefined;
  signal?.throwIfAborted();
  const reply =
    early?.reply ??
    (await http(url, { method: endpoint.method, headers: conditional, signal, ...body }).catch((error: unknown) => {
      throw networkFailure(error);
    }));
  reachability.answered();
  noteServerDate(reply.headers.get('date'), early?.at);
  noteScope(generation, reply.headers.get('x-scope'), reply.headers.get('x-rights'));
  const unchanged = reply.status === 304 ? known : undefined;
  if (!reply.ok && !unchanged) throw refuse(reply.status, await reply.text(), generation);
  const keep = (value: unknown) => {
    if (endpoint.versioned) keepAnswer(generation, url, reply.headers.get('etag'), value);
  };
  return { reply, unchanged, keep };
}

/** Sends like `send`; where the server asks for a fresh proof of identity, asks the user for it and sends the call again. */
const sendProved = (...args: Parameters<typeof send>) =>
  send(...args).catch(async (error: unknown) => {
    if (!(error instanceof ApiError) || error.errorCode !== 'STEP_UP_REQUIRED' || !(await askWhoItIs())) throw error;
    return send(...args);
  });

/** Parses an answer's text by the contract; throws ApiError when it is empty or not what was promised. */
export function parseAnswer<E extends Endpoint>(endpoint: E, status: number, text: string): ResponseOf<E> {
  if (text === '') throw new ApiError(t`Expected a response value from the server but none was returned.`, { status });
  try {
    // The response of a file endpoint is no schema: ResponseOf is then `never`, so that the result cannot be used.
    return (endpoint.response as z.ZodType<ResponseOf<E>>).parse(JSON.parse(text));
  } catch (error) {
    console.error(`${endpoint.method} ${endpoint.path} answered what the contract does not promise`, error);
    throw new ApiError(UNEXPECTED_ERROR, { status });
  }
}

/**
 * Calls a contract endpoint and checks the answer against the contract. Throws ApiError (or AbortError when `signal` aborts).
 * Example: `call(getAccount, { params: { accountId } }, { signal })`.
 */
export async function call<const E extends Endpoint>(endpoint: E, ...[request, options]: CallArguments<E>) {
  // While a save is under way, an upgrade does not reload the page.
  const done = endpoint.method === 'GET' ? undefined : beginWork();
  try {
    const { reply, unchanged, keep } = await sendProved(endpoint, request ?? {}, options ?? {});
    if (unchanged) return unchanged.value as ResponseOf<E>;
    // An aborted or broken body counts as a network failure.
    const text = await reply.text().catch((error: unknown) => {
      throw networkFailure(error);
    });
    const answer = parseAnswer(endpoint, reply.status, text);
    keep(answer);
    return answer;
  } finally {
    done?.();
  }
}

/** Calls a `file` endpoint: the file, and its name from content-disposition (else `fallback`). */
export async function callFile<const E extends Endpoint & { response: 'file' }>(
  endpoint: E,
  request: RequestOf<E>,
  { fallback, ...options }: CallOptions & { fallback: string },
): Promise<{ blob: Blob; name: string }> {
  const done = beginWork();
  try {
    const { reply } = await sendProved(endpoint, request, options);
    const blob = await reply.blob().catch((error: unknown) => {
      throw networkFailure(error);
    });
    return { blob, name: fileName(reply.headers.get('content-disposition')) ?? fallback };
  } finally {
    done();
  }
}

/** Reads `filename*=UTF-8''…` before `filename="…"`; never a path. */
export function fileName(disposition: string | null): string | null {
  const encoded = disposition?.match(/filename\*=UTF-8''([^;]+)/i)?.[1];
  const plain = disposition?.match(/filename="?([^";]+)"?/i)?.[1];
  let name = plain;
  try {
    if (encoded) name = decodeURIComponent(encoded);
  } catch {
    // Malformed encoding: the plain name is used.
  }
  return name?.replace(/[\\/]/g, '_').trim() || null;
}
