import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { pieceLine, piecesResult } from '#contract/intake/payroll.ts';
import { type PieceMapping, pieceMappingProblem, type RememberedPieces } from '#contract/intake/pieceList.ts';
import { APPLICATION_SYSTEM } from '#contract/masterData/setupRecords.ts';
import type { DateOrder } from '#contract/platform/dateOrder.ts';
import { type Message, msg, words } from '#contract/platform/words.ts';
import { deferReferences, lockMasterData } from '../../../masterData/account.sql.ts';
import type { ChangeScope } from '../../../masterData/change.ts';
import { findEmployeesByName, findLostZeros, selectNamesOfAll } from '../../../masterData/employees.sql.ts';
import { readLookupEntries } from '../../../masterData/lookups.sql.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { runOrPreview } from '../../../platform/db/preview.ts';
import { type DecimalSign, formulaIn } from '../../../platform/files/cells.ts';
import { lineReason, lostZeros, oneOf, writtenOtherwise } from '../../../platform/files/lineReason.ts';
import { rememberList, selectRemembered } from '../../../platform/files/rememberedColumns.sql.ts';
import { conflict, invalid } from '../../../platform/http/errors.ts';
import { addDays, localDateOf, localTime, type Zone, zoneOf } from '../../../platform/zone.ts';
import { syncWork } from '../work.ts';
import { codesOf, type LookupOf, type Understood } from './codes.ts';
import { countingOf } from './counting.ts';
import { selectImports } from './imports.sql.ts';
import {
  datesOf,
  numberOf,
  PIECE_LABELS,
  type PieceRecord,
  type ReadLine,
  readLine,
  unclearNumberIn,
  withoutGroups,
  withoutMidnights,
  withYears,
} from './lines.ts';
import { withNumbers } from './names.ts';
import { officeRules, type RefusalOf } from './officeRules.ts';
import { type Line, PIECES, type PieceFile, readTable, type Table } from './table.ts';

type PieceLine = z.infer<typeof pieceLine>;
/** The outcome of a line, by its id. */
type Outcome = PieceLine & { id: number };
export type PiecesResult = z.infer<typeof piecesResult>;
type Import = {
  accountId: string;
  file: PieceFile;
  commit: boolean;
  /** The fields of its columns, if the user has chosen them. */
  columns?: PieceMapping | undefined;
  /** The encoding by which the user chose to read its letters. */
  letters?: RememberedPieces['letters'];
  /** How its dates are written, if the user has chosen. */
  dates?: DateOrder | undefined;
  /** The decimal sign of its numbers, if the user has chosen. */
  chosenSign?: DecimalSign | undefined;
  /** Of the language of who imports: for a file that does not tell its own. */
  decimalSign: DecimalSign;
  clock: Clock;
  /** The user of the office who imports: lines of a locked day and of their own are refused. */
  office?: string | undefined;
  /** Of the preview: nothing is imported where the outcome is another by now. */
  outcomeHash?: string | undefined;
};

/** The contract's limit. */
const LISTED_LINES = 500;

/**
 * Imports a list of piecework through the same function as a payroll sync, in one transaction, which a preview rolls back. `andThen` runs within the
 * transaction of a commit, which remembers what the columns were taken for. Throws VALIDATION_FAILED or TOO_LARGE for a file that cannot be read.
 */
