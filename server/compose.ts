import type { FastifyBaseLogger } from 'fastify';
import { createAuthenticate } from './access/session/authenticate.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Db } from './platform/db/db.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import { INTERNET, type PushNetwork } from './platform/pushService/network.ts';
import { loadInstanceKey } from './platform/secrets/instanceKey.ts';
import { createSecrets } from './platform/secrets/secrets.ts';
import { createSemaphore } from './platform/semaphore.ts';
import type { Services } from './platform/services.ts';

type Given = {
  config: Config;
  clock: Clock;
  db: Db;
  ingestDb?: Db;
  connectionString: string;
  jobs: Jobs;
  log: FastifyBaseLogger;
  /** Absent: the internet. */
  pushNetwork?: PushNetwork;
};

/** One connection for deliveries always stays free for single punches. */
const bulkAtOnce = (config: Config) => Math.max(1, config.databaseIngestConnections - 1);

/** Of one account: one delivery is stored while the next is read. */
const DELIVERIES = { perKey: 2, waitingPerKey: 200 };

/** The number of uploaded files that are read at once; per account, as many may wait as it may have uploads (operations/backups/manifest.ts). */
const INTAKE_AT_ONCE = 2;
const INTAKE = { perKey: 1, waitingPerKey: 5 };
/** The lock of an account serialises its changes anyway; here they wait without a connection, and those of other accounts are run between them. */
const MASTER_DATA_AT_ONCE = 4;
const MASTER_DATA = { perKey: 1, waitingPerKey: 10 };
/** An account may make or read two files at once and have some waiting, so that there is room for others. */
const FILES_AT_ONCE = 3;
const FILES = { perKey: 2, waitingPerKey: 6 };

/** Creates the services that all domains share. main.ts and the test app both call it, so that both run the same server. */
export function composeServices(given: Given): Services {
  const { config, db } = given;
  const secrets = createSecrets(loadInstanceKey(config));
  return {
    ...given,
    ingestDb: given.ingestDb ?? db,
    pushNetwork: given.pushNetwork ?? INTERNET,
    secrets,
    owedTries: [],
    deliveries: createSemaphore(Number.POSITIVE_INFINITY, DELIVERIES),
    bulk: createSemaphore(bulkAtOnce(config), { perKey: 1 }),
    intake: createSemaphore(INTAKE_AT_ONCE, INTAKE),
    masterData: createSemaphore(MASTER_DATA_AT_ONCE, MASTER_DATA),
    files: createSemaphore(FILES_AT_ONCE, FILES),
    authenticate: createAuthenticate(db),
  };
}
