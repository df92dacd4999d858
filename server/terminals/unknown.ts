import { announcedDialect, neutralBlock } from './handshake.ts';
import { OK, refused, type TerminalReply, text } from './reply.ts';
import type { TerminalRequest } from './request.ts';

/**
 * What a terminal hears that is not enrolled, was deleted, or came without its secret path (S-41): always the same, whether the number
 * is known or not. It settles down and keeps its punches: nothing that carries data gets a 200.
 */
export function replyToUnknownTerminal(
  { endpoint, params, sentSerial }: TerminalRequest,
  hasBody: boolean,
): TerminalReply {
  switch (endpoint) {
    case 'cdata':
      if (hasBody || params.has('authtype')) return refused(403, 'DEVICE NOT ENROLLED');
      if (params.has('pin')) return text('NONE');
      if (params.has('table')) return refused(403, 'DEVICE NOT ENROLLED');
      if (!params.has('options') && !params.has('pushver')) return OK;
      return announcedDialect(params) === 'access' ? OK : text(neutralBlock(sentSerial));
    case 'getrequest':
    case 'ping':
    case 'rtdata':
      return OK;
    case 'registry':
    case 'push':
      return refused(406, 'DEVICE NOT ENROLLED');
    case 'file':
      return refused(404, 'NOT FOUND');
    case 'fdata':
    case 'devicecmd':
    case 'querydata':
      return refused(403, 'DEVICE NOT ENROLLED');
    default:
      return hasBody ? refused(403, 'DEVICE NOT ENROLLED') : OK;
  }
}
