/**
 * The messages from a page to the service worker. Frozen: a page of any later release talks to a worker of any earlier one.
 * SKIP_WAITING makes a waiting worker take over; GET_VERSION answers `{ revision }` on the port that comes with it; SHOWN_LANGUAGE comes with the
 * `language` that a page shows, whose words the worker stores for offline.
 */
export const SKIP_WAITING = 'SKIP_WAITING';
export const GET_VERSION = 'GET_VERSION';
export const SHOWN_LANGUAGE = 'SHOWN_LANGUAGE';
/** A request with this query is not answered by the worker: the shell then comes from the server. */
export const NETWORK_SHELL = 'shell=network';
