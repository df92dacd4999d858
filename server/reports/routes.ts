import type { FastifyInstance } from 'fastify';
import { english, msg, words } from '#contract/platform/words.ts';
import { requestedColumns } from '#contract/reports/reportColumns.ts';
import * as contract from '#contract/reports/reports.ts';
import { modelOfCrew, readCrew } from '../figures/stats/crew.ts';
import { pickableDays } from '../figures/stats/loadDay.ts';
import { createReads } from '../figures/trends/answers.ts';
import type { OneState, State } from '../figures/trends/oneState.ts';
import { audit, by } from '../platform/audit/audit.ts';
import type { UserCaller } from '../platform/http/callers.ts';
import { asDownload, CONTENT_TYPES } from '../platform/http/csv.ts';
import { invalid, issueOf, notFound, permissionDenied, Refusal } from '../platform/http/errors.ts';
import { type Call, route } from '../platform/http/route.ts';
import { inTurn } from '../platform/http/turn.ts';
import type { Services } from '../platform/services.ts';
import { fileStamp } from '../platform/zone.ts';
import { findExport, findExportDay, listChangedDays, listExportRecords } from './exports.sql.ts';
import { readFilter } from './filter.ts';
import { ledgerOf, reportTitle } from './generate.ts';
import { reportPlace } from './place.ts';
import type { ReportThreads } from './reportThread.ts';
import { rowsOf } from './rows.ts';
import { type Change, changesOf, unpackDay } from './snapshot.ts';
import { reportOfDays } from './workingHours.ts';

const LISTED_EXPORTS = 50;
const LISTED_CHANGES = 500;

export function reportRoutes(
  app: FastifyInstance,
  { db, config, files }: Services,
  { threads, oneState }: { threads: ReportThreads; oneState: OneState },
) {
  const read = createReads(oneState);
  route(app, contract.generateReport, async (call) => {
    const { caller, body, now, reply } = call;
    const { accountId, timeZone, fullName, scope } = caller;
    requireDataPermission(caller, body.reportType);
    requirePickable(timeZone, now, body.dates);
    if (!requestedColumns(body)) throw invalid('options.columns', words('This report does not have that column'));
    app.gate.rateLimiter.take('report', accountId, now);
    const exportType = body.exportType ?? 'csv';
    const { file } = await inTurn(files, reply, accountId, async (gone) => {
      const place = await reportPlace(config, now);
      const language = body.language ?? caller.language;
      const generating = { accountId, request: body, exportType, language, by: fullName, scope, now, isListed: true };
      const job = { ...generating, ...place, accountName: caller.accountName, timeZone };
      // Closing the dialog or the browser stops the work.
      return threads.make(job, gone);
    });
    try {
      await db.tenant(accountId, (tx) =>
        audit(tx, {
          ...by(call),
          accountId,
          action: 'report.export',
          target: english(reportTitle(body.reportType)),
          detail: spanOf(body),
        }),
      );
    } catch (error) {
      file.destroy();
      throw error;
    }
    asDownload(reply, `${body.reportType}-${fileStamp(timeZone, now)}.${exportType}`, CONTENT_TYPES[exportType]);
    return reply.send(file);
  });

  route(app, contract.listExports, ({ caller: { accountId, scope } }) =>
    db.tenant(accountId, async (tx) => ({ results: await listExportRecords(tx, accountId, scope, LISTED_EXPORTS) })),
  );

  route(app, contract.getExportChanges, (call) =>
    // This reads as much as the report itself.
    inTurn(files, call.reply, call.caller.accountId, () => read(call, changesSince)),
  );
  const changesSince = async (
    state: State,
    { caller, params: { exportId }, now }: Call<typeof contract.getExportChanges>,
  ) => {
    const { db, models, dataVersion } = state;
    const { accountId } = caller;
    const { record, days, filter, names } = await db.tenant(accountId, async (tx) => {
      const found = await findExport(tx, accountId, exportId, caller.scope);
      if (!found) throw notFound(words('Export not found'));
      requireDataPermission(caller, found.reportType);
      const changed = await listChangedDays(tx, accountId, found);
      return { record: found, days: changed, ...(await readFilter(tx, accountId, found.options, found.scope)) };
    });
    // The people who were in it, also for a caller who sees more.
    const crew = await readCrew(db, { accountId, scope: record.scope });
    const dates = { from: record.from, to: record.to };
    const reported = { reportType: record.reportType, dates, now };
    const paid = await reportOfDays(state, accountId, reported, { filter, names, crew });
    const changed = days.map(({ day }) => day);
    const results: Change[] = [];
    for (const day of paid ? paid.changedBy(changed) : changed) {
      const packed = await db.tenant(accountId, (tx) => findExportDay(tx, accountId, exportId, day));
      if (!packed)
        throw new Refusal(
          'EXPIRED',
          words('What this export said is no longer kept. Export it again to compare from now on.'),
        );
      const ledger = await ledgerOf(db, accountId, { ...record, day, crew });
      const model = modelOfCrew(await models.get({ accountId, dataVersion, date: day, now }), crew);
      const own = rowsOf(record.reportType, model, names, filter, ledger);
      const rows = paid ? await paid.complete(day, own) : own;
      results.push(...changesOf(record.reportType, day, await unpackDay(packed), rows));
      if (results.length > LISTED_CHANGES) break;
    }
    return { results: results.slice(0, LISTED_CHANGES), more: results.length > LISTED_CHANGES };
  };
}

const spanOf = ({ dates, exportType }: contract.ReportRequest) =>
  msg('{from} to {to}, {what}', { from: dates.from, to: dates.to, what: exportType ?? 'csv' });

/** Refuses callers without the permission for the figures in a report. */
function requireDataPermission({ permissions }: UserCaller, type: contract.ReportType) {
  if (!permissions.includes(contract.dataPermission(type))) throw permissionDenied();
}

/** Requires both dates to be within the retention (docs/reference/attendance.md#retention). */
function requirePickable(timeZone: string, now: Date, dates: contract.ReportRequest['dates']) {
  const { from, to } = pickableDays(timeZone, now);
  const issues = (['from', 'to'] as const)
    .filter((end) => dates[end] < from || dates[end] > to)
    .map((end) => issueOf(`dates.${end}`, msg('Must be from {from} to {to}', { from, to })));
  if (issues.length > 0)
    throw new Refusal('DATE_OUT_OF_RANGE', msg('Choose dates from {from} to {to}.', { from, to }), { issues });
}
