import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Access, Endpoint, ParsedRequestOf, ResponseOf } from '#contract/platform/endpoint.ts';
import type { ErrorCode } from '#contract/platform/errors.ts';
import type { Db } from '../db/db.ts';
import type { Semaphore } from '../semaphore.ts';
import { type Admission, admit, holdCaller, requireProof } from './admission.ts';
import type { ByteBudget } from './byteBudget.ts';
import type { Caller, DeviceCaller, PayrollCaller, TicketCaller, UserCaller, UserRights } from './callers.ts';
import { answerOnce, type IdempotencyStore, NOT_NOTED, type Noting } from './idempotency.ts';
import { refusalSchemas, refusalsOf } from './refusals.ts';
import { inTurn } from './turn.ts';
import { isUnchanged, versionTag } from './versionTag.ts';

export type CallerOf<A extends Access> = A extends 'public'
  ? null
  : A extends 'device'
    ? DeviceCaller
    : A extends 'payroll'
      ? PayrollCaller
      : A extends 'ticket'
        ? TicketCaller
        : A extends 'enrolling'
          ? UserCaller | TicketCaller
          : UserCaller;

/** Binds a user's call to the transaction that carries it out. */
export type Binding = {
  /**
   * Returns the caller's present rights, which stay unchanged until the transaction ends; throws when they may no longer make the call. Every entry
   * of the trail asks it.
   */
  hold(tx: Db): Promise<UserRights>;
  /** Stores the answer of a call with an idempotency key together with its effect, and returns it. */
  answered<T>(tx: Db, answer: T): Promise<T>;
};

/** The input of a handler: the parsed request, its caller, and the time at which the request counts as made. */
export type Call<E extends Endpoint> = Binding &
  ParsedRequestOf<E> & {
    caller: CallerOf<E['access']>;
    now: Date;
    /** The client's address, as far as TRUST_PROXY reveals it. */
    address: string;
    request: FastifyRequest;
    reply: FastifyReply;
  };
type Answer<E extends Endpoint> = E['response'] extends z.ZodType
  ? z.input<E['response']> | Promise<z.input<E['response']>>
  : // A file: the handler sends it through `reply`.
    unknown;

export type RequestGate = Admission & { idempotency: IdempotencyStore; largeBodies: ByteBudget; readers: Semaphore };
declare module 'fastify' {
  interface FastifyInstance {
    gate: RequestGate;
  }
  interface FastifyContextConfig {
    /** The body is a file or an archive, which may take longer to arrive. */
    upload?: Endpoint['upload'];
    /** Codes that an answer of the endpoint may carry. */
    refusals?: readonly ErrorCode[];
  }
  interface FastifyRequest {
    caller: Caller | null;
    receivedAt: Date;
  }
}

/** An answer that is JSON already: checked by the contract and serialised once for everybody who gets it (`reply.serialize`). */
export class SerializedJson<T> {
  declare readonly of?: T;
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Registers a contract endpoint: access, validation of the input, the handler, validation of the output; versioned answers may be a 304. */
export function route<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: Call<E>) => Answer<E> | Promise<SerializedJson<ResponseOf<E>>>,
) {
  const { method, path, params, query, body, response, upload, versioned, isCostly, summary, access } = endpoint;
  const readOnly = readOnlyKeys(endpoint);
  const schema = {
    summary,
    tags: [path.split('/')[1] ?? ''],
    ...(access !== 'public' && { security: [{ token: [] }] }),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(upload && { consumes: ['multipart/form-data'] }),
    response: { ...(response !== 'file' && { 200: response }), ...refusalSchemas(endpoint) },
  };
  app.route({
    method,
    url: path,
    schema,
    config: { ...(upload && { upload }), refusals: refusalsOf(endpoint) },
    onRequest: async (request, reply) => {
      request.caller = await admit(app.gate, request, endpoint);
      // So that a page that is open notices that its user's people or rights have changed (docs/reference/scope.md#what-is-cached).
      if (request.caller?.kind === 'user' && request.caller.role === 'employer')
        reply.header('x-scope', request.caller.scope?.key ?? 'everybody').header('x-rights', request.caller.rights);
      if (versioned && request.caller?.kind === 'user') {
        const tag = versionTag(request.caller, request.url, request.receivedAt);
        reply.header('etag', tag);
        if (isUnchanged(request.headers['if-none-match'], tag)) return reply.code(304).send();
      }
    },
    preValidation: async ({ body: given }) => {
      if (typeof given === 'object' && given !== null) for (const key of readOnly) Reflect.deleteProperty(given, key);
    },
    preHandler: async (request) => {
      if (method !== 'GET') request.caller = await admit(app.gate, request, endpoint, true);
      requireProof(endpoint, request.caller, request.body, request.receivedAt);
    },
    handler: async (request, reply) => {
      const { params, query, body, caller, receivedAt: now, ip: address } = request;
      const answer = async ({ done, answered }: Noting = NOT_NOTED) => {
        const hold = async (tx: Db) => {
          if (caller?.kind !== 'user') throw new Error('Only a user’s call is held');
          const rights = await holdCaller(app.gate, tx, caller, access);
          await done(tx);
          return rights;
        };
        const asked = { params, query, body, caller, now, address };
        // The validators of `schema` have just made sure of this type, which Fastify cannot know.
        return handle({ ...asked, hold, answered, request, reply } as unknown as Call<E>);
      };
      if (isCostly && caller?.kind === 'user')
        return send(reply, await inTurn(app.gate.readers, reply, caller.accountId, () => answer()));
      const key = request.headers['idempotency-key'];
      if (method === 'GET' || typeof key !== 'string' || response === 'file' || upload || caller?.kind !== 'user')
        return send(reply, await answer());
      return answerOnce(app.gate.idempotency, { caller, key, method, url: request.url, body, now }, answer);
    },
  });
}

/** Returns the keys of the entity that a PUT does not change. */
function readOnlyKeys({ method, body, response, entity }: Endpoint): string[] {
  const changed = entity ?? response;
  if (method !== 'PUT' || !(body instanceof z.ZodObject) || !(changed instanceof z.ZodObject)) return [];
  return Object.keys(changed.shape).filter((key) => !(key in body.shape));
}

const send = (reply: FastifyReply, answer: unknown) =>
  answer instanceof SerializedJson ? reply.type('application/json; charset=utf-8').send(answer.text) : answer;
