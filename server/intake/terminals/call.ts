import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Terminal } from './terminals.sql.ts';

/** One call of an enrolled terminal that is let in, whatever its dialect. */
export type TerminalCall = {
  db: Db;
  clock: Clock;
  terminal: Terminal;
  /** The instant at which the request arrived. */
  now: Date;
  /** The network it calls from, if its punches are to be quarantined (networks.ts). */
  untrustedNetwork: string | null;
  /** Returns true if this has not been logged about the terminal for an hour. */
  mayLog: (what: string) => boolean;
};
