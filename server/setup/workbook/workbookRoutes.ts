import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { boundedRange } from '#contract/common.ts';
import * as contract from '#contract/workbook.ts';
import { audit, by, type UserCall } from '../../audit/audit.ts';
import type { Db } from '../../db/db.ts';
import { invalid, Refusal } from '../../http/errors.ts';
import { accountOf } from '../../http/ownAccount.ts';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { readSetup } from '../calls.ts';
import { contentOfPasted } from './content.ts';
import { readWorkbook } from './inThread.ts';
import { defineWorkbookCleaning } from './jobs.ts';
import { MAX_WORKBOOK_BYTES } from './limits.ts';
import { snapshotOf } from './snapshot.ts';
import { selectBefore, selectLines } from './uploads.sql.ts';
import { applyUpload, liveUpload, previewAgain, previewNew, unpacked } from './uploads.ts';
import { currentSheets, writeRefused, writeWorkbook } from './written.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const MAX_REFUSED = 100_000;

/** The payroll workbook (spec/setup.md): download, preview, lines, apply. */
export async function workbookRoutes(app: FastifyInstance, services: Services) {
  const { db } = services;
  defineWorkbookCleaning(services);
  const accountIn = ({ caller, query }: UserCall & { query: { accountId?: string | undefined } }) =>
    accountOf(caller, query.accountId);

  await app.register(async (scope) => {
    await scope.register(multipart);
    route(scope, contract.uploadWorkbook, async (call) => {
      const accountId = accountIn(call);
      scope.gate.rateLimiter.take('report', accountId, call.now);
      const { bytes, fileName } = await receive(call.request);
      const content = await readWorkbook(bytes);
      return previewNew(services, accountId, { content, fileName, bytes }, call);
    });
  });
  route(app, contract.pasteCells, (call) => {
    const accountId = accountIn(call);
    app.gate.rateLimiter.take('report', accountId, call.now);
    const { sheet, rows, timeIdIsNumber = false } = call.body;
    const content = contentOfPasted(sheet, rows, timeIdIsNumber);
    return previewNew(services, accountId, { content, fileName: null, bytes: JSON.stringify(rows) }, call);
  });
  route(app, contract.previewWorkbook, (call) =>
    previewAgain(
      services,
      { accountId: accountIn(call), workbookId: call.params.workbookId },
      call.body.wholeSheets,
      call.now,
    ),
  );
  route(app, contract.listWorkbookLines, async (call) => {
    const of = { accountId: accountIn(call), workbookId: call.params.workbookId };
    await liveUpload(services, of, call.now);
    const { sheet, outcome } = call.query;
    return db.tenant(of.accountId, (tx) =>
      selectLines(tx, of.accountId, of.workbookId, { sheet, outcome, ...boundedRange(call.query) }),
    );
  });
  route(app, contract.applyWorkbook, (call) =>
    applyUpload(services, { accountId: accountIn(call), workbookId: call.params.workbookId }, call.body, call),
  );

  const download = async (
    call: UserCall & { reply: FastifyReply },
    accountId: string,
    what: string,
    bytes: Uint8Array,
  ) => {
    await db.tenant(accountId, (tx: Db) =>
      audit(tx, { ...by(call), accountId, action: 'setup.download', target: what }),
    );
    return call.reply
      .type(XLSX)
      .header('content-disposition', `attachment; filename="tallyboard-${what}.xlsx"`)
      .send(Buffer.from(bytes));
  };
  route(app, contract.downloadWorkbook, async (call) => {
    const accountId = accountIn(call);
    app.gate.rateLimiter.take('report', accountId, call.now);
    const isTemplate = call.query.content === 'template';
    const { sheets, timeGroups } = await readSetup(services, call, async (tx, id, owners, today) => {
      const snapshot = await snapshotOf(tx, id, owners, today);
      const ofTime = snapshot.groups.filter(({ row }) => row.kind === 'time');
      return {
        sheets: isTemplate ? [] : currentSheets(snapshot),
        timeGroups: ofTime.map(({ cells }) => cells.name ?? ''),
      };
    });
    return download(call, accountId, isTemplate ? 'template' : 'current', await writeWorkbook(sheets, { timeGroups }));
  });
  route(app, contract.downloadRefusedLines, async (call) => {
    const of = { accountId: accountIn(call), workbookId: call.params.workbookId };
    const { content } = await liveUpload(services, of, call.now);
    const asked = { outcome: 'refused' as const, offset: 0, limit: MAX_REFUSED };
    const { lines } = await db.tenant(of.accountId, (tx) => selectLines(tx, of.accountId, of.workbookId, asked));
    return download(call, of.accountId, 'refused', await writeRefused(content, lines));
  });
  route(app, contract.downloadBefore, async (call) => {
    const accountId = accountIn(call);
    const before = await db.tenant(accountId, (tx) => selectBefore(tx, accountId, call.params.workbookId));
    if (!before) throw new Refusal('NOT_FOUND', 'Workbook not found');
    return download(call, accountId, 'before', await writeWorkbook(unpacked(before)));
  });
}

/** The one file of a multipart request. */
async function receive(request: FastifyRequest): Promise<{ bytes: Buffer; fileName: string }> {
  const part = await request.file({ limits: { files: 1, fileSize: MAX_WORKBOOK_BYTES, fields: 5, parts: 6 } });
  if (!part) throw invalid('workbook', 'No file selected.');
  const chunks: Buffer[] = [];
  for await (const chunk of part.file) chunks.push(chunk as Buffer);
  if (part.file.truncated) throw new Refusal('TOO_LARGE', 'The file is larger than 10 MB.');
  return { bytes: Buffer.concat(chunks), fileName: part.filename.slice(-120) };
}
