import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Column, columnsAsSpecified, named, requestedColumns } from '#contract/reportColumns.ts';
import { canSubtotal, type ExportType, REPORTS, type ReportRequest } from '#contract/reports.ts';
import { deriveOlder } from '../attendance/olderDays.ts';
import { localTime, zoneOf } from '../attendance/zone.ts';
import type { Db } from '../db/db.ts';
import { csvFile } from '../files/csvFile.ts';
import { htmlFile } from '../files/htmlFile.ts';
import type { TableHead } from '../files/table.ts';
import { xlsxFile } from '../files/xlsxFile.ts';
import { getLookupNames } from '../masterData/reading.sql.ts';
import { type Generating, generateRows, makeReportFolder, reportTitle } from './generate.ts';
import type { Spool } from './spool.ts';

export type ReportJob = Generating & { directory: string; accountName: string; timeZone: string };

/** `trust`: the lines of its head that say how complete the figures are. */
export type MadeFile = { path: string; bytes: number; rows: number; trust: string[] };

/** Writes a whole report to a file in a folder of its own. If the report fails or is stopped, nothing is left. */
export async function makeFile(db: Db, job: ReportJob, signal: AbortSignal): Promise<MadeFile> {
  const { accountId, request, timeZone, now } = job;
  const folder = await makeReportFolder(job.directory, now);
  try {
    await deriveOlder(db, { accountId, timeZone, ...request.dates, now }, signal);
    const names = await db.tenant(job.accountId, (tx) => getLookupNames(tx, job.accountId));
    const columns = named(requestedColumns(job.request) ?? columnsAsSpecified(job.request), names);
    const groupBy = groupOf(job.request);
    // The column of the subtotals is read with the others, also where it is not shown.
    const read = groupBy === undefined ? columns : [...columns, { id: groupBy }];
    const { spool, rows, trust } = await generateRows(db, folder, job, read, signal);
    const path = join(folder, `file.${job.exportType}`);
    const head = { ...headOf(job, trust), ...(groupBy !== undefined && { groupAt: columns.length }) };
    await pipeline(contentOf(job.exportType, head, columns, spool), createWriteStream(path), { signal });
    await spool.close();
    return { path, bytes: (await stat(path)).size, rows, trust };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Returns the column of whose values each has a subtotal; undefined without subtotals. */
function groupOf({ reportType, options }: ReportRequest): string | undefined {
  const order = options?.orderBy ?? REPORTS[reportType].orderBy[0];
  if (!options?.subtotals || !canSubtotal(order)) return undefined;
  if (options.sums && !options.sums.lookups && order.startsWith('lookup')) return undefined;
  return order === 'firstName' || order === 'lastName' ? 'number' : order;
}

function headOf({ request, accountName, timeZone, now }: ReportJob, trust: string[]): TableHead {
  const title = reportTitle(request);
  const madeAt = `${localTime(zoneOf(timeZone), now.getTime())} (${timeZone})`;
  const toSign = request.reportType === 'corrections';
  return { title, accountName, ...request.dates, madeAt, trust, toSign };
}

function contentOf(exportType: ExportType, head: TableHead, columns: readonly Column[], spool: Spool): Readable {
  if (exportType === 'xlsx') return xlsxFile(head, columns, spool.read());
  const pieces = exportType === 'csv' ? csvFile(columns, spool.read()) : htmlFile(head, columns, spool.read());
  return Readable.from(pieces, { objectMode: false, highWaterMark: 64 * 1024 });
}
