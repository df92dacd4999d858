import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './db/db.ts';
import type { Authenticate } from './http/callers.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { PushNetwork } from './push/network.ts';
import type { Secrets } from './secrets/secrets.ts';
import type { Semaphore } from './semaphore.ts';

/** The services that every noun may use. Made once by main.ts (or by a test) and passed down; nothing is global. */
export type Services = {
  config: Config;
  clock: Clock;
  db: Db;
  /** The same database over connections of its own: for what terminals and devices deliver (S-80). */
  ingestDb: Db;
  /** Deliveries of many records, one after the other: a single punch does not wait for all histories that come again. */
  bulk: Semaphore;
  /** Files that administrators hand in (imports, uploaded backups, their rehearsal and undoing): of one account one at a time. */
  intake: Semaphore;
  /** The connection string for threads, which open connections of their own. */
  connectionString: string;
  jobs: Jobs;
  /** Sealing and HMAC under the instance key. */
  secrets: Secrets;
  /** The way out to the push services of browsers. */
  pushNetwork: PushNetwork;
  authenticate: Authenticate;
  log: FastifyBaseLogger;
};

/** Returns the services for what terminals and devices deliver: the database by the connections that are kept for it (S-80). */
export const ingestServices = (services: Services): Services => ({ ...services, db: services.ingestDb });
