import { setImmediate as breathe } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { Language } from '#contract/platform/languages.ts';
import { type Message, msg } from '#contract/platform/words.ts';
import type { Column } from '#contract/reports/reportColumns.ts';
import { type ExportType, REPORTS, type ReportRequest, type ReportType } from '#contract/reports/reports.ts';
import { loadCalendar } from '../attendance/calendars.ts';
import type { ListedRow } from '../attendance/corrections.sql.ts';
import { type Crew, isEverybody, modelOfCrew, readCrew } from '../figures/stats/crew.ts';
import { listedOfCrew } from '../figures/stats/crewLedger.ts';
import type { DayModel } from '../figures/stats/dayModel.ts';
import { loadingDays } from '../figures/stats/loadDay.ts';
import type { State } from '../figures/trends/oneState.ts';
import { openIn } from '../office/corrections/exceptions.ts';
import type { Db } from '../platform/db/db.ts';
import type { Scope } from '../platform/http/callers.ts';
import { ENGLISH, type Words, wordsIn } from '../platform/words/words.ts';
import { addDays, type LocalDate, localDateOf } from '../platform/zone.ts';
import { addClocking } from './clocking.ts';
import { deleteOldExports, insertExport, insertExportDay } from './exports.sql.ts';
import { readFilter } from './filter.ts';
import { type DayTrust, dayTrust, trustLines } from './head.ts';
import { sortKeyOf } from './order.ts';
import type { Shown } from './paid.ts';
import type { Grow } from './place.ts';
import { rowsOf } from './rows.ts';
import { packDay } from './snapshot.ts';
import { openSpool, type Spool } from './spool.ts';
import { reportSums } from './sums.ts';
import { addTeamParts } from './teamParts.ts';
import { reportOfDays } from './workingHours.ts';

const KEPT_EXPORTS = { kept: 200, keptRows: 20 };

/**
 * Reports of the same days and people. `scope`: the people to whom the user is limited. `isListed`: each export is listed, with its rows, so that later changes
 * can be shown.
 */
export type Generating = {
  accountId: string;
  reportTypes: readonly ReportType[];
  request: Omit<ReportRequest, 'reportType'>;
  exportType: ExportType;
  /** The language of a file for people, and of the lines on how complete the figures are. */
  language: Language;
  /** The languages of the mails about it, in which those lines are said as well. */
  mailLanguages?: readonly Language[];
  by: string;
  scope: Scope | null;
  now: Date;
  isListed: boolean;
  /** Only these people. */
  employeeIds?: readonly string[] | undefined;
};
type Folder = { directory: string; grow: Grow };
/** Lines that say how complete the figures of a report are, by their language. */
export type Trust = { readonly [language in Language]?: readonly string[] };
export type Generated = {
  reportType: ReportType;
  spool: Spool;
  rows: number;
  trust: Trust;
  /** The rows of each day of an export that is listed. */
  days: readonly { day: LocalDate; packed: Buffer }[];
};

/**
 * Writes the rows of reports to disk, in order: the values of the columns of each. Each day is read once for all of them, all days within one state. Two days of
 * the account at a time are in memory, however many are asked for. What is stored of a listed export is the rows of its days, also of a report of sums. Nothing
 * is left of reports that failed or were cancelled.
 */
export async function generateRows(
  state: State,
  folder: Folder,
  generating: Generating,
  columnsOf: (reportType: ReportType) => readonly Pick<Column, 'id'>[],
  signal: AbortSignal,
): Promise<Generated[]> {
  const { accountId, reportTypes, request, scope, now, employeeIds } = generating;
  const { db } = state;
  const { dates, options } = request;
  const spoken = [...new Set([generating.language, ...(generating.mailLanguages ?? [])])].map((language) => ({
    words: wordsIn(language),
    days: [] as DayTrust[],
  }));
  // At once rather than where the first of their rows is read: what is not judged is judged, and everything begins again.
  if (reportTypes.some((type) => OF_JUDGED_DAYS.has(type))) await judgeDays(state, generating);
  const { filter, names } = await readFilter(db, accountId, options, scope);
  if (employeeIds) filter.employeeIds = new Set(employeeIds);
  const crew = await readCrew(db, { accountId, scope });
  const reports: Writing[] = [];
  try {
    for (const reportType of reportTypes)
      reports.push(
        await openReport(
          state,
          folder,
          { ...generating, reportType },
          { shown: { filter, names, crew }, columns: columnsOf(reportType) },
        ),
      );
    const load = loadingDays(db, accountId, dates.from, now);
    for await (const whole of loadedAhead(load, dates)) {
      signal.throwIfAborted();
      const model = modelOfCrew(whole, crew);
      for (const { words, days } of spoken) days.push(dayTrust(model, filter, words));
      for (const report of reports) await report.add(model);
      await breathe();
    }
    const ledgerLine = await ledgerLineOf(db, accountId, dates, { now, crew });
    return reports.map(({ reportType, spool, made }) => ({
      ...{ reportType, spool, ...made() },
      trust: Object.fromEntries(
        spoken.map(({ words, days }) => [
          words.language,
          [...trustLines(days, words), ...ledgerLine(reportType, words)],
        ]),
      ),
    }));
  } catch (error) {
    for (const { spool } of reports) await spool.close();
    throw error;
  }
}

const OF_JUDGED_DAYS = new Set<ReportType>(['paid-hours', 'paid-hours-period', 'working-hours', 'earnings']);
async function judgeDays({ db, days, dataVersion }: State, { accountId, request: { dates }, now }: Generating) {
  const { zone } = await loadCalendar(db, accountId);
  const today = localDateOf(zone, now.getTime());
  const to = [dates.to, today].sort()[0] ?? today;
  await days.judge({ accountId, timeZone: zone.name, dataVersion, now }, dates.from, to);
}

