import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ListMapping, listMapping, readList } from '#contract/office/list.ts';
import * as contract from '#contract/office/workbook.ts';
import { boundedRange } from '#contract/platform/common.ts';
import type { Language } from '#contract/platform/languages.ts';
import { storable } from '#contract/platform/storable.ts';
import { msg, words } from '#contract/platform/words.ts';
import { audit, by, type UserCall } from '../../../platform/audit/audit.ts';
import type { Db } from '../../../platform/db/db.ts';
import { decimalSignOf } from '../../../platform/files/cells.ts';
import { selectRemembered } from '../../../platform/files/rememberedColumns.sql.ts';
import { asDownload, CONTENT_TYPES } from '../../../platform/http/csv.ts';
import { invalid, notFound, Refusal } from '../../../platform/http/errors.ts';
import { acceptLargeBodies } from '../../../platform/http/largeBodies.ts';
import { accountOf } from '../../../platform/http/ownAccount.ts';
import { receivedWhole } from '../../../platform/http/receivedWhole.ts';
import { route } from '../../../platform/http/route.ts';
import { inTurn } from '../../../platform/http/turn.ts';
import type { Services } from '../../../platform/services.ts';
import { requireEmployerAccount } from '../../../platform/tenant/account.ts';
import { wordsIn } from '../../../platform/words/words.ts';
import { inSetupTurn, readSetup } from '../calls.ts';
import { selectEmployees, selectHighestNumber } from '../reading.sql.ts';
import { contentOfPasted } from './content.ts';
import { readAsList, readListFile, readWorkbook } from './inThread.ts';
import { defineWorkbookCleaning } from './jobs.ts';
import { ofNewPeople, ofPins, withNumbers } from './list/filled.ts';
import { PEOPLE } from './list/read.ts';
import { snapshotOf } from './snapshot.ts';
import { listImports, undoUpload } from './undo.ts';
import { selectBefore, selectLines } from './uploads.sql.ts';
import { applyUpload, contentOfUpload, liveUpload, previewAgain, previewNew, seesPay, unpacked } from './uploads.ts';
import { currentSheets, writeRefused, writeWorkbook } from './written.ts';

type Asked = Pick<UserCall, 'caller'> & {
  query: { accountId?: string | undefined };
  params: { workbookId: string };
};
/** Lists of people. */
const MAX_REFUSED = 100_000;
const MAX_MB = contract.MAX_WORKBOOK_BYTES / 1024 ** 2;
/** A multipart body is a little longer than its file. */
const MAX_BODY_BYTES = contract.MAX_WORKBOOK_BYTES + 64 * 1024;

