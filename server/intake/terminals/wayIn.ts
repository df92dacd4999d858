import type { FastifyRequest } from 'fastify';
import type { Services } from '../../platform/services.ts';
import type { Limits } from './admission.ts';
import type { TerminalReply } from './reply.ts';
import type { Terminal } from './terminals.sql.ts';

/** A request whose body is still unread. */
export type Arrival = {
  limits: Limits;
  now: Date;
  /** Reads the body if it is only a few lines; otherwise it returns nothing. */
  readShort: () => Promise<Buffer>;
};

/** A request that is let in, its body still unread. */
type LetIn = {
  terminal: Pick<Terminal, 'accountId'>;
  /** Returns true for a body that is compressed or encrypted: it is refused, so that the terminal keeps it. */
  isUnreadable?: (body: Buffer) => boolean;
  /** True where it unpacks bodies itself, by their Content-Encoding. */
  unpacks?: boolean;
  /** Returns the reply once everything is stored; throws when something was not. */
  answer: (body: Buffer) => Promise<TerminalReply>;
};

/** One way in for terminals: an address, and what is let in there. */
export type WayIn = {
  url: string;
  method: ('GET' | 'POST' | 'PUT' | 'HEAD')[];
  /** Returns what is let in, or the reply that ends the request; it uses the request's head only. */
  admit: (request: FastifyRequest, services: Services, arrival: Arrival) => Promise<LetIn | TerminalReply>;
};
