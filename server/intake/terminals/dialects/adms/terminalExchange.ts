import type { FastifyBaseLogger } from 'fastify';
import type { Jobs } from '../../../../platform/jobs/jobs.ts';
import type { Secrets } from '../../../../platform/secrets/secrets.ts';
import type { TerminalCall } from '../../call.ts';
import type { TerminalRequest } from './request.ts';

/** One request of an enrolled terminal, its body read whole. */
export type TerminalExchange = TerminalCall & {
  secrets: Secrets;
  request: TerminalRequest;
  method: string;
  body: Buffer;
  jobs: Jobs;
  log: FastifyBaseLogger;
  /** True if a user accepted the network, or it is the first: names, templates and commands may be sent. */
  isAccepted: boolean;
  mayHaveTemplates: boolean;
};
