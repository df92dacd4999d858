import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type Column,
  columnsAsSpecified,
  type LookupNames,
  named,
  requestedColumns,
} from '#contract/reports/reportColumns.ts';
import {
  canSubtotal,
  type ExportType,
  REPORTS,
  type ReportRequest,
  type ReportType,
} from '#contract/reports/reports.ts';
import { deriveOlder } from '../attendance/olderDays.ts';
import { createDayModels } from '../figures/stats/dayModels.ts';
import { createOneState } from '../figures/trends/oneState.ts';
import { getLookupNames } from '../masterData/reading.sql.ts';
import { counting } from '../platform/archive/room.ts';
import type { Db } from '../platform/db/db.ts';
import { csvFile } from '../platform/files/csvFile.ts';
import { htmlFile } from '../platform/files/htmlFile.ts';
import type { TableHead } from '../platform/files/table.ts';
import { xlsxFile } from '../platform/files/xlsxFile.ts';
import { momentInFigures } from '../platform/words/figures.ts';
import type { Words } from '../platform/words/words.ts';
import { localTime, zoneOf } from '../platform/zone.ts';
import { fileWords, type Generating, generateRows, listExports, reportTitle, type Trust } from './generate.ts';
import { growingIn, makeReportFolder, type Place } from './place.ts';
import type { Spool } from './spool.ts';

export type ReportJob = Generating & Place & { accountName: string; timeZone: string };

export type MadeFile = { path: string; bytes: number; rows: number; trust: Trust };

/** Writes whole reports, each to a file in a folder of its own. If one fails or is stopped, nothing is left of any. */
export async function makeFiles(db: Db, job: ReportJob, signal: AbortSignal): Promise<MadeFile[]> {
  const { accountId, request, timeZone, now, exportType } = job;
  const words = fileWords(job);
  const folders: string[] = [];
  const spools: Spool[] = [];
  const grow = growingIn(job);
  const openFolder = async () => {
    const folder = await makeReportFolder(job.directory, now);
    folders.push(folder);
    return folder;
  };
  try {
    const directory = await openFolder();
    await deriveOlder(db, { accountId, timeZone, ...request.dates, now }, signal);
    const { generated, shown, dataVersion } = await oneStateOf(db)(
      { accountId, timeZone, now },
      async (state) => {
        const names = await getLookupNames(state.db, accountId);
        const columns = (reportType: ReportType) => shownOf({ ...request, reportType }, names, words);
        const read = (reportType: ReportType) => columns(reportType).read;
        const rows = await generateRows(state, { directory, grow }, job, read, signal);
        return { generated: rows, shown: columns, dataVersion: state.dataVersion };
      },
      signal,
    );
    spools.push(...generated.map(({ spool }) => spool));
    if (job.isListed) await listExports(db, job, generated, dataVersion);
    const files: MadeFile[] = [];
    for (const { reportType, spool, rows, trust } of generated) {
      const { columns, groupAt } = shown(reportType);
      const path = join(await openFolder(), `file.${exportType}`);
      const head = {
        ...headOf(job, reportType, trust[job.language] ?? [], words),
        ...(groupAt !== undefined && { groupAt }),
      };
      await pipeline(contentOf(exportType, head, columns, spool), counting(grow), createWriteStream(path), { signal });
      await spool.close();
      files.push({ path, bytes: (await stat(path)).size, rows, trust });
    }
    await rm(directory, { recursive: true, force: true });
    return files;
  } catch (error) {
    for (const spool of spools) await spool.close().catch(() => undefined);
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Reports take long, and each thread has one connection. */
const oneStateOf = (db: Db) => createOneState(db, createDayModels(db), { atOnce: 1, mayJudge: false });

/** Returns the columns of a report that are shown, those that are read, and the place among these of the column of the subtotals. */
function shownOf(request: ReportRequest, names: LookupNames, { say }: Words) {
  const columns = named(requestedColumns(request) ?? columnsAsSpecified(request), names, say);
  const groupBy = groupOf(request);
  // The column of the subtotals is read with the others, also where it is not shown.
  return groupBy === undefined
    ? { columns, read: columns }
    : { columns, read: [...columns, { id: groupBy }], groupAt: columns.length };
}

/** Returns the column of whose values each has a subtotal; undefined without subtotals. */
function groupOf({ reportType, options }: ReportRequest): string | undefined {
  const order = options?.orderBy ?? REPORTS[reportType].orderBy[0];
  if (!options?.subtotals || !canSubtotal(order)) return undefined;
  if (options.sums && !options.sums.lookups && order.startsWith('lookup')) return undefined;
  return order === 'firstName' || order === 'lastName' ? 'number' : order;
}

function headOf(
  { request, accountName, timeZone, now }: ReportJob,
  reportType: ReportType,
  trust: readonly string[],
  words: Words,
): TableHead {
  const title = words.say(reportTitle(reportType));
  const madeAt = `${momentInFigures(words, localTime(zoneOf(timeZone), now.getTime()))} (${timeZone})`;
  const toSign = reportType === 'corrections';
  return { words, title, accountName, ...request.dates, madeAt, trust, toSign };
}

function contentOf(exportType: ExportType, head: TableHead, columns: readonly Column[], spool: Spool): Readable {
  if (exportType === 'xlsx') return xlsxFile(head, columns, spool.read());
  const pieces = exportType === 'csv' ? csvFile(columns, spool.read()) : htmlFile(head, columns, spool.read());
  return Readable.from(pieces, { objectMode: false, highWaterMark: 64 * 1024 });
}
