import type { QueryClient } from '@tanstack/react-query';
import { notify } from '../state/notices.ts';

/** The query client of this page. It is loaded when a user is logged in or about to be, so that the log-in page loads less. */
let made: Promise<QueryClient> | undefined;
let ready: QueryClient | undefined;

/** The client, loaded and made at the first call. */
export function queryClient(): Promise<QueryClient> {
  made ??= import('./queryClient.ts').then(
    ({ createQueryClient }) => {
      ready = createQueryClient(notify);
      return ready;
    },
    (error) => {
      // No connection: loaded again when it is next needed.
      made = undefined;
      throw error;
    },
  );
  return made;
}

/** Returns the client if it has loaded: React then need not wait for a promise that has already resolved. */
export const readyClient = () => ready;

/** Stops and empties the client, if there is one. */
export async function emptyClient() {
  const client = await made;
  await client?.cancelQueries();
  client?.clear();
}

/** Lets tests set their own. */
export const giveClient = (client: QueryClient) => {
  made = Promise.resolve(client);
  ready = client;
};
