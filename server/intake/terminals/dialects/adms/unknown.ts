import { OK, refused, type TerminalReply, tableReply, text } from '../../reply.ts';
import { announcedDialect, neutralBlock } from './handshake.ts';
import type { TerminalRequest } from './request.ts';

/**
 * Answers a terminal that is not enrolled, was deleted, or called without its secret path, always in the same way, whether or not the number
 * is known. The terminal stops retrying and keeps its punches: no request with data gets a 200.
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

/** Returns true for a request with punches, the only data that is accepted from an untrusted network. */
export function bringsPunches({ endpoint, params }: TerminalRequest, hasBody: boolean): boolean {
  if (endpoint !== 'cdata' || !hasBody) return false;
  const table = (params.get('table') ?? (params.has('stamp') ? 'attlog' : '')).toLowerCase();
  return (
    /^(attlog|rtlog)$/.test(table) ||
    (table === 'tabledata' && params.get('tablename')?.toLowerCase() === 'transaction')
  );
}

/**
 * Answers an enrolled terminal on a network that nobody accepted, except for its punches. Its uploads are acknowledged without being read, so that it
 * does not repeat them for ever; once the network is trusted, all of them are requested again. It is told only its options.
 */
export function replyToUntrusted(
  { endpoint, params }: TerminalRequest,
  hasBody: boolean,
  options: string,
): TerminalReply {
  switch (endpoint) {
    case 'cdata':
      if (params.has('authtype')) return text('AUTH=Failed');
      if (hasBody) return tableReply(params, 1);
      if (params.has('pin')) return text('NONE');
      if (!params.has('options') && !params.has('pushver')) return OK;
      return announcedDialect(params) === 'access' ? OK : text(options);
    case 'registry':
    case 'push':
      return refused(406, 'NETWORK NOT ACCEPTED');
    case 'file':
      return refused(404, 'NOT FOUND');
    case 'querydata':
      return tableReply(params, 0);
    default:
      return OK;
  }
}

/**
 * Returns true for a request with something other than punches that must be requested again later. What a terminal reports about itself need not be:
 * it comes with each handshake.
 */
export const bringsRecords = ({ endpoint, params }: TerminalRequest, hasBody: boolean): boolean =>
  hasBody && endpoint === 'cdata' && (params.get('table') ?? '').toLowerCase() !== 'options';
