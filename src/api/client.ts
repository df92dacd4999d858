import type { QueryClient } from '@tanstack/react-query';
import { notify } from '../state/notices.ts';

/**
 * The query client of this page. It comes when somebody is signed in or about to be: the log-in page is lighter without it.
 */
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
      // Without a connection: asked for again with the next need.
      made = undefined;
      throw error;
    },
  );
  return made;
}

/** The client, if it has come: React need not wait for a promise that has resolved already. */
export const readyClient = () => ready;

/** Stops and empties it; nothing to do when it was never needed. */
export async function emptyClient() {
  const client = await made;
  await client?.cancelQueries();
  client?.clear();
}

/** Tests bring their own. */
export const giveClient = (client: QueryClient) => {
  made = Promise.resolve(client);
  ready = client;
};
