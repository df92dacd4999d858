import { v7 as uuidv7 } from 'uuid';
import { type Message, msg } from '#contract/platform/words.ts';
import type { ChangeScope } from '../../../masterData/change.ts';
import { localTime, type Zone } from '../../../platform/zone.ts';
import { type EarlierEntry, selectEarlier } from './earlier.sql.ts';
import type { PieceRecord } from './lines.ts';

/** A line that may be stored: its record with the codes of the lookups that were found, and what it would be in other orders of dates. */
export type Understood = {
  id: number;
  line: number;
  number: string;
  code: string;
  record: PieceRecord;
  others: PieceRecord[];
};
/** Finds the lookup entry that a text names by its code or description. */
export type LookupOf = (lookup: 1 | 2, text: string | null | undefined) => { code: string | null };
/** By the ids of lines the code of each, those whose work an earlier list has, why it looks like one that was read in another order of dates, and a note where it may correct an earlier count. */
export type Codes = {
  codes: ReadonlyMap<number, string>;
  known: ReadonlySet<number>;
  suspect: ReadonlyMap<number, Message>;
  corrected: ReadonlyMap<number, readonly Message[]>;
};

type Work = Pick<EarlierEntry, 'employeeNumber' | 'units' | 'startedAt'> &
  Partial<Pick<EarlierEntry, 'endedAt' | 'durationMs' | 'lookup1Code' | 'lookup2Code' | 'jobDescription'>>;
/** Returns the same text for the same work, however it is written: the employee and the lookups are those that were found. */
const keyOf = (work: Work, lookups: LookupOf) =>
  JSON.stringify([
    work.employeeNumber,
    Number(work.units),
    Date.parse(work.startedAt),
    work.endedAt ? Date.parse(work.endedAt) : null,
    work.durationMs ?? null,
    ...([1, 2] as const).map((lookup) => lookups(lookup, work[`lookup${lookup}Code`]).code?.toLowerCase() ?? null),
    work.jobDescription?.trim().toLowerCase() || null,
  ]);

/**
 * Returns the codes of lines: their own, unless its entry was set aside with a wrong list; or that of an entry of an earlier list with the same work, of as many as there are; or a new one. The same work
 * under other dates is suspect (`suspectOf`).
 */
export async function codesOf(
  { tx, accountId, systemId, now }: ChangeScope,
  lines: readonly Understood[],
  { lookups, zone }: { lookups: LookupOf; zone: Zone },
): Promise<Codes> {
  const starts = lines.flatMap(({ record, others }) => [record, ...others].map(({ startedAt }) => startedAt));
  const numbers = [...new Set(lines.map(({ number }) => number))];
  const sent = new Set(lines.map(({ code }) => code).filter(Boolean));
  const found = await selectEarlier(tx, accountId, {
    systemId,
    numbers,
    starts: [...new Set(starts)],
    codes: [...sent],
  });
  const goneCodes = new Set(found.flatMap(({ isOfWrongList, recordId }) => (isOfWrongList ? recordId : [])));
  const earlier = found.filter(({ isOfWrongList }) => !isOfWrongList);
  const own = new Set([...sent].filter((code) => !goneCodes.has(code)));
  const byKey = Map.groupBy(earlier, (entry) => keyOf(entry, lookups));
  const left = new Map(
    [...byKey].map(([key, entries]) => [key, entries.map(({ recordId }) => recordId).filter((id) => !own.has(id))]),
  );
  const codes = new Map<number, string>();
  const known = new Set<number>();
  const added: Understood[] = [];
  for (const one of lines) {
    const ownCode = own.has(one.code) ? one.code : '';
    const earlierCode = ownCode ? undefined : left.get(keyOf(one.record, lookups))?.shift();
    codes.set(one.id, ownCode || earlierCode || `csv-${uuidv7()}`);
    if (earlierCode) known.add(one.id);
    else if (!ownCode) added.push(one);
  }
  const suspect = suspectOf(added, { find: (record) => byKey.get(keyOf(record, lookups)) ?? [], now, zone });
  // Entries that no line of this list has.
  const others = new Set([...left.values()].flat());
  const byWork = Map.groupBy(
    earlier.filter(({ recordId, isInForce }) => isInForce && others.has(recordId)),
    (entry) => keyOf({ ...entry, units: '0' }, lookups),
  );
  const corrected = new Map(
    added.map(({ id, record }) => {
      const [before] = byWork.get(keyOf({ ...record, units: '0' }, lookups)) ?? [];
      return [id, before ? [mayCorrect(before)] : []] as const;
    }),
  );
  return { codes, known, suspect, corrected };
}
const mayCorrect = ({ units }: EarlierEntry) =>
  msg('An earlier list has {units} of the same work: both count. If this corrects it, void that first', {
    units: String(Number(units)),
  });

type Earlier = { find: (record: PieceRecord) => readonly EarlierEntry[]; now: Date; zone: Zone };
/**
 * Returns the lines whose work an earlier list has on the day that another order of dates gives, if that is so of half of those with two readings: one of
 * the two lists was read in the wrong order, and both would be paid. Lists of two days of their own were each imported nearer to their day.
 */
function suspectOf(lines: readonly Understood[], { find, now, zone }: Earlier): ReadonlyMap<number, Message> {
  const unclear = lines.filter(({ others }) => others.length > 0);
  const found = new Map<number, Message>();
  for (const { id, record, others } of unclear) {
    const day = Date.parse(record.startedAt);
    const isWrong = ({ startedAt, receivedAt, isInForce }: EarlierEntry) =>
      isInForce &&
      !(
        isNearer(now.getTime(), day, Date.parse(startedAt)) &&
        isNearer(Date.parse(receivedAt), Date.parse(startedAt), day)
      );
    const before = others.flatMap(find).find(isWrong);
    if (!before) continue;
    const dateOf = (instant: number) => localTime(zone, instant).slice(0, 10);
    found.set(
      id,
      msg('The same work was imported for {date} before: void that first, or write the date as {day}', {
        date: dateOf(Date.parse(before.startedAt)),
        day: dateOf(day),
      }),
    );
  }
  return found.size * 2 >= unclear.length ? found : new Map();
}
const isNearer = (at: number, day: number, other: number) => Math.abs(at - day) < Math.abs(at - other);
