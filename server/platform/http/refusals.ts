import { z } from 'zod';
import { documentId } from '#contract/platform/common.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { apiError, ERROR_STATUS, type ErrorCode } from '#contract/platform/errors.ts';

/** Returns the schemas of an endpoint's refusals by status, for the OpenAPI document: those of every call of its kind, and its own. */
export function refusalSchemas(endpoint: Endpoint): Record<number, z.ZodType> {
  const schemas: Record<number, z.ZodType> = {};
  for (const status of new Set(refusalsOf(endpoint).map((code) => ERROR_STATUS[code]))) {
    const codes = refusalsOf(endpoint).filter((code) => ERROR_STATUS[code] === status);
    schemas[status] = apiError.extend({ errorCode: z.enum(codes) }).describe(codes.join(', '));
  }
  return schemas;
}

/** Returns every code that an answer of an endpoint may carry: those of each call of its kind, and its own. */
export function refusalsOf(endpoint: Endpoint): ErrorCode[] {
  const { method, access, stepUp, params, query, body, response, upload, refusals = [] } = endpoint;
  const namesDocument = [params, query, body].some((part) => part && holdsDocumentId(part));
  const namesDay = [query, body].some((part) => part instanceof z.ZodObject && 'referenceDate' in part.shape);
  const isUsers = access === 'session' || access === 'enrolling' || typeof access === 'object';
  const takesIdempotencyKey = isUsers && method !== 'GET' && response !== 'file' && !upload;
  const codes: ErrorCode[] = [
    ...given(Boolean(params ?? query ?? body) || takesIdempotencyKey, 'VALIDATION_FAILED'),
    ...given(namesDocument, 'INVALID_DOCUMENT_ID', 'NOT_FOUND'),
    ...given(access !== 'public', 'SESSION_EXPIRED'),
    ...given(isUsers, 'SESSION_REPLACED'),
    // For the ticket of a log-in whose second factor is being set up.
    ...given(access === 'enrolling', 'EXPIRED'),
    ...given(stepUp !== undefined, 'STEP_UP_REQUIRED'),
    ...given(typeof access === 'object', 'PERMISSION_DENIED'),
    ...given(typeof access === 'object' && access.role !== 'admin' && !endpoint.scope, 'OUT_OF_SCOPE'),
    ...given(namesDay, 'DATE_OUT_OF_RANGE'),
    // Also for what the present state forbids, and for an idempotency key that was used for another request.
    ...given(takesIdempotencyKey, 'CONFLICT'),
    ...given(Boolean(body ?? upload), 'TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'),
    ...refusals,
    ...given(true, 'TOO_MANY_REQUESTS', 'INTERNAL', 'UNAVAILABLE'),
  ];
  return [...new Set(codes)];
}

/** Tells whether a schema contains a document id anywhere. */
function holdsDocumentId(schema: z.core.$ZodType): boolean {
  if (schema === documentId) return true;
  if (schema instanceof z.ZodObject) return Object.values(schema.shape).some(holdsDocumentId);
  if (schema instanceof z.ZodArray) return holdsDocumentId(schema.element);
  if (schema instanceof z.ZodUnion) return schema.options.some(holdsDocumentId);
  if (schema instanceof z.ZodPipe) return holdsDocumentId(schema.in) || holdsDocumentId(schema.out);
  const isWrapper =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodExactOptional;
  return isWrapper && holdsDocumentId(schema.unwrap());
}

const given = (applies: boolean, ...codes: ErrorCode[]) => (applies ? codes : []);
