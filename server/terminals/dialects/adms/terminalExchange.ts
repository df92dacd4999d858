import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../../clock.ts';
import type { Db } from '../../../db/db.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import type { Secrets } from '../../../secrets/secrets.ts';
import type { Terminal } from '../../terminals.sql.ts';
import type { TerminalRequest } from './request.ts';

/** One request of an enrolled terminal, its body read whole. */
export type TerminalExchange = {
  db: Db;
  secrets: Secrets;
  terminal: Terminal;
  request: TerminalRequest;
  method: string;
  body: Buffer;
  clock: Clock;
  jobs: Jobs;
  log: FastifyBaseLogger;
  /** Returns true if this has not been logged about the terminal for an hour. */
  mayLog: (what: string) => boolean;
  /** The instant at which the request arrived. */
  now: Date;
  /** The network it calls from, if its punches are to be quarantined (networks.ts). */
  untrustedNetwork: string | null;
  /** True if a user accepted the network, or it is the first: names, templates and commands may be sent. */
  isAccepted: boolean;
  mayHaveTemplates: boolean;
};
