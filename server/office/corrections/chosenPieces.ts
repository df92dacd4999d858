import { hash } from 'node:crypto';
import type { CorrectionItem } from '#contract/figures/corrections.ts';
import type { PieceChange, PieceChoice } from '#contract/intake/pieces.ts';
import { type Message, msg } from '#contract/platform/words.ts';
import type { Entry } from '../../attendance/piecework.ts';
import { Units } from '../../platform/units.ts';
import { addDays, datesOf, instantOn, type LocalDate, MINUTE, type Zone } from '../../platform/zone.ts';
import type { ChosenEntry, ChosenPunch } from './pieces.sql.ts';

/** Pure rules of an act on pieces in bulk (docs/reference/corrections.md#pieces-in-bulk): nothing is read, and no clock. */

/** Whole days are work days (docs/reference/corrections.md#locks): what is worked in a night is of its day. Times are of the clock. */
export const isOfWorkDays = ({ startTime, endTime }: PieceChoice) => startTime === undefined && endTime === undefined;
/** A work day's records are at most so many dates away from it. */
const MOST_DAYS_OF_WORK = 2;

/**
 * Returns the spans of time in which the records of a choice lie, as instants in ms, without their end: those of its work days and around them, or a time of
 * each date.
 */
export function spansOfChoice(choice: PieceChoice, zone: Zone) {
  const { from, to, startTime, endTime } = choice;
  if (isOfWorkDays(choice))
    return [
      {
        from: instantOn(zone, addDays(from, -MOST_DAYS_OF_WORK), '00:00'),
        to: instantOn(zone, addDays(to, MOST_DAYS_OF_WORK + 1), '00:00'),
      },
    ];
  const start = startTime ?? '00:00';
  // Over midnight, the end is of the next day.
  const isOvernight = endTime !== undefined && endTime <= start;
  return datesOf(from, to).map((date) => ({
    from: instantOn(zone, date, start),
    to:
      endTime === undefined
        ? instantOn(zone, addDays(date, 1), '00:00')
        : instantOn(zone, isOvernight ? addDays(date, 1) : date, endTime),
  }));
}

/**
 * Returns the doubles among entries that are in the order of their start: of an employee's entries alike in product, block and units, those that begin less
 * than so many minutes after the last one that is left. Entries without units, and those that take some back, are no doubles.
 */
export function doublesOf<E extends ChosenEntry>(entries: readonly E[], minutes: number): E[] {
  const left = new Map<string, number>();
  return entries.filter((entry) => {
    const { employeeId, lookup1, lookup2, units, startedAt } = entry;
    if (new Units(units).lte(0)) return false;
    const key = JSON.stringify([employeeId, lookup1, lookup2, new Units(units).toFixed()]);
    const at = Date.parse(startedAt);
    const last = left.get(key);
    if (last !== undefined && at - last < minutes * MINUTE) return true;
    left.set(key, at);
    return false;
  });
}

type Act = {
  choice: PieceChoice;
  change: PieceChange;
  entries: readonly ChosenEntry[];
  punches: readonly ChosenPunch[];
  /** The error code of each item; '' for one that is applied. */
  outcomes: readonly string[];
};
/** Returns a hash of an act: another one if another entry fits by now, one has changed, or another one is refused. */
export const basisOf = ({ choice, change, entries, punches, outcomes }: Act) => {
  const asked = [choice, change].map((one) => Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));
  return hash('sha256', JSON.stringify([asked, entries, punches, outcomes]), 'base64url').slice(0, 22);
};

/** A record with its work day. */
export type OfWorkDay<R> = R & { day: LocalDate };

type Item = Pick<CorrectionItem, 'day' | 'change'>;
/** Returns the item that changes an entry; null where it is so already. */
export function itemOfEntry(
  entry: OfWorkDay<ChosenEntry> & { recordId: string },
  change: PieceChange,
  people: readonly string[],
): Item | null {
  const { recordId, employeeId, units, day } = entry;
  if (change.do === 'void') return { day, change: { do: 'void-entry', recordId } };
  const other = change.do === 'swap' ? otherOf(people, employeeId) : change.employeeId;
  const { lookup1Code, lookup2Code, jobDescriptionCode, factor } = change.do === 'change' ? change : {};
  const scaled = factor === undefined ? units : new Units(units).times(factor).toDecimalPlaces(3).toFixed();
  const next = {
    ...(other !== undefined && other !== employeeId && { employeeId: other }),
    ...(lookup1Code !== undefined && (lookup1Code || null) !== entry.lookup1 && { lookup1Code }),
    ...(lookup2Code !== undefined && (lookup2Code || null) !== entry.lookup2 && { lookup2Code }),
    ...(jobDescriptionCode !== undefined && (jobDescriptionCode || null) !== entry.job && { jobDescriptionCode }),
    ...(!new Units(scaled).eq(units) && { units: scaled }),
  };
  return Object.keys(next).length === 0 ? null : { day, change: { do: 'replace-entry', recordId, ...next } };
}

/** Returns the item that gives a clock-in to the other employee. */
export function itemOfPunch(
  punch: OfWorkDay<ChosenPunch> & { recordId: string },
  change: PieceChange,
  people: readonly string[],
): Item | null {
  const { recordId, employeeId, day } = punch;
  const other =
    change.do === 'swap' ? otherOf(people, employeeId) : change.do === 'change' ? change.employeeId : undefined;
  if (other === undefined || other === employeeId) return null;
  return { day, change: { do: 'replace-punch', recordId, employeeId: other } };
}

const otherOf = (people: readonly string[], employeeId: string) => people.find((one) => one !== employeeId);

type Owned = { employeeId: string; entry: Entry };
/** Returns entries and units by product, block and job, the most entries first. */
export function sumsOf(entries: readonly Owned[]) {
  const groups = Map.groupBy(entries, ({ entry: { lookup1, lookup2, job } }) =>
    JSON.stringify([lookup1, lookup2, job]),
  );
  return [...groups.values()]
    .flatMap((some) => {
      const [first] = some;
      if (!first) return [];
      const { lookup1: lookup1Code, lookup2: lookup2Code, job } = first.entry;
      return [{ lookup1Code, lookup2Code, ...(job && { jobDescriptionCode: job }), ...sideOf(some) }];
    })
    .sort((a, b) => b.entries - a.entries);
}

/** Returns the employees who lose or gain entries, each with both sides. */
export function peopleOf(before: readonly Owned[], after: readonly Owned[]) {
  const [was, is] = [before, after].map((some) => Map.groupBy(some, ({ employeeId }) => employeeId));
  const ids = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])];
  return ids.map((employeeId) => ({
    employeeId,
    before: sideOf(was?.get(employeeId) ?? []),
    after: sideOf(is?.get(employeeId) ?? []),
  }));
}

const sideOf = (entries: readonly Owned[]) => ({
  entries: entries.length,
  units: entries.reduce((sum, { entry }) => sum.plus(entry.units), new Units(0)).toFixed(),
});

/** Returns the days of a choice in words, for the trail. */
export function wordsOfChoice({ from, to, startTime, endTime }: PieceChoice): string | Message {
  const days = from === to ? from : msg('{from} to {to}', { from, to });
  if (!startTime && !endTime) return days;
  return msg('{days} {times}', { days, times: `${startTime ?? '00:00'}-${endTime ?? '24:00'}` });
}
