import type { FastifyInstance } from 'fastify';
import { checkAudit, exportAudit, listAudit } from '#contract/platform/audit.ts';
import { boundedRange } from '#contract/platform/common.ts';
import { CSV_BOM, csvLine } from '#contract/platform/csv.ts';
import type { Db } from '../db/db.ts';
import { asDownload, awaitFirstChunk } from '../http/csv.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { requireAccount } from '../tenant/account.ts';
import { fileStamp } from '../zone.ts';
import { auditEntriesBefore, countAuditEntries, listAuditEntries } from './audit.sql.ts';
import { audit, by } from './audit.ts';
import { checkTrail } from './chain.ts';

export function auditRoutes(app: FastifyInstance, { db }: Services) {
  route(app, listAudit, async ({ params: { accountId }, query }) => {
    await requireAccount(db, accountId);
    return db.tenant(accountId, async (tx) => ({
      results: await listAuditEntries(tx, accountId, boundedRange(query)),
      lastIndex: await countAuditEntries(tx, accountId),
    }));
  });

  route(app, checkAudit, async ({ params: { accountId }, query }) => {
    await requireAccount(db, accountId);
    return checkTrail(db, accountId, query.known);
  });

  route(app, exportAudit, async (call) => {
    const { accountId } = call.params;
    const { code, timeZone } = await requireAccount(db, accountId);
    app.gate.rateLimiter.take('report', accountId, call.now);
    await db.tx((tx) => audit(tx, { ...by(call), accountId, action: 'audit.export' }));
    const file = await awaitFirstChunk(auditCsv(db, accountId));
    return asDownload(call.reply, `audit-${code}-${fileStamp(timeZone, call.now)}.csv`, 'text/csv; charset=utf-8').send(
      file,
    );
  });
}

const BATCH = 1_000;
const COLUMNS = ['Time (UTC)', 'Who', 'Action', 'Target', 'Address', 'Result', 'Detail', 'Who (ID)', 'Target (ID)'];

/** In batches with a query each: a slow reader keeps no transaction open. */
async function* auditCsv(db: Db, accountId: string) {
  let text = CSV_BOM + csvLine(COLUMNS);
  for (let before: { at: string; id: string } | null = null; ; ) {
    const batch = await db.tenant(accountId, (tx) => auditEntriesBefore(tx, accountId, before, BATCH));
    text += batch
      .map(({ at, actor, action, target, address, result, detail, actorId, targetId }) =>
        csvLine([at, actor, action, target, address, result, detail, actorId, targetId]),
      )
      .join('');
    yield text;
    text = '';
    const last = batch.at(-1);
    if (!last || batch.length < BATCH) return;
    before = { at: last.at, id: last._id };
  }
}
