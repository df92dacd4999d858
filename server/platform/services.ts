import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './db/db.ts';
import type { Authenticate } from './http/callers.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { PushNetwork } from './pushService/network.ts';
import type { Secrets } from './secrets/secrets.ts';
import type { Semaphore } from './semaphore.ts';
import type { OwedTry } from './throttle/rules.ts';

/** The services that every domain may use, made once by main.ts (or by a test) and passed down; nothing is global. */
export type Services = {
  config: Config;
  clock: Clock;
  db: Db;
  /** The same database over a separate pool, for records of terminals and devices. */
  ingestDb: Db;
  /**
   * Limits the deliveries of one account that are stored at once: they wait for its lock, which a restore holds for long, and would use up the connections
   * of all. The key is the account's id.
   */
  deliveries: Semaphore;
  /** Runs large deliveries one after the other, so that a single punch does not wait for whole histories that are sent again. */
  bulk: Semaphore;
  /** Runs work on uploaded backups, their rehearsal and undoing, one at a time per account. */
  intake: Semaphore;
  /** Runs changes of master data and their previews (set-up, workbook, CSV, payroll sync), one at a time per account. */
  masterData: Semaphore;
  /** Makes reports and the roll as a file, reads and writes workbooks: each has much in memory. */
  files: Semaphore;
  /** The connection string for threads, which open their own connections. */
  connectionString: string;
  jobs: Jobs;
  /** Encryption and HMAC with the instance key. */
  secrets: Secrets;
  /** Right tries that could not be taken back because the database was lost. */
  owedTries: OwedTry[];
  /** The connection to the browsers' push services. */
  pushNetwork: PushNetwork;
  authenticate: Authenticate;
  log: FastifyBaseLogger;
};

/** Returns the services for records of terminals and devices, with the pool that is reserved for them. */
export const ingestServices = (services: Services): Services => ({ ...services, db: services.ingestDb });
