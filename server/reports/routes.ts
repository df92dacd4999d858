import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Permission } from '#contract/permissions.ts';
import * as contract from '#contract/reports.ts';
import { zoneOf } from '../attendance/zone.ts';
import { audit, by } from '../audit/audit.ts';
import type { UserCaller } from '../http/callers.ts';
import { asDownload, fileStamp } from '../http/csv.ts';
import { notFound, permissionDenied, Refusal } from '../http/errors.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { loadDayModel, pickableDays } from '../stats/loadDay.ts';
import { COLUMNS } from './columns.ts';
import { csvFile } from './csvFile.ts';
import { findExport, findExportDay, listChangedDays, listExportRecords } from './exports.sql.ts';
import { readFilter } from './filter.ts';
import { generateRows, reportTitle, spoolDirectory } from './generate.ts';
import { htmlFile } from './htmlFile.ts';
import { localTime, rowsOf } from './rows.ts';
import { type Change, changesOf, unpackDay } from './snapshot.ts';
import type { Spool } from './spool.ts';
import { createTurns } from './turns.ts';
import { xlsxFile } from './xlsxFile.ts';

const LISTED_EXPORTS = 50;
const LISTED_CHANGES = 500;
/** A report holds one day of an account in memory; two of them may at once. */
const AT_ONCE = 2;

const CONTENT_TYPE: Record<contract.ExportType, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  html: 'text/html; charset=utf-8',
};

export function reportRoutes(app: FastifyInstance, { db, config }: Services) {
  const turns = createTurns(AT_ONCE);

  route(app, contract.generateReport, async (call) => {
    const { session, body, now, reply } = call;
    const { accountId, timeZone, fullName } = session;
    requireDataPermission(session, body.reportType);
    requirePickable(timeZone, now, body.dates);
    const exportType = body.exportType ?? 'csv';
    // Whoever closes the dialog or the browser stops the work.
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const spool = await turns
      .take(gone.signal, async () => {
        const directory = await spoolDirectory(config.dataDir, now);
        return generateRows(db, directory, { accountId, request: body, exportType, by: fullName, now }, gone.signal);
      })
      .catch((error) => {
        throw gone.signal.aborted ? new Refusal('EXPIRED', 'The export was cancelled.') : error;
      });
    try {
      await db.tenant(accountId, (tx) =>
        audit(tx, { ...by(call), accountId, action: 'report.export', target: reportTitle(body), detail: spanOf(body) }),
      );
      asDownload(reply, `${body.reportType}-${fileStamp(now)}.${exportType}`, CONTENT_TYPE[exportType]);
      return await sendFile(reply, spool, fileOf(session, body, exportType, now, spool));
    } catch (error) {
      await spool.close();
      throw error;
    }
  });

  route(app, contract.listExports, ({ session: { accountId } }) =>
    db.tenant(accountId, async (tx) => ({ results: await listExportRecords(tx, accountId, LISTED_EXPORTS) })),
  );

  route(app, contract.getExportChanges, async ({ session, params: { exportId }, now }) => {
    const { accountId } = session;
    const { record, days, filter, names } = await db.tenant(accountId, async (tx) => {
      const found = await findExport(tx, accountId, exportId);
      if (!found) throw notFound('Export');
      requireDataPermission(session, found.reportType);
      const changed = await listChangedDays(tx, accountId, found);
      return { record: found, days: changed, ...(await readFilter(tx, accountId, found.options)) };
    });
    const results: Change[] = [];
    for (const { day } of days) {
      const packed = await db.tenant(accountId, (tx) => findExportDay(tx, accountId, exportId, day));
      if (!packed)
        throw new Refusal(
          'EXPIRED',
          'What this export said is no longer kept. Export it again to compare from now on.',
        );
      const rows = rowsOf(record.reportType, await loadDayModel(db, accountId, day, now), names, filter);
      results.push(...changesOf(record.reportType, day, await unpackDay(packed), rows));
      if (results.length > LISTED_CHANGES) break;
    }
    return { results: results.slice(0, LISTED_CHANGES), more: results.length > LISTED_CHANGES };
  });
}

const spanOf = ({ dates, exportType }: contract.ReportRequest) =>
  `${dates.from} to ${dates.to}, ${exportType ?? 'csv'}`;

/** A report needs the permission of the figures in it as well. */
function requireDataPermission({ permissions }: UserCaller, type: contract.ReportType) {
  const needed: Permission = type.startsWith('piecework')
    ? 'Stats.GET_PERFORMANCE_METRICS'
    : 'Stats.GET_ATTENDANCE_INFORMATION';
  if (!permissions.includes(needed)) throw permissionDenied();
}

/** Both dates within the retention (rule 18). */
function requirePickable(timeZone: string, now: Date, dates: contract.ReportRequest['dates']) {
  const { from, to } = pickableDays(timeZone, now);
  const issues = (['from', 'to'] as const)
    .filter((end) => dates[end] < from || dates[end] > to)
    .map((end) => ({ path: `dates.${end}`, message: `Must be from ${from} to ${to}` }));
  if (issues.length > 0) throw new Refusal('DATE_OUT_OF_RANGE', `Choose dates from ${from} to ${to}.`, { issues });
}

function fileOf(
  { accountName, timeZone }: UserCaller,
  body: contract.ReportRequest,
  exportType: contract.ExportType,
  now: Date,
  spool: Spool,
): Readable {
  const columns = COLUMNS[body.reportType];
  const title = reportTitle(body);
  if (exportType === 'xlsx') return xlsxFile(title, columns, spool.read());
  const madeAt = `${localTime(zoneOf(timeZone), now.getTime())} (${timeZone})`;
  const pieces =
    exportType === 'csv'
      ? csvFile(columns, spool.read())
      : htmlFile({ title, accountName, ...body.dates, madeAt }, columns, spool.read());
  return Readable.from(pieces, { objectMode: false, highWaterMark: 64 * 1024 });
}

/** The spool is deleted when the file has been sent, or nobody wants it any more. */
function sendFile(reply: FastifyReply, spool: Spool, file: Readable) {
  file.once('close', () => void spool.close());
  return reply.send(file);
}
