import { z } from 'zod';
import { documentId } from '#contract/common.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { apiError, ERROR_STATUS, type ErrorCode } from '#contract/errors.ts';

/** The schemas of an endpoint's refusals by status, for the OpenAPI document: those of every call of its kind, and its own. */
export function refusalSchemas(endpoint: Endpoint): Record<number, z.ZodType> {
  const schemas: Record<number, z.ZodType> = {};
  for (const status of new Set(refusalsOf(endpoint).map((code) => ERROR_STATUS[code]))) {
    const codes = refusalsOf(endpoint).filter((code) => ERROR_STATUS[code] === status);
    schemas[status] = apiError.extend({ errorCode: z.enum(codes) }).describe(codes.join(', '));
  }
  return schemas;
}

function refusalsOf({ access, stepUp, params, query, body, upload, refusals = [] }: Endpoint): ErrorCode[] {
  const namesDocument = params instanceof z.ZodObject && Object.values(params.shape).includes(documentId);
  return [
    ...given(Boolean(params ?? query ?? body), 'VALIDATION_FAILED'),
    ...given(namesDocument, 'INVALID_DOCUMENT_ID', 'NOT_FOUND'),
    ...given(access !== 'public', 'SESSION_EXPIRED'),
    ...given(access === 'session' || access === 'enrolling' || typeof access === 'object', 'SESSION_REPLACED'),
    ...given(stepUp !== undefined, 'STEP_UP_REQUIRED'),
    ...given(typeof access === 'object', 'PERMISSION_DENIED'),
    ...given(Boolean(body ?? upload), 'TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'),
    ...refusals,
    ...given(true, 'TOO_MANY_REQUESTS', 'INTERNAL', 'UNAVAILABLE'),
  ];
}

const given = (applies: boolean, ...codes: ErrorCode[]) => (applies ? codes : []);