/** Lists the exports of reports that are whole, with their rows; `dataVersion`: of the state that they were made of. */
export async function listExports(
  db: Db,
  { accountId, request, exportType, by, scope, now }: Generating,
  generated: readonly Generated[],
  dataVersion: number,
) {
  const { dates, options } = request;
  await db.tenant(accountId, async (tx) => {
    for (const { reportType, rows, days } of generated) {
      const exportId = uuidv7({ msecs: now.getTime() });
      await insertExport(tx, accountId, {
        ...{ exportId, reportType, exportType, ...dates, options, dataVersion, by, scope, now, rows },
      });
      for (const { day, packed } of days) await insertExportDay(tx, accountId, exportId, day, packed);
    }
    await deleteOldExports(tx, accountId, KEPT_EXPORTS);
  });
}

/** Returns the words of a file: programs read a CSV, whose heads and words never change with the language. */
export const fileWords = ({ exportType, language }: Pick<Generating, 'exportType' | 'language'>): Words =>
  exportType === 'csv' ? ENGLISH : wordsIn(language);

/** A report whose days are being written. */
type Writing = {
  reportType: ReportType;
  spool: Spool;
  add(model: DayModel): Promise<void>;
  /** Returns what there is after the last day: the number of rows, and those of each day of an export that will be listed. */
  made(): Pick<Generated, 'rows' | 'days'>;
};
async function openReport(
  state: State,
  { directory, grow }: Folder,
  generating: Generating & { reportType: ReportType },
  { shown, columns }: { shown: Shown; columns: readonly Pick<Column, 'id'>[] },
): Promise<Writing> {
  const { accountId, reportType, request, exportType, language, now, isListed } = generating;
  const { db } = state;
  const { dates, options } = request;
  const paid = await reportOfDays(state, accountId, { reportType, dates, now }, shown);
  const sums = await reportSums(db, accountId, { ...request, reportType });
  const ids = columns.map(({ id }) => id);
  const spool = await openSpool(
    directory,
    ids,
    sortKeyOf(reportType, options?.orderBy),
    grow,
    fileWords({ exportType, language }),
  );
  let rows = 0;
  const days: Generated['days'][number][] = [];
  return {
    reportType,
    spool,
    async add(model) {
      const day = model.date;
      const ledger = await ledgerOf(db, accountId, { reportType, from: dates.from, day, crew: shown.crew });
      const own = rowsOf(reportType, model, shown.names, shown.filter, ledger);
      const complete = paid ? await paid.complete(day, own) : own;
      if (reportType === 'piecework-performance') await addTeamParts(db, accountId, day, complete);
      if (options?.clocking) await addClocking(db, accountId, day, complete);
      const lines = sums ? sums.add(day, complete) : complete;
      rows += lines.length;
      await spool.add(lines);
      if (isListed) days.push({ day, packed: await packDay(reportType, complete) });
    },
    made: () => ({ rows, days }),
  };
}

/** Yields the days in order. While one is worked on the next is loaded: the database and this thread have about as much to do. */
async function* loadedAhead(
  load: (day: LocalDate) => Promise<DayModel>,
  { from, to }: { from: LocalDate; to: LocalDate },
): AsyncGenerator<DayModel> {
  let next = load(from);
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const model = await next;
    if (day < to) {
      next = load(addDays(day, 1));
      // Nobody awaits it if the work on this day fails.
      next.catch(() => undefined);
    }
    yield model;
  }
}

type OfDay = { reportType: ReportType; from: LocalDate; day: LocalDate; crew: Crew };
/**
 * Returns the ledger's rows on a day of a report of the ledger that begins at `from`. An entry of several days has one row, on the first of them within
 * the report.
 */
export async function ledgerOf(
  db: Db,
  accountId: string,
  { reportType, from, day, crew }: OfDay,
): Promise<ListedRow[]> {
  if (reportType !== 'corrections') return [];
  const which = { from: day, to: day, offset: 0, limit: LEDGER_ROWS };
  const listed = await db.tenant(accountId, async (tx) => listedOfCrew(tx, accountId, which, crew));
  return listed.filter(({ days }) => days.find((one) => one >= from) === day);
}
const LEDGER_ROWS = 20_000;

type Whose = { now: Date; crew: Crew };
/**
 * Returns what says '12 corrections, 3 exceptions open.' of days in a report; '' without either. Corrections that were undone change nothing, and are only in
 * the report of the ledger.
 */
async function ledgerLineOf(db: Db, accountId: string, days: ReportRequest['dates'], { now, crew }: Whose) {
  return db.tenant(accountId, async (tx) => {
    const limit = isEverybody(crew) ? 1 : LEDGER_ROWS;
    const listed = await listedOfCrew(tx, accountId, { ...days, offset: 0, limit }, crew);
    const [first] = listed;
    const [all = 0, inForce = 0] = isEverybody(crew)
      ? [first?.total, first?.inForce]
      : [listed.length, listed.filter(({ undoneAt }) => undoneAt === null).length];
    const { toFix } = await openIn(tx, accountId, now, days, { crew });
    return (reportType: ReportType, { say }: Words) => {
      const corrections = reportType === 'corrections' ? all : inForce;
      if (corrections + toFix === 0) return [];
      return [
        say(
          msg(
            '{corrections, plural, one {{corrections} correction} other {{corrections} corrections}}, {toFix, plural, one {{toFix} exception} other {{toFix} exceptions}} open.',
            { corrections, toFix },
          ),
        ),
      ];
    };
  });
}

export const reportTitle = (reportType: ReportType): Message =>
  msg('{report} Report', { report: { id: REPORTS[reportType].name } });
