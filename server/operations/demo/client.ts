import { z } from 'zod';
import { createSyncKey, updateAccountSettings } from '#contract/access/accountSettings.ts';
import { createAccount } from '#contract/access/accounts.ts';
import { changePassword, logIn } from '#contract/access/session.ts';
import { createUser } from '#contract/access/users.ts';
import { listAccountDevices } from '#contract/intake/devices.ts';
import { createAdmsDevice, createUnmanagedDevice, updateDevice } from '#contract/intake/enrolment.ts';
import { syncPayroll } from '#contract/intake/payroll.ts';
import { activateDevice, syncDevice } from '#contract/intake/sync.ts';
import { decideQuarantine } from '#contract/intake/terminals.ts';
import { createContainerKind } from '#contract/masterData/containers.ts';
import { createDefect } from '#contract/masterData/defects.ts';
import { listAccountEmployees } from '#contract/masterData/employees.ts';
import { createPayRule, setCurrency } from '#contract/masterData/payRules.ts';
import { createTeam } from '#contract/masterData/teams.ts';
import { lockPeriod } from '#contract/office/periodLocks.ts';
import type { Endpoint, RequestOf, ResponseOf } from '#contract/platform/endpoint.ts';
import { createAlert } from '#contract/reports/alerts.ts';
import { pause } from './pause.ts';

/** The calls that the demo makes, as any other client would. */
export const CALLS = {
  activateDevice,
  changePassword,
  createAccount,
  createAdmsDevice,
  createAlert,
  createContainerKind,
  createDefect,
  createSyncKey,
  createPayRule,
  createTeam,
  createUnmanagedDevice,
  createUser,
  decideQuarantine,
  listAccountDevices,
  listAccountEmployees,
  lockPeriod,
  logIn,
  setCurrency,
  syncDevice,
  syncPayroll,
  updateAccountSettings,
  updateDevice,
};

export type Call = <E extends Endpoint>(endpoint: E, request: RequestOf<E>, token?: string) => Promise<ResponseOf<E>>;

/** An answer that has come whole. */
type Answer = { status: number; text: string };
/** Sends a request and returns its answer; rejects where none comes. */
export type Send = (url: string, init: RequestInit) => Promise<Answer>;

const sendOnce = async (url: string, init: RequestInit) => {
  const reply = await fetch(url, init);
  return { status: reply.status, text: await reply.text(), retryAfter: Number(reply.headers.get('retry-after')) };
};

/** The wait before a request is sent again, in seconds, where the server does not say. */
const AGAIN_S = 4;

/**
 * Returns a function that sends as a device does: what is not answered, or with 503, is sent again after a while, until it is answered or `signal` is
 * aborted.
 */
export const untilAnswered =
  (signal: AbortSignal, say: (text: string) => void): Send =>
  async (url, init) => {
    for (;;) {
      const answer = await sendOnce(url, init).catch(() => undefined);
      if (answer && answer.status !== 503) return answer;
      signal.throwIfAborted();
      say(`Demo: ${answer ? 'the server is busy' : 'the line is down'}; trying again`);
      await pause(1_000 * (answer?.retryAfter || AGAIN_S), signal);
      signal.throwIfAborted();
    }
  };

/** Returns a function that calls contract endpoints of the server at `origin` over HTTP; a refusal becomes an error with its message. */
export const createCall =
  (origin: string, send: Send = sendOnce): Call =>
  async <E extends Endpoint>(endpoint: E, request: RequestOf<E>, token?: string) => {
    // RequestOf depends on E, which TypeScript cannot resolve here, so the request is parsed instead.
    const { params, query, body } = z
      .object({
        params: z.record(z.string(), z.string()).optional(),
        query: z.record(z.string(), z.string()).optional(),
        body: z.unknown(),
      })
      .parse({ body: undefined, ...(request as object) });
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
    const asked = query ? `?${new URLSearchParams(query)}` : '';
    const { status, text } = await send(`${origin}/v2${path}${asked}`, {
      method: endpoint.method,
      headers: {
        'x-device-id': 'demo-set-up',
        ...(token && { authorization: token }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (status < 200 || status > 299) throw new Error(`${endpoint.method} ${path}: ${status} ${text}`);
    if (endpoint.response === 'file') throw new Error('The demo downloads nothing');
    // Parsed by the contract's own schema, whose output this type is.
    return endpoint.response.parse(JSON.parse(text)) as ResponseOf<E>;
  };
