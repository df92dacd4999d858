import { decodeText } from '../../body.ts';
import { accepted, OK, refused, type TerminalReply, tableReply, text } from '../../reply.ts';
import { timeReply } from './access.ts';
import { pollForCommands, takeCommandResults, unknownPerson } from './polling.ts';
import { takeAttlog, takeRtlog } from './punches.ts';
import { handshake, pushOptions, register, verify } from './registration.ts';
import type { TerminalExchange } from './terminalExchange.ts';
import { takeNamed, takeOperations, takeOptions, takeUnknown } from './uploads.ts';

/** Returns the reply to a request of an enrolled terminal; throws when something was not stored. */
export async function answer(exchange: TerminalExchange): Promise<TerminalReply> {
  const { request, terminal, now } = exchange;
  switch (request.endpoint) {
    case 'cdata':
      return cdata(exchange);
    case 'getrequest':
      await keepUnknown(exchange);
      return pollForCommands(exchange);
    case 'devicecmd':
      await takeNamed(exchange);
      return takeCommandResults(exchange);
    case 'registry':
      await takeNamed(exchange);
      return register(exchange);
    case 'push':
      await takeNamed(exchange);
      return pushOptions(exchange);
    case 'querydata':
      return queryData(exchange);
    case 'rtdata':
      await keepUnknown(exchange);
      return text(timeReply(terminal.timeZone, now.getTime()));
    case 'file':
      // Terminals could only fetch files that they were offered, and none are; `url` is never followed.
      return refused(404, 'NOT FOUND');
    case 'other':
    case 'ping':
      await keepUnknown(exchange);
      return OK;
    // The keys of encrypting models have no effect.
    case 'exchange':
      await takeNamed(exchange);
      return OK;
    // Photos are acknowledged and not stored.
    default:
      if (!isPhoto(exchange.body)) await takeNamed(exchange);
      return OK;
  }
}

/** Stores what came where nothing is expected as rejected lines: nothing that is acknowledged is lost. */
async function keepUnknown(exchange: TerminalExchange) {
  if (exchange.body.length > 0) await takeUnknown(exchange, decodeText(exchange.body));
}

const PHOTO_HEAD = 4_096;
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
/** Returns true for a picture, which comes behind a head of text. */
const isPhoto = (body: Buffer): boolean => body.subarray(0, PHOTO_HEAD).includes(JPEG);

async function cdata(exchange: TerminalExchange): Promise<TerminalReply> {
  const { request, body } = exchange;
  const { params } = request;
  // Old firmware turns an empty POST into a GET, so the body decides, not the method.
  if (params.has('authtype')) return verify(exchange);
  if (body.length > 0) return takeUpload(exchange);
  const lines = params.get('data');
  if (lines && params.has('table')) return takeUpload({ ...exchange, body: Buffer.from(lines) });
  if (params.has('options') || params.has('pushver')) return handshake(exchange);
  if (params.has('pin')) return unknownPerson(exchange);
  if (exchange.method === 'POST' && params.has('table')) return tableReply(params, 0);
  return OK;
}

/** Handles answers to QUERY and COUNT of 3.x terminals. */
async function queryData(exchange: TerminalExchange): Promise<TerminalReply> {
  const { params } = exchange.request;
  if (exchange.body.length > 0) {
    const content = decodeText(exchange.body);
    if (params.get('type')?.toLowerCase() === 'options') await takeOptions(exchange, content);
    else if (params.has('tablename')) return tableData(exchange, content);
    else await takeUnknown(exchange, content);
  }
  return tableReply(params, 0);
}

/** Handles uploads by table; without a table, old firmware indicates it by the name of its stamp. */
async function takeUpload(exchange: TerminalExchange): Promise<TerminalReply> {
  const { params } = exchange.request;
  const table = (params.get('table') ?? '').toLowerCase();
  if (table === 'attphoto' || table === 'facephoto') {
    if (!isPhoto(exchange.body)) await takeNamed(exchange);
    return tableReply(params, 1);
  }
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
      // The state of doors names nobody.
      if (!/\b(sensor|relay|alarm|door)=/i.test(content) || /\bpin=/i.test(content))
        await takeUnknown(exchange, content);
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

async function withoutTable(exchange: TerminalExchange, content: string): Promise<TerminalReply> {
  const { params } = exchange.request;
  if (params.get('type')?.toLowerCase() === 'postverifydata') {
    await takeUnknown(exchange, content);
    return OK;
  }
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

/** 3.x sends its tables to this endpoint, and repeats them until it gets `<tablename>=<count>`. */
async function tableData(exchange: TerminalExchange, content: string): Promise<TerminalReply> {
  const { params } = exchange.request;
  const name = params.get('tablename') ?? '';
  const lower = name.toLowerCase();
  let lines = 1;
  if (lower === 'transaction') lines = await takeRtlog(exchange, content);
  else if (lower !== 'attphoto') lines = await takeOperations(exchange, content, lower === 'user' ? 'USERINFO' : lower);
  return tableReply(params, lines);
}