export async function importPieces(
  db: Db,
  {
    accountId,
    file,
    commit,
    columns: chosen,
    letters,
    dates,
    chosenSign,
    decimalSign: ofLanguage,
    clock,
    office,
    outcomeHash,
  }: Import,
  andThen: (tx: Db, result: PiecesResult, at: Date) => Promise<void>,
): Promise<PiecesResult> {
  const remembered = await db.tenant(accountId, (tx) => selectRemembered(tx, accountId, PIECES));
  const read = await readTable(file, { chosen, remembered });
  const table = { ...read, chosenSign, decimalSign: chosenSign ?? read.decimalSign ?? ofLanguage };
  const fields = table.columns.map(({ field }) => field);
  const { dateAbove } = read;
  const problem = pieceMappingProblem(fields, dateAbove);
  const order = problem ? null : (dates ?? datesOf(table.lines));
  const unclearNumber = problem || chosenSign ? undefined : unclearNumberIn(table.lines, table.decimalSign);
  if (commit && problem) throw invalid('columns', problem);
  if (commit && order === null) throw invalid('dates', words('Choose how the dates are written.'));
  return runOrPreview(
    db,
    accountId,
    !commit,
    async (tx) => {
      const { timeZone, dataVersion } = await lockMasterData(tx, accountId);
      // Not earlier: no record may get an instant from before a restore that began earlier.
      const now = await afterImports(tx, accountId, clock.now());
      if (!commit) await deferReferences(tx);
      const scope = { tx, accountId, systemId: APPLICATION_SYSTEM, now, version: dataVersion + 1 };
      const zone = zoneOf(timeZone);
      const pieces = order === null ? [] : await readLines(scope, table, { zone, dates: order });
      const refusalOf = office === undefined ? () => null : await officeRules(tx, accountId, office, now, pieces);
      const { sheet, otherSheets, headingLine, headings, firstLines, columns, unread } = table;
      const outcomes = await storePieces(scope, pieces, { refusalOf, zone });
      const result = {
        ...resultOf(outcomes, pieces, zone),
        ...{
          sheet,
          otherSheets,
          headingLine,
          firstLines,
          columns,
          letters: letters ?? read.letters,
          ...(dateAbove && { dateAbove }),
          ignoredColumns: unread,
          dates: order,
          ...(unclearNumber !== undefined && { unclearNumber: unclearNumber.slice(0, 40) }),
          undo: null,
        },
      };
      if (!commit) return result;
      if (outcomeHash !== undefined && outcomeHash !== result.outcomeHash)
        throw conflict(words('Something changed since the preview. Look again.'));
      if (headings.length > 0)
        await rememberList(tx, accountId, PIECES, {
          headings,
          mapping: {
            ...{ headingLine, letters: result.letters },
            fields: columns.map(({ field, samples }) => (samples.length > 0 ? field : 'empty')),
          },
        });
      const committed = { ...result, undo: undoOf(outcomes, pieces, { now, zone }) };
      await andThen(tx, committed, now);
      return committed;
    },
    { deadlineMs: 120_000 },
  );
}

/** Returns an instant of its own for an import: its undo finds the entries by it. */
async function afterImports(tx: Db, accountId: string, now: Date): Promise<Date> {
  const [last] = await selectImports(tx, accountId, { since: now, limit: 1 });
  return last ? new Date(Date.parse(last.at) + 1) : now;
}

/** Reads the lines of a list whose columns tell what is needed. */
async function readLines(
  { tx, accountId, now }: ChangeScope,
  {
    columns,
    lines,
    decimalSign,
    chosenSign,
  }: Table & { decimalSign: DecimalSign; chosenSign: DecimalSign | undefined },
  { zone, dates }: { zone: Zone; dates: DateOrder },
): Promise<ReadLine[]> {
  const isNamed = columns.some(({ field }) => field === 'fullName' || field === 'lastName');
  const numbered = isNamed ? withNumbers(lines, await selectNamesOfAll(tx, accountId)) : lines;
  const plain = withoutMidnights(withoutGroups(withYears(numbered, localDateOf(zone, now.getTime())), chosenSign));
  return plain.map((line) => readLine(line, { zone, decimalSign, dates }));
}

/**
 * Stores the pieces of the lines. A line without a code is known by its work, so that importing the same again adds nothing; the same line twice in one
 * file is two entries.
 */
