import type { WorkboxPlugin } from 'workbox-core/types.js';

/** Returns true for a 200 that is no HTML in place of a script, style or image: a server or proxy may answer its start page for a missing file. */
export function isWhatItClaims(request: Request, response: Response): boolean {
  const isHtml = response.headers.get('content-type')?.includes('text/html') ?? false;
  return response.status === 200 && isHtml === new URL(request.url).pathname.endsWith('.html');
}

/** Refuses what must not become part of the shell. The install then fails whole and the old shell stays. */
export const onlyWhatItClaims: WorkboxPlugin = {
  cacheWillUpdate: async ({ request, response }) => (isWhatItClaims(request, response) ? response : null),
};

/** Navigations that the worker leaves to the server: the API, terminals, files that are not of the shell, and the way out of a broken shell. */
export const NOT_THE_SHELL = [
  /^\/v2\//,
  /^\/iclock\b/,
  // The Recorder, an application of its own with a worker of its own.
  /^\/rc(\/|$)/,
  /^\/(assets|icons|screenshots)\//,
  /^\/(healthz|readyz|metrics|config\.json|sw\.js)\b/,
  /[?&]shell=network\b/,
];
