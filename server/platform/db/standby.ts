import { DatabaseUnavailable } from './errors.ts';

/** The function of PostgreSQL that waits for a synchronous standby: a notice from it says that the wait was given up. */
const WAIT = 'SyncRepWaitForLSN';

type Connection = { on(event: 'notice', listener: (notice: { routine?: string | undefined }) => void): unknown };
const unconfirmed = new WeakSet<object>();

/** Notes when the server gives up waiting for the standby: what was committed then exists on one machine only. */
export const watchStandby = (client: Connection) =>
  client.on('notice', ({ routine }) => {
    if (routine === WAIT) unconfirmed.add(client);
  });

/**
 * Throws DatabaseUnavailable where the standby did not confirm a commit of this connection. After a failover that commit would be lost, so it
 * must not be acknowledged; the sender sends it again, and its commit waits for the standby anew.
 */
export function requireStandby(client: object) {
  if (unconfirmed.has(client)) throw new DatabaseUnavailable(new Error('the standby did not confirm a commit'));
}
