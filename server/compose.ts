import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './db/db.ts';
import { Refusal } from './http/errors.ts';
import type { Jobs } from './jobs/jobs.ts';
import { loadInstanceKey } from './secrets/instanceKey.ts';
import { createSecrets } from './secrets/secrets.ts';
import type { Services } from './services.ts';
import { authenticateUser } from './session/authenticate.ts';

type Given = { config: Config; clock: Clock; db: Db; jobs: Jobs; log: FastifyBaseLogger };

const unknownToken = async (): Promise<never> => {
  throw new Refusal('SESSION_EXPIRED', 'You are not logged in with an active session.');
};

/** Puts together what the nouns share. main.ts and the test app both call it, so that both run the same server. */
export function composeServices(given: Given): Services {
  const { config, db } = given;
  const secrets = createSecrets(loadInstanceKey(config));
  return {
    ...given,
    secrets,
    authenticate: {
      user: authenticateUser(db),
      device: unknownToken,
      payroll: unknownToken,
    },
  };
}