async function storePieces(
  scope: ChangeScope,
  lines: readonly ReadLine[],
  { refusalOf, zone }: { refusalOf: RefusalOf; zone: Zone },
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const numbers = await findNumbers(scope, lines);
  const lookups = await findLookups(scope);
  const uncounted = await countingOf(scope, lines);
  const refuse = (of: Pick<ReadLine, 'id' | 'line'>, number: string, why: string | Message) =>
    outcomes.push({ id: of.id, line: of.line, outcome: 'refused', code: number, ...lineReason(why) });
  const notes = new Map<number, Message[]>();
  const understood = lines.flatMap((of): Understood[] => {
    const { id, line, cells, read, others } = of;
    const number = numberOf(cells);
    const first = lookups(1, cells.lookup1);
    const second = lookups(2, cells.lookup2);
    const why =
      'wrong' in read
        ? read.wrong
        : (farDayIn(read.record, { now: scope.now, zone }) ??
          refusalOf(number, read.record) ??
          numbers.problemOf(number) ??
          (first.note && formulaIn(cells.lookup1 ?? '')) ??
          (second.note && formulaIn(cells.lookup2 ?? '')));
    if (why) refuse(of, number, why);
    if (why || 'wrong' in read) return [];
    notes.set(
      id,
      [numbers.noteOf(number), uncounted(number, read.record), first.note, second.note].filter((note) => note !== null),
    );
    const found = { lookup1Code: first.code, lookup2Code: second.code };
    const [record, ...rest] = [read.record, ...others].map((one) => ({ ...one, ...found }));
    return record ? [{ id, line, number, code: cells.code?.trim() ?? '', record, others: rest }] : [];
  });
  const { codes, known, suspect, corrected } = await codesOf(scope, understood, { lookups, zone });
  const seen = new Map<string, number>();
  const sent: { id: number; line: number; number: string; record: PieceRecord & { code: string } }[] = [];
  for (const { id, line, number, record } of understood) {
    const code = codes.get(id) ?? '';
    const earlier = seen.get(code);
    const why = earlier ? msg('Line {earlier} has the same code', { earlier }) : suspect.get(id);
    if (why) {
      refuse({ id, line }, number, why);
      continue;
    }
    seen.set(code, line);
    sent.push({ id, line, number, record: { ...record, code } });
  }

  const dates = new Map(sent.flatMap(({ record: { code, date } }) => (date ? [[code, date] as const] : [])));
  const { pieceworkEntries: part } = await syncWork(
    scope,
    { pieceworkEntries: sent.flatMap(({ id, record }) => (known.has(id) ? [] : record)) },
    { dates },
  );
  const refusals = new Map(part?.rejected.map(({ code, reason, words: said }) => [code, withHeading(said) ?? reason]));
  for (const { id, line, number, record } of sent) {
    const outcome = known.has(id) ? 'unchanged' : part?.outcomes?.get(record.code);
    outcomes.push({
      id,
      line,
      outcome: outcome === 'added' || outcome === 'unchanged' ? outcome : 'refused',
      code: number,
      ...lineReason(
        outcome
          ? oneOf([...(notes.get(id) ?? []), ...(corrected.get(id) ?? [])])
          : (refusals.get(record.code) ?? words('Not imported')),
      ),
    });
  }
  return outcomes;
}

/** Earlier days are slips of the fingers: 1926 for 2026. */
const FIRST_DAY = '2000-01-01';
/** Returns what is wrong with a record of a day that has not begun on the account's clock, or that is too long ago. */
function farDayIn({ startedAt }: PieceRecord, { now, zone }: { now: Date; zone: Zone }): Message | null {
  const date = localDateOf(zone, Date.parse(startedAt));
  if (date < FIRST_DAY) return msg('{date} is before {from}: is its year right?', { date, from: FIRST_DAY });
  return date > localDateOf(zone, now.getTime()) ? msg('{date} is in the future', { date }) : null;
}

/** Returns what is wrong with a field of a record with the heading of its column in place of the field's name. */
function withHeading(said: Message | undefined): Message | undefined {
  const label = said?.values?.label;
  const heading = typeof label === 'string' ? PIECE_LABELS[label] : undefined;
  return said && heading ? { ...said, values: { ...said.values, label: heading } } : said;
}

