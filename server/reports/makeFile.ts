import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { localTime, zoneOf } from '../attendance/zone.ts';
import type { Db } from '../db/db.ts';
import { csvFile } from '../files/csvFile.ts';
import { htmlFile } from '../files/htmlFile.ts';
import type { Column } from '../files/table.ts';
import { xlsxFile } from '../files/xlsxFile.ts';
import { getLookupNames } from '../masterData/reading.sql.ts';
import { columnsOf } from './columns.ts';
import { type Generating, generateRows, makeReportFolder, reportTitle } from './generate.ts';
import type { Spool } from './spool.ts';

export type ReportJob = Generating & { directory: string; accountName: string; timeZone: string };

/** Writes a whole report to a file in a folder of its own, and returns its path. If the report fails or is stopped, nothing is left. */
export async function makeFile(db: Db, job: ReportJob, signal: AbortSignal): Promise<string> {
  const folder = await makeReportFolder(job.directory, job.now);
  try {
    const { spool, trust } = await generateRows(db, folder, job, signal);
    const path = join(folder, `file.${job.exportType}`);
    const names = await db.tenant(job.accountId, (tx) => getLookupNames(tx, job.accountId));
    const columns = columnsOf(job.request, names);
    await pipeline(contentOf(job, columns, spool, trust), createWriteStream(path), { signal });
    await spool.close();
    return path;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

function contentOf(
  { request, exportType, accountName, timeZone, now }: ReportJob,
  columns: readonly Column[],
  spool: Spool,
  trust: string[],
): Readable {
  const title = reportTitle(request);
  const madeAt = `${localTime(zoneOf(timeZone), now.getTime())} (${timeZone})`;
  const toSign = request.reportType === 'corrections';
  const head = { title, accountName, ...request.dates, madeAt, trust, toSign };
  if (exportType === 'xlsx') return xlsxFile(head, columns, spool.read());
  const pieces = exportType === 'csv' ? csvFile(columns, spool.read()) : htmlFile(head, columns, spool.read());
  return Readable.from(pieces, { objectMode: false, highWaterMark: 64 * 1024 });
}
