import type { PieceColumn, PieceField, PieceMapping, RememberedPieces } from '#contract/intake/pieceList.ts';
import { storable } from '#contract/platform/storable.ts';
import { readTime } from '../../../platform/files/cells.ts';
import { isDate, isWeekday } from '../../../platform/files/dates.ts';
import { type ListHeadings, type ListSheet, listSheetOf } from '../../../platform/files/listSheet.ts';
import { isNickname, rivalsOf, strongest } from '../../../platform/files/personHeadings.ts';
import { findRemembered, type RememberedList } from '../../../platform/files/rememberedColumns.sql.ts';
import type { RawSheet } from '../../../platform/files/spreadsheet/spreadsheet.ts';
import { pieceFieldOf } from './headings.ts';

const MAX_SAMPLE = 60;
const PERSON: ReadonlySet<PieceField> = new Set(['fullName', 'firstName', 'lastName']);
const HEADINGS: ListHeadings<PieceField> = {
  fieldOf: pieceFieldOf,
  isNeeded: (field) => field === 'number' || field === 'units' || PERSON.has(field),
  least: 1,
  hasNumbers: true,
};

/** A list of piecework, and what its columns are taken for. */
export type RecognisedPieces = Omit<ListSheet, 'columns'> & {
  columns: PieceColumn[];
  letters: RememberedPieces['letters'];
};

/** Returns what the columns of a sheet are taken for: as chosen, else as lists with these headings were taken before, else by the headings. */
export function recognisePieces(
  sheet: RawSheet,
  chosen: PieceMapping | undefined,
  remembered: readonly RememberedList<RememberedPieces>[],
): RecognisedPieces {
  const { columns, ...list } = listSheetOf(sheet, HEADINGS, chosen && chosen.headingLine - 1);
  const headings = columns.map(({ heading }) => heading);
  const known = findRemembered(remembered, headings);
  const own = fieldsOf(columns);
  const before = columns.map(({ values }, column) => {
    // Of an empty column nothing is known, before and now.
    const field = values.length > 0 ? (known?.fields[column] ?? null) : 'empty';
    return known && field !== 'empty' ? field : (own[column] ?? null);
  });
  const fields = chosen?.fields ?? before;
  return {
    ...list,
    letters: known?.letters,
    columns: columns.map(({ heading, values }, column) => ({
      heading,
      samples: values.slice(0, 3).map((value) => storable(value.slice(0, MAX_SAMPLE))),
      field: fields[column] ?? null,
    })),
  };
}

/**
 * Of two columns for one field the one with content and the clearest heading is taken; of two with units none, because people are paid by one of them. A number
 * tells whose pieces they are, and names whether it is theirs; without one names do. Columns under dates have the units of these days.
 */
function fieldsOf(columns: ListSheet['columns']): (PieceField | null)[] {
  const headings = columns.map(({ heading }) => heading);
  const days = headings.map((heading, column) => isDate(heading) && isAmounts(columns[column]?.values ?? []));
  const hasNumber = columns.some(({ heading, values }) => values.length > 0 && pieceFieldOf(heading) === 'number');
  const claims = columns.map(({ heading, values }) => {
    const field = pieceFieldOf(heading);
    // A nickname does not tell whose number it is.
    if (hasNumber && isNickname(heading)) return null;
    // 'Picker' may be a number.
    const isNumber = field && PERSON.has(field) && values.length > 0 && values.every((value) => /^\d+$/.test(value));
    return isNumber ? 'number' : field && byContent(field, values);
  });
  // Two columns below each date are of two units, of which one is paid.
  const isOfTwo = columns.some(({ heading, values }) => heading === '' && values.length > 0 && isAmounts(values));
  const isWide = !isOfTwo && days.filter(Boolean).length > (claims.includes('startedAt') ? 1 : 0);
  const named = claims.map((field, column): PieceField | null => {
    if (isWide) return days[column] ? 'unitsOfDay' : field && OF_ONE_DAY.has(field) ? null : field;
    // 'Code' without a number is that of a person, unless their names are there.
    if (field === 'code' && !claims.includes('number'))
      return claims.some((one) => one && PERSON.has(one)) ? null : 'number';
    return field;
  });
  const filled = named.map((field, column) => (columns[column]?.values.length ? field : null));
  const taken = new Map([...strongest(headings, named), ...strongest(headings, filled)]);
  // By which of two people are paid, or known, is asked.
  for (const { field } of rivalsOf(columns, filled, taken)) if (ONE_OF.has(field)) taken.delete(field);
  const isSplit = taken.has('firstName') && taken.has('lastName');
  return named.map((field, column) => {
    if (field === 'unitsOfDay') return field;
    if (!field || taken.get(field) !== column) return null;
    if (!PERSON.has(field)) return field;
    if (field === 'fullName' && isSplit) return null;
    // 'Name' alone is both names.
    if (field !== 'fullName' && !isSplit) return taken.has('fullName') ? null : 'fullName';
    return field;
  });
}
const ONE_OF: ReadonlySet<PieceField> = new Set(['number', 'units', 'startedAt']);
/** Fields of a line that is of one day. */
const OF_ONE_DAY: ReadonlySet<PieceField> = new Set([
  'units',
  'startedAt',
  'startTime',
  'endedAt',
  'endTime',
  'hours',
  'code',
]);
const isAmounts = (values: readonly string[]) => values.every((value) => /^[-–—]$|^[\d\s.,'’]+$/.test(value));

/** 'Start' and 'End' may be times of a day that has a column of its own, 'From' and 'To' dates with their times. */
const OTHER: Partial<Record<PieceField, PieceField>> = {
  startedAt: 'startTime',
  endedAt: 'endTime',
  startTime: 'startedAt',
  endTime: 'endedAt',
};
function byContent(field: PieceField, values: readonly string[]): PieceField | null {
  // 'Day' may be that of the week, beside a date.
  if (field === 'startedAt' && values.length > 0 && values.every(isWeekday)) return null;
  const other = OTHER[field];
  if (!other || values.length === 0) return field;
  const areTimes = values.every((value) => readTime(value) !== undefined && /\D/.test(value));
  const areMoments = values.every((value) => /\d[T ]\s?\d{1,2}:\d{2}/.test(value));
  return (field.endsWith('Time') ? areMoments : areTimes) ? other : field;
}
