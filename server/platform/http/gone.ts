import type { ServerResponse } from 'node:http';

/** Returns a signal that is aborted when nobody waits for the answer any more: the connection is closed, or the answer was sent. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return gone.signal;
}
