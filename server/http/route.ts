import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Access, Endpoint, ParsedRequestOf, ResponseOf } from '#contract/endpoint.ts';
import type { Clock } from '../clock.ts';
import { type Authenticate, bearerToken, type DeviceCaller, type PayrollCaller, type UserCaller } from './callers.ts';
import { permissionDenied, Refusal } from './errors.ts';
import { answerOnce, type IdempotencyStore } from './idempotency.ts';
import { networkOf } from './network.ts';
import type { RateLimiter } from './rateLimit.ts';
import { isUnchanged, versionTag } from './versionTag.ts';

type Caller = UserCaller | DeviceCaller | PayrollCaller;
export type CallerOf<A extends Access> = A extends 'public'
  ? null
  : A extends 'device'
    ? DeviceCaller
    : A extends 'payroll'
      ? PayrollCaller
      : UserCaller;

/** What a handler gets: the parsed request, who asks, and the instant the request counts as. */
export type Call<E extends Endpoint> = ParsedRequestOf<E> & {
  caller: CallerOf<E['access']>;
  /** The same caller, by the name that most handlers want. */
  session: CallerOf<E['access']>;
  now: Date;
  /** Of the client, as far as TRUST_PROXY lets it be known. */
  address: string;
  request: FastifyRequest;
  reply: FastifyReply;
};
type Answer<E extends Endpoint> = E['response'] extends z.ZodType
  ? z.input<E['response']> | Promise<z.input<E['response']>>
  : // A file: the handler sends it through `reply`.
    unknown;

export type Door = {
  authenticate: Authenticate;
  clock: Clock;
  idempotency: IdempotencyStore;
  rateLimiter: RateLimiter;
};
declare module 'fastify' {
  interface FastifyInstance {
    door: Door;
  }
  interface FastifyRequest {
    caller: Caller | null;
    receivedAt: Date;
  }
}

/** An answer that is JSON already: checked by the contract and written once for everybody who gets it (`reply.serialize`). */
export class Written<T> {
  declare readonly of?: T;
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Registers a contract endpoint: who may, validation in, the handler, validation out; 304 for what is versioned. */
export function route<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: Call<E>) => Answer<E> | Promise<Written<ResponseOf<E>>>,
) {
  const { method, path, params, query, body, response, upload, versioned, summary, access } = endpoint;
  const schema = {
    summary,
    tags: [path.split('/')[1] ?? ''],
    ...(access !== 'public' && { security: [{ token: [] }] }),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(upload && { consumes: ['multipart/form-data'] }),
    ...(response !== 'file' && { response: { 200: response } }),
  };
  app.route({
    method,
    url: path,
    schema,
    onRequest: async (request, reply) => {
      request.caller = await admit(app.door, request, access);
      if (versioned && request.caller?.kind === 'user') {
        const tag = versionTag(request.caller, request.url, request.receivedAt);
        reply.header('etag', tag);
        if (isUnchanged(request.headers['if-none-match'], tag)) return reply.code(304).send();
      }
    },
    handler: async (request, reply) => {
      const { params, query, body, caller, receivedAt: now, ip: address } = request;
      // The validators of `schema` have just made these what the contract says; Fastify cannot know that type.
      const call = { params, query, body, caller, session: caller, now, address, request, reply } as unknown as Call<E>;
      const answer = () => Promise.resolve(handle(call));
      const key = request.headers['idempotency-key'];
      if (method === 'GET' || typeof key !== 'string' || response === 'file' || upload || caller?.kind !== 'user')
        return send(reply, await answer());
      return answerOnce(app.door.idempotency, { caller, key, method, url: request.url, body, now }, answer);
    },
  });
}

const send = (reply: FastifyReply, answer: unknown) =>
  answer instanceof Written ? reply.type('application/json; charset=utf-8').send(answer.text) : answer;

/** Who the caller is and whether they may (spec/security.md 2.2 and 2.3). A missing permission is a 401, as the product asks. */
async function admit(door: Door, request: FastifyRequest, access: Access): Promise<Caller | null> {
  const now = door.clock.now();
  request.receivedAt = now;
  if (access === 'public') {
    door.rateLimiter.take('public', networkOf(request.ip).host, now);
    return null;
  }
  const token = bearerToken(request.headers.authorization);
  if (!token) throw new Refusal('SESSION_EXPIRED', 'You are not logged in with an active session.');
  if (access === 'device') {
    const device = await door.authenticate.device(token, now);
    door.rateLimiter.take('device', device.deviceId, now);
    return device;
  }
  if (access === 'payroll') {
    const system = await door.authenticate.payroll(token, now, request.ip);
    door.rateLimiter.take('payroll', system.syncKeyId, now);
    return system;
  }
  const user = await door.authenticate.user(token, now);
  door.rateLimiter.take('session', user.sessionId, now);
  if (access !== 'session') allow(user, access);
  return user;
}

function allow(user: UserCaller, { role, anyOf }: Exclude<Access, string>) {
  const needsRole = role === 'any' ? user.role !== 'device' : user.role === role;
  const needsModule = user.role !== 'employer' || user.modules.includes('Dashboard');
  if (!needsRole || !needsModule || !anyOf.some((name) => user.permissions.includes(name))) throw permissionDenied();
}
