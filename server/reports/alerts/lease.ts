import type { Services } from '../../platform/services.ts';
import { type Claimed, renewLease } from './deliveries.sql.ts';

/** Long enough to write one summary; when a process dies meanwhile, another one takes the slot after the lease. */
export const LEASE_MS = 120_000;
const RENEWED_MS = 30_000;

/** Thrown where another process has taken the slot, or what it is about has changed: nothing is written. */
export class LeaseLost extends Error {}

export type Lease = { until: Date };
type Held<T> = (lease: Lease, held: AbortSignal) => Promise<T>;
/**
 * Does work that may take longer than a lease: renews that of a claimed slot meanwhile, so that no other process does the same. `held` is aborted when
 * the lease is lost, or `signal` is aborted.
 */
export async function whileHeld<T>(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  claimed: Claimed,
  lease: Lease,
  signal: AbortSignal,
  work: Held<T>,
): Promise<T> {
  const lost = new AbortController();
  let renewing = Promise.resolve();
  const renew = async () => {
    const until = new Date(clock.now().getTime() + LEASE_MS);
    // Without the database it is tried again, until the lease is over.
    const isHeld = await renewLease(db, claimed, lease.until, until).catch(() => undefined);
    if (isHeld) lease.until = until;
    else if (isHeld === false) lost.abort(new LeaseLost());
  };
  const timer = setInterval(() => {
    renewing = renewing.then(renew);
  }, RENEWED_MS);
  try {
    return await work(lease, AbortSignal.any([signal, lost.signal]));
  } finally {
    clearInterval(timer);
    await renewing;
  }
}
