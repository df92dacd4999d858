import type { FastifyRequest } from 'fastify';
import { browserIdOf } from './rules.ts';

/** Returns the id of a request's browser, as stored with sessions. */
export function browserOf({ headers }: FastifyRequest): string {
  const device = headers['x-device-id'];
  return browserIdOf(typeof device === 'string' ? device : undefined, headers['user-agent']);
}
