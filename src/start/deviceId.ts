import { randomId } from '../lib/randomId.ts';
import { deviceStorage } from '../lib/storage.ts';

const KEY = 'tb.device';

/** The random id that names this browser to the server (S-16): made once, kept across log-ins; '' where nothing can be stored. */
export function deviceId(): string {
  const stored = deviceStorage.get(KEY);
  if (stored) return stored;
  const made = randomId();
  return deviceStorage.set(KEY, made) ? made : '';
}

/** The headers that every request carries. */
export const requestHeaders = (token: string | undefined) => ({
  'content-type': 'application/json',
  'x-device-id': deviceId(),
  ...(token && { authorization: token }),
});
