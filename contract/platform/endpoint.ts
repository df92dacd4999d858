import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './permissions.ts';

/**
 * The callers of an endpoint. `public`: anyone. `session`: any user who is logged in. `device`: a V2 device's token.
 * `payroll`: an account's sync key. `ticket`: a log-in that still lacks its second factor. `enrolling`: a session, or the ticket of a log-in that
 * must set up a second factor first. `admin` and `employer`: a session of that role that has at least one of `anyOf`; `employer` also needs the
 * Dashboard module and only ever sees its own account.
 */
export type Access =
  | 'public'
  | 'session'
  | 'device'
  | 'payroll'
  | 'ticket'
  | 'enrolling'
  | { role: 'admin' | 'employer' | 'any'; anyOf: readonly Permission[] };

export const admin = (...anyOf: Permission[]) => ({ role: 'admin', anyOf }) as const satisfies Access;
export const employer = (...anyOf: Permission[]) => ({ role: 'employer', anyOf }) as const satisfies Access;
export const anyRole = (...anyOf: Permission[]) => ({ role: 'any', anyOf }) as const satisfies Access;

/** One HTTP endpoint under `/v2`, described once: the server registers it, the client calls it, the tests fake it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/v2`, parameters as `:name`. */
  path: `/${string}`;
  access: Access;
  /** One sentence for the API page. */
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /**
   * The entity that a PUT changes, as GET answers it; the response by default. Its keys that are not of the body are read-only: they may be sent back,
   * and are ignored.
   */
  entity?: z.ZodObject | undefined;
  /** A JSON answer, `file` for a download whose name is in content-disposition, or `upload` for an answer that the route writes itself. */
  response: z.ZodType | 'file';
  /** Refusals of this call besides those that every call of its kind may answer (`server/platform/http/refusals.ts`), for the API page. */
  refusals?: readonly ErrorCode[];
  /**
   * The call needs a proof of identity that is at most ten minutes old, else 403 STEP_UP_REQUIRED: from users with a factor, from everybody, or from
   * users with a factor if the body has one of these fields, with one of these values.
   */
  stepUp?: 'factor' | 'everybody' | readonly { ifGiven: string; among?: readonly (string | boolean)[] }[];
  /**
   * The body is a multipart upload that the route reads as a stream: a `file` of a few megabytes must arrive within a minute, an `archive` within two
   * hours.
   */
  upload?: 'file' | 'archive';
  /**
   * May be called by users with a scope (docs/reference/scope.md). `people`: the answer, and what is written, is limited to their people; `none`: it has nobody in
   * it. Calls without it are refused for them with 403 OUT_OF_SCOPE.
   */
  scope?: 'people' | 'none';
  /** Answers carry an ETag of the data version; an unchanged one is a 304. */
  versioned?: true;
  /** Answers are read from many days or people: an account has only so many at a time, so that others do not wait for them. */
  isCostly?: true;
};

export const endpoint = <const E extends Endpoint>(description: E) => description;

type Own = Omit<Endpoint, 'method' | 'path' | 'access' | 'params'>;
type Shared<A, P> = { path: `/${string}`; access: A; params: P; refusals: readonly ErrorCode[] };
/** The list, addition, change and deletion of one kind of record; `params` names the one that is changed or deleted. */
export function recordEndpoints<
  A extends Access,
  P extends z.ZodObject,
  const L extends Own,
  const C extends Own,
  const U extends Own,
  const R extends Own,
>({ path, access, params, refusals }: Shared<A, P>, own: { list: L; create: C; update: U; remove: R }) {
  const one = { path: `${path}/:${Object.keys(params.shape).join('/:')}`, access, params, refusals } as const;
  return {
    list: { method: 'GET', path, access, ...own.list },
    create: { method: 'POST', path, access, refusals, ...own.create },
    update: { method: 'PUT', ...one, entity: listedOf(own.list), ...own.update },
    remove: { method: 'DELETE', ...one, ...own.remove },
  } as const;
}

/** Returns the record of a list's answer. */
function listedOf({ response }: Own): z.ZodObject | undefined {
  const lists = response instanceof z.ZodObject ? Object.values(response.shape) : [];
  const listed = lists.find((field) => field instanceof z.ZodArray)?.element;
  return listed instanceof z.ZodObject ? listed : undefined;
}

type Part = 'params' | 'query' | 'body';
export type RequestOf<E extends Endpoint> = {
  [P in Part & keyof E]: E[P] extends z.ZodType ? z.input<E[P]> : never;
};
export type ParsedRequestOf<E extends Endpoint> = {
  [P in Part & keyof E]: E[P] extends z.ZodType ? z.output<E[P]> : never;
};
export type ResponseOf<E extends Endpoint> = E['response'] extends z.ZodType ? z.output<E['response']> : never;
