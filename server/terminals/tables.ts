import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { decodeText } from './body.ts';
import { accepted, OK, type TerminalReply, text } from './reply.ts';
import type { TerminalRequest } from './request.ts';
import type { Terminal } from './terminals.sql.ts';
import { takeAttlog, takeOperations, takeOptions, takeRtlog, takeUnknown } from './uploads.ts';

/** One request of an enrolled terminal, its body read whole. */
export type Exchange = {
  db: Db;
  secrets: Secrets;
  terminal: Terminal;
  request: TerminalRequest;
  method: string;
  body: Buffer;
  clock: Clock;
  jobs: Jobs;
  /** When the request arrived. */
  now: Date;
  /** The network it calls from, when its punches are to wait (networks.ts). */
  untrustedNetwork: string | null;
  /** Somebody accepted the network, or it is the first: names, templates and commands are for it. */
  isAccepted: boolean;
  mayHaveTemplates: boolean;
};

const countOf = (params: ReadonlyMap<string, string>, lines: number) => params.get('count') ?? String(lines);

/** Uploads by table; without one, old firmware says by the name of its stamp what it sends. */
export async function takeUpload(exchange: Exchange): Promise<TerminalReply> {
  const { params } = exchange.request;
  const table = (params.get('table') ?? '').toLowerCase();
  if (table === 'attphoto' || table === 'facephoto') return tableReply(params, 1);
  const content = decodeText(exchange.body);
  switch (table) {
    case 'attlog':
      return accepted(await takeAttlog(exchange, content));
    case 'rtlog':
      return tableReply(params, await takeRtlog(exchange, content));
    case 'options':
      await takeOptions(exchange, content);
      return OK;
    case 'rtstate':
      return OK;
    case 'tabledata':
      return tableData(exchange, content);
    case '':
      return withoutTable(exchange, content);
    case 'operlog':
    case 'userinfo':
    case 'user':
    case 'fingertmp':
    case 'face':
    case 'fvein':
    case 'biodata':
    case 'biophoto':
    case 'userpic':
    case 'idcard':
    case 'errorlog':
    case 'workcode':
      return accepted(await takeOperations(exchange, content, table));
    default:
      return accepted(await takeUnknown(exchange, content));
  }
}

async function withoutTable(exchange: Exchange, content: string): Promise<TerminalReply> {
  const { params } = exchange.request;
  if (params.get('type')?.toLowerCase() === 'postverifydata') return OK;
  if (params.has('opstamp')) {
    await takeOperations(exchange, content, 'OPERLOG');
    return OK;
  }
  if (!params.has('stamp') && /^~?[A-Za-z0-9_]+=[^\t]*$/.test(content.trim().split('\n')[0] ?? '')) {
    await takeOptions(exchange, content);
    return OK;
  }
  await takeAttlog(exchange, content);
  return OK;
}

/** 3.x sends its tables here and sends them again until it hears `<tablename>=<count>`. */
export async function tableData(exchange: Exchange, content: string): Promise<TerminalReply> {
  const { params } = exchange.request;
  const name = params.get('tablename') ?? '';
  const lower = name.toLowerCase();
  let lines = 1;
  if (lower === 'transaction') lines = await takeRtlog(exchange, content);
  else if (lower !== 'attphoto') lines = await takeOperations(exchange, content, lower === 'user' ? 'USERINFO' : lower);
  return tableReply(params, lines);
}

export function tableReply(params: ReadonlyMap<string, string>, lines: number): TerminalReply {
  const name = params.get('tablename');
  if (name && /^[A-Za-z0-9_]{1,40}$/.test(name))
    return text(`${name}=${countOf(params, lines).replace(/\D/g, '') || '0'}`);
  return OK;
}
