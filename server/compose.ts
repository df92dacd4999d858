import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './db/db.ts';
import type { Jobs } from './jobs/jobs.ts';
import { loadInstanceKey } from './secrets/instanceKey.ts';
import { createSecrets } from './secrets/secrets.ts';
import type { Services } from './services.ts';
import { createAuthenticate } from './session/authenticate.ts';

type Given = {
  config: Config;
  clock: Clock;
  db: Db;
  ingestDb?: Db;
  connectionString: string;
  jobs: Jobs;
  log: FastifyBaseLogger;
};

/** Puts together what the nouns share. main.ts and the test app both call it, so that both run the same server. */
export function composeServices(given: Given): Services {
  const { config, db } = given;
  const secrets = createSecrets(loadInstanceKey(config));
  return {
    ...given,
    ingestDb: given.ingestDb ?? db,
    secrets,
    authenticate: createAuthenticate(db),
  };
}
