import { randomId } from '../lib/randomId.ts';
import { deviceStorage } from '../lib/storage.ts';

const KEY = 'tb.device';

/** Returns the random id that identifies this browser to the server: made once, kept across log-ins; '' where nothing can be stored. */
export function deviceId(): string {
  const stored = deviceStorage.get(KEY);
  if (stored) return stored;
  const made = randomId();
  return deviceStorage.set(KEY, made) ? made : '';
}

/** Returns the headers of every request. */
export const requestHeaders = (token: string | undefined) => ({
  'content-type': 'application/json',
  'x-device-id': deviceId(),
  ...(token && { authorization: token }),
});
