import { textOf } from './base64url.ts';

/** A random id of 128 bits. `crypto.randomUUID` is not there for a page without TLS. */
export const randomId = (): string => textOf(crypto.getRandomValues(new Uint8Array(16)).buffer);
