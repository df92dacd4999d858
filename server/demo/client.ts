import { z } from 'zod';
import { createSyncKey, updateAccountSettings } from '#contract/accountSettings.ts';
import { createAccount } from '#contract/accounts.ts';
import { createAlert } from '#contract/alerts.ts';
import { listAccountDevices } from '#contract/devices.ts';
import { listAccountEmployees } from '#contract/employees.ts';
import type { Endpoint, RequestOf, ResponseOf } from '#contract/endpoint.ts';
import { createAdmsDevice, createUnmanagedDevice, updateDevice } from '#contract/enrolment.ts';
import { syncPayroll } from '#contract/payroll.ts';
import { lockPeriod } from '#contract/periodLocks.ts';
import { activateDevice, syncDevice } from '#contract/rc.ts';
import { changePassword, logIn } from '#contract/session.ts';
import { decideQuarantine } from '#contract/terminals.ts';
import { createUser } from '#contract/users.ts';

/** The calls that the demo makes, as any other client would. */
export const CALLS = {
  activateDevice,
  changePassword,
  createAccount,
  createAdmsDevice,
  createAlert,
  createSyncKey,
  createUnmanagedDevice,
  createUser,
  decideQuarantine,
  listAccountDevices,
  listAccountEmployees,
  lockPeriod,
  logIn,
  syncDevice,
  syncPayroll,
  updateAccountSettings,
  updateDevice,
};

export type Call = <E extends Endpoint>(endpoint: E, request: RequestOf<E>, token?: string) => Promise<ResponseOf<E>>;

/** Returns a function that calls contract endpoints of the server at `origin` over HTTP; a refusal becomes an error with its message. */
export const createCall =
  (origin: string): Call =>
  async <E extends Endpoint>(endpoint: E, request: RequestOf<E>, token?: string) => {
    // RequestOf depends on E, which TypeScript cannot resolve here, so the request is parsed instead.
    const { params, body } = z
      .object({ params: z.record(z.string(), z.string()).optional(), body: z.unknown() })
      .parse({ body: undefined, ...(request as object) });
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
    const reply = await fetch(`${origin}/v2${path}`, {
      method: endpoint.method,
      headers: {
        'x-device-id': 'demo-set-up',
        ...(token && { authorization: token }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await reply.json();
    if (!reply.ok) throw new Error(`${endpoint.method} ${path}: ${reply.status} ${JSON.stringify(answer)}`);
    if (endpoint.response === 'file') throw new Error('The demo downloads nothing');
    // Parsed by the contract's own schema, whose output this type is.
    return endpoint.response.parse(answer) as ResponseOf<E>;
  };