/** The payroll workbook: download, preview, lines, apply. */
export async function workbookRoutes(app: FastifyInstance, services: Services) {
  const { db, files } = services;
  defineWorkbookCleaning(services);
  /** Returns the account of a call that reads or writes a whole workbook, which exists, and counts the call. */
  const countedAccount = async (
    call: UserCall & { query: { accountId?: string | undefined } },
    limit: 'import' | 'report' = 'import',
  ) => {
    const accountId = accountOf(call.caller, call.query.accountId);
    await requireEmployerAccount(db, accountId);
    app.gate.rateLimiter.take(limit, accountId, call.now);
    return accountId;
  };
  const uploadOf = ({ caller, query, params }: Asked) => ({
    accountId: accountOf(caller, query.accountId),
    workbookId: params.workbookId,
  });

  /** Returns a list as content of the workbook. */
  const listContent = async (
    accountId: string,
    sent: Sent & { language: Language; timeZone: string },
    mapping: ListMapping,
    { timeGroup, timeIdIsNumber }: OfAll,
  ) => {
    const read = await readAsList(sent, mapping, sent.timeZone);
    const taken = new Set(mapping.columns.map(({ field }) => field));
    const [employees, highest] = await db.tenant(
      accountId,
      async (tx) => [await selectEmployees(tx, accountId, null), await selectHighestNumber(tx, accountId)] as const,
    );
    const content = taken.has('number') ? read : ofPins(read, employees);
    const numbered = taken.has('number') || taken.has('timeId') ? content : withNumbers(content, employees, highest);
    const isKnown = new Set(employees.map(({ number }) => number));
    return ofNewPeople(numbered, isKnown, {
      ...(timeGroup && { timeGroup: () => timeGroup }),
      ...(timeIdIsNumber && { timeId: ({ number = '' }) => number }),
    });
  };
  await app.register(async (scope) => {
    acceptLargeBodies(scope, MAX_BODY_BYTES, scope.gate.largeBodies);
    await scope.register(multipart);
    route(scope, contract.uploadWorkbook, async (call) => {
      const accountId = await countedAccount(call);
      const { language, timeZone } = call.caller;
      const sent = { ...(await receive(call.request)), language, timeZone };
      const mapping = mappingOf(call.query.list);
      const content = await inTurn(files, call.reply, accountId, () =>
        mapping ? listContent(accountId, sent, mapping, call.query) : readWorkbook(sent),
      );
      return inTurn(services.masterData, call.reply, accountId, () =>
        previewNew(services, accountId, { content, ...sent }, call),
      );
    });
    route(scope, readList, async (call) => {
      const accountId = await countedAccount(call);
      const sent = { ...(await receive(call.request)), language: call.caller.language };
      const remembered = await db.tenant(accountId, (tx) => selectRemembered(tx, accountId, PEOPLE));
      const { name, ...list } = await inTurn(files, call.reply, accountId, () =>
        readListFile(sent, remembered, call.query),
      );
      return { sheet: name, ...list };
    });
  });
  route(app, contract.pasteCells, async (call) => {
    const accountId = await countedAccount(call);
    const { sheet, rows, timeIdIsNumber = false } = call.body;
    const content = contentOfPasted(sheet, rows, { timeIdIsNumber, sign: decimalSignOf(call.caller.language) });
    return inTurn(services.masterData, call.reply, accountId, () =>
      previewNew(services, accountId, { content, fileName: null, bytes: JSON.stringify(rows) }, call),
    );
  });
  route(app, contract.previewWorkbook, (call) => {
    const of = uploadOf(call);
    return inSetupTurn(services, call, { ...of, isPreview: true }, () =>
      previewAgain(services, of, call.body.wholeSheets, call),
    );
  });
  route(app, contract.listWorkbookLines, async (call) => {
    const of = uploadOf(call);
    await liveUpload(services, of, call);
    const { sheet, outcome } = call.query;
    const range = boundedRange(call.query, contract.MAX_WORKBOOK_LINES);
    return db.tenant(of.accountId, (tx) => selectLines(tx, of.accountId, of.workbookId, { sheet, outcome, ...range }));
  });
  route(app, contract.applyWorkbook, (call) => {
    const of = uploadOf(call);
    return inSetupTurn(services, call, { ...of, isPreview: false }, () => applyUpload(services, of, call.body, call));
  });
  route(app, contract.listWorkbookImports, (call) =>
    listImports(services, accountOf(call.caller, call.query.accountId), call),
  );
  route(app, contract.undoWorkbook, (call) => {
    const of = uploadOf(call);
    return inSetupTurn(services, call, { ...of, isPreview: false }, () => undoUpload(services, of, call));
  });

  /** Answers a workbook, made in the account's turn, with its line in the trail. */
  const download = async (
    call: UserCall & { query: { accountId?: string | undefined }; reply: FastifyReply },
    what: string,
    make: (accountId: string) => Promise<Uint8Array>,
  ) => {
    const accountId = await countedAccount(call, 'report');
    const bytes = await inTurn(files, call.reply, accountId, () => make(accountId));
    await db.tenant(accountId, (tx: Db) =>
      audit(tx, { ...by(call), accountId, action: 'setup.download', target: what }),
    );
    return asDownload(call.reply, `tallyboard-${what}.xlsx`, CONTENT_TYPES.xlsx).send(Buffer.from(bytes));
  };
  route(app, contract.downloadWorkbook, (call) => {
    const isTemplate = call.query.content === 'template';
    return download(call, call.query.content, async () => {
      const { sheets, timeGroups } = await readSetup(services, call, async (tx, id, owners, today) => {
        const snapshot = await snapshotOf(tx, id, owners, today);
        const ofTime = snapshot.groups.filter(({ row }) => row.kind === 'time');
        return {
          sheets: isTemplate ? [] : currentSheets(snapshot),
          timeGroups: ofTime.map(({ cells }) => cells.name ?? ''),
        };
      });
      return writeWorkbook(sheets, { seesPay: seesPay(call.caller), timeGroups });
    });
  });
  route(app, contract.downloadRefusedLines, (call) =>
    download(call, 'refused', async (accountId) => {
      const { workbookId } = call.params;
      const of = { accountId, workbookId };
      await liveUpload(services, of, call);
      const asked = { outcome: 'refused' as const, offset: 0, limit: MAX_REFUSED };
      const { lines } = await db.tenant(accountId, (tx) => selectLines(tx, accountId, workbookId, asked));
      return writeRefused(await contentOfUpload(services, of), lines, wordsIn(call.caller.language));
    }),
  );
  route(app, contract.downloadBefore, (call) =>
    download(call, 'before', async (accountId) => {
      const before = await db.tenant(accountId, (tx) => selectBefore(tx, accountId, call.params.workbookId));
      if (!before) throw notFound(words('Workbook not found'));
      return writeWorkbook(unpacked(before), { seesPay: seesPay(call.caller) });
    }),
  );
}

type Sent = { bytes: Buffer; fileName: string };
type OfAll = { timeGroup?: string | undefined; timeIdIsNumber?: '1' | undefined };

/** Returns the mapping of a parameter. Throws VALIDATION_FAILED where it is none. */
function mappingOf(text: string | undefined): ListMapping | undefined {
  if (text === undefined) return undefined;
  try {
    return listMapping.parse(JSON.parse(text));
  } catch {
    throw invalid('list', words('This does not say what the columns are taken for.'));
  }
}

/** The one file of a multipart request. */
const receive = async (request: FastifyRequest): Promise<Sent> =>
  receivedWhole(async () => {
    const part = await request.file({
      limits: { files: 1, fileSize: contract.MAX_WORKBOOK_BYTES, fields: 5, parts: 6 },
    });
    if (!part) throw invalid('workbook', words('No file selected.'));
    const chunks: Buffer[] = [];
    for await (const chunk of part.file) chunks.push(chunk as Buffer);
    if (part.file.truncated)
      throw new Refusal('TOO_LARGE', msg('The file is too large: at most {most} MB.', { most: MAX_MB }));
    return { bytes: Buffer.concat(chunks), fileName: storable(part.filename.slice(-120)) };
  });