/** Returns functions that say what is wrong with the number of a line, and what is to be known of it. */
async function findNumbers({ tx, accountId }: ChangeScope, lines: readonly Line[]) {
  const numbers = [...new Set(lines.map(({ cells }) => numberOf(cells)))];
  const bare = numbers.filter((number) => ZEROS.test(number)).map((number) => number.replace(ZEROS, ''));
  const known = await findEmployeesByName(tx, accountId, { numbers: [...numbers, ...bare], codes: [] });
  const found = new Set(known.map(({ number }) => number));
  const unknown = numbers.filter((number) => !found.has(number));
  const lost = new Set(unknown.length > 0 ? await findLostZeros(tx, accountId, unknown) : []);
  return {
    problemOf(number: string): Message | null {
      const other = number.replace(ZEROS, '');
      if (lost.has(number)) return lostZeros(PIECE_LABELS.employeeNumber, number);
      return found.has(number) || !found.has(other) ? null : writtenOtherwise(number, other);
    },
    noteOf: (number: string) =>
      found.has(number) ? null : msg('No employee has the number {number} yet: stored until one does', { number }),
  };
}
const ZEROS = /^0+(?=[1-9]\d*$)/;

type FindLookup = (...args: Parameters<LookupOf>) => { code: string | null; note: Message | null };
/** Returns a function that finds an entry by its code or description; an unknown one is stored as it was written, with a note. */
async function findLookups({ tx, accountId }: ChangeScope): Promise<FindLookup> {
  const entries = await readLookupEntries(tx, accountId);
  const key = (lookup: 1 | 2, text: string) => `${lookup} ${text.trim().toLowerCase()}`;
  const codes = new Map(entries.map(({ lookup, description, code }) => [key(lookup, description), code]));
  for (const { lookup, code } of entries) codes.set(key(lookup, code), code);
  return (lookup, cell) => {
    const text = cell?.trim() ?? '';
    if (text === '') return { code: null, note: null };
    const code = codes.get(key(lookup, text));
    return code === undefined
      ? { code: text, note: msg('Lookup {lookup} has no "{text}" yet', { lookup, text }) }
      : { code, note: null };
  };
}

/** Returns the counts of all lines, and the first lines that were added or refused with what was read of them. */
function resultOf(
  outcomes: readonly Outcome[],
  pieces: readonly ReadLine[],
  zone: Zone,
): Pick<PiecesResult, 'added' | 'unchanged' | 'refused' | 'lines' | 'outcomeHash'> {
  const count = (outcome: PieceLine['outcome']) => outcomes.filter((line) => line.outcome === outcome).length;
  const byId = new Map(pieces.map((piece) => [piece.id, piece]));
  const lines = outcomes
    .toSorted((a, b) => a.id - b.id)
    .map(({ id, ...outcome }): PieceLine => {
      const { read, heading } = byId.get(id) ?? {};
      const line = { ...outcome, ...(heading !== undefined && { heading }) };
      return read && 'record' in read ? { ...line, read: shownOf(read.record, zone) } : line;
    });
  return {
    added: count('added'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    lines: lines.filter(({ outcome }) => outcome !== 'unchanged').slice(0, LISTED_LINES),
    outcomeHash: createHash('sha256').update(JSON.stringify(lines)).digest('base64url'),
  };
}

/** Returns the choice of the entries that were added. A work day may be of the date before or after. */
function undoOf(
  outcomes: readonly Outcome[],
  pieces: readonly ReadLine[],
  { now, zone }: { now: Date; zone: Zone },
): PiecesResult['undo'] {
  const added = new Set(outcomes.filter(({ outcome }) => outcome === 'added').map(({ id }) => id));
  const dates = pieces
    .flatMap(({ id, read }) =>
      added.has(id) && 'record' in read ? localDateOf(zone, Date.parse(read.record.startedAt)) : [],
    )
    .sort();
  const [first, last] = [dates[0], dates.at(-1)];
  return first && last ? { from: addDays(first, -1), to: addDays(last, 1), importedAt: now.toISOString() } : null;
}

const shownOf = ({ units, startedAt, date, endedAt, durationMs }: PieceRecord, zone: Zone): PieceLine['read'] => ({
  units,
  startedAt: date ?? localTime(zone, Date.parse(startedAt)).slice(0, 16),
  endedAt: endedAt === undefined ? null : localTime(zone, Date.parse(endedAt)).slice(0, 16),
  durationMs: durationMs ?? null,
});
