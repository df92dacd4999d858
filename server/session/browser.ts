import type { FastifyRequest } from 'fastify';
import { browserIdOf } from './rules.ts';

/** Returns the browser of a request as sessions know it. */
export function browserOf({ headers }: FastifyRequest): string {
  const device = headers['x-device-id'];
  return browserIdOf(typeof device === 'string' ? device : undefined, headers['user-agent']);
}
