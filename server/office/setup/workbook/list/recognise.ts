import {
  DATE_FIELDS,
  type ListColumn,
  type ListField,
  type ListMapping,
  type NameOrder,
  type ReadColumn,
} from '#contract/office/list.ts';
import { storable } from '#contract/platform/storable.ts';
import { dateIn, isNoDate, orderOf } from '../../../../platform/files/dates.ts';
import { firstLinesOf, type ListHeadings, type ListSheet, listSheetOf } from '../../../../platform/files/listSheet.ts';
import {
  isClockNumber,
  isNickname,
  isPlainName,
  isWeak,
  rivalsOf,
  strongest,
} from '../../../../platform/files/personHeadings.ts';
import type { RawSheet } from '../../../../platform/files/spreadsheet/spreadsheet.ts';
import { fieldOf } from './headings.ts';
import { isStanding, mayTellStanding, standingField } from './standing.ts';

/** A list as it was read, with what each column is taken for. */
export type ReadList = {
  name: string;
  headingLine: number;
  firstLines: string[];
  lines: number;
  columns: ReadColumn[];
};

const MAX_SAMPLE = 60;
const NEEDED: ReadonlySet<ListField> = new Set(['number', 'firstName', 'lastName', 'fullName', 'timeId']);
export const HEADINGS: ListHeadings<ListField> = { fieldOf, isNeeded: (field) => NEEDED.has(field), least: 2 };

/** Returns what the columns of a list are taken for. `known`: how this account took the columns of lists with the same headings; `headingLine`: as it was chosen. */
export function recognise(
  sheet: RawSheet,
  known: (headings: readonly string[]) => Pick<ListMapping, 'columns'> | undefined,
  headingLine?: number,
): ReadList {
  const { headingRow, lines, columns } = listSheetOf(
    sheet,
    HEADINGS,
    headingLine === undefined ? undefined : headingLine - 1,
  );
  const remembered = headingRow < 0 ? undefined : known(columns.map(({ heading }) => heading));
  const isUnknown = columns.every(({ heading }) => fieldOf(heading) === null);
  const { fields, asked } = isUnknown
    ? fieldsByContent(
        columns.map(({ values }) => values),
        headingRow >= 0,
      )
    : fieldsByHeading(columns);
  return {
    name: sheet.name.slice(0, 60),
    headingLine: headingRow + 1,
    firstLines: firstLinesOf(sheet),
    lines,
    columns: columns.map(({ heading, values }, column): ReadColumn => {
      const before = remembered?.columns[column];
      const taken = before ? rememberedColumn(before, values) : columnOf(fields[column] ?? null, heading, values);
      const samples = values.slice(0, 3).map((value) => storable(shown(value, taken).slice(0, MAX_SAMPLE)));
      // A date that cannot be read is asked too, and numbers of identity under 'ID'.
      const isUnread = DATE_FIELDS.some((field) => field === fields[column]) || isOfState(heading, values);
      const isUnclear =
        !before && taken.field === null && (asked.has(column) || isUnread || mayTellStanding(heading, values));
      return { ...taken, heading, samples, ...(isUnclear && { isUnclear }) };
    }),
  };
}

/** The order of dates as before, where this list does not tell another. */
const rememberedColumn = (column: ListColumn, values: readonly string[]): ListColumn => {
  if (!column.field || !DATE_FIELDS.includes(column.field) || !column.dates) return column;
  const order = orderOf(values, 0);
  const isRead = values.every((value) => isNoDate(value) || dateIn(value, column.dates ?? 'ymd') !== undefined);
  return { ...column, dates: order === null && isRead ? column.dates : (order ?? null) };
};

/** A sample is shown as it is understood. */
const shown = (value: string, { dates }: ListColumn) => (dates && dateIn(value, dates)) ?? value;

/**
 * Of two columns for one field the clearest heading is taken. 'Name' beside 'Surname' is the first name, beside 'First name' the last, and alone both; a
 * first name beside both names in one cell is stored as it is.
 */
function fieldsByHeading(columns: ListSheet['columns']): { fields: (ListField | null)[]; asked: ReadonlySet<number> } {
  const headings = columns.map(({ heading }) => heading);
  const named = columns.map(({ heading, values }) => claimOf(heading, values));
  // A nickname is no first name beside both names in one cell.
  const claims = named.map((field, column) =>
    field === 'firstName' && named.includes('fullName') && isNickname(headings[column] ?? '') ? null : field,
  );
  const taken = strongest(headings, claims);
  const rivals = rivalsOf(columns, claims, taken);
  const isClear = (field: ListField) => taken.has(field) && rivals.every((rival) => rival.field !== field);
  const needsWhole = !isClear('firstName') || !isClear('lastName');
  const asked = new Set(
    rivals.flatMap(({ field, column }) =>
      ONE_OF.has(field) && (needsWhole || field !== 'fullName') ? [column, taken.get(field) ?? column] : [],
    ),
  );
  for (const [field, column] of taken) if (asked.has(column)) taken.delete(field);
  const fields = claims.map((field, column) => (field !== null && taken.get(field) === column ? field : null));
  const free = (field: ListField, column: number) => !fields.includes(field) && fields[column] === null;
  for (const [column, claim] of claims.entries()) {
    const heading = headings[column] ?? '';
    if (asked.has(column)) continue;
    if (claim === 'firstName' && isPlainName(heading) && free('lastName', column) && !fields.includes('fullName'))
      fields[column] = 'lastName';
    if (claim === 'number' && isClockNumber(heading) && free('timeId', column)) fields[column] = 'timeId';
  }
  // 'Nom du salarié' beside 'Prénom du salarié' is the last name.
  const whole = fields.indexOf('fullName');
  if (/^\s*nom d/i.test(headings[whole] ?? '') && fields.includes('firstName') && !fields.includes('lastName'))
    fields[whole] = 'lastName';
  // 'Full names' without the last names beside them are first names.
  const [full, last] = [columns[fields.indexOf('fullName')], columns[fields.indexOf('lastName')]];
  if (full && last && !fields.includes('firstName') && !hasWordsOf(full.values, last.values))
    fields[fields.indexOf('fullName')] = 'firstName';
  const isWhole = fields.includes('firstName') && fields.includes('lastName');
  const isNameAsked = claims.some((claim, column) => claim && NAMES.has(claim) && asked.has(column));
  const read = fields.map((field) => {
    if (field === 'fullName' && isWhole) return null;
    const isAlone = !isWhole && !fields.includes('fullName') && !isNameAsked;
    return (field === 'firstName' || field === 'lastName') && isAlone ? 'fullName' : field;
  });
  return { fields: read, asked };
}
/** Returns true for names of which some have a last name of the others. */
function hasWordsOf(names: readonly string[], lastNames: readonly string[]): boolean {
  const words = new Set(names.flatMap((name) => name.toLowerCase().split(/[\s,]+/)));
  return lastNames.some((last) =>
    last
      .toLowerCase()
      .split(/\s+/)
      .every((word) => words.has(word)),
  );
}
/** Fields by which people are known, or expected; of others the first column is as good as any. */
const ONE_OF: ReadonlySet<ListField> = new Set([
  ...([
    'number',
    'timeId',
    'firstName',
    'lastName',
    'fullName',
    'active',
    'activeFrom',
    'inactiveFrom',
    'lastDay',
  ] as const),
]);

const NAMES: ReadonlySet<ListField> = new Set(['fullName', 'firstName', 'lastName']);
/** Returns the field that the heading of a column names, where its values may be of that: numbers are no names, and the ids of a database no numbers. */
function claimOf(heading: string, values: readonly string[]): ListField | null {
  const field = values.length > 0 ? fieldOf(heading) : null;
  if (field && NAMES.has(field) && values.every((value) => /^\d+$/.test(value))) return 'number';
  if (field === 'number' && isOfState(heading, values)) return null;
  // 'State' of an address is no status.
  if (field && isStanding(field) && standingField(field, values) === null) return null;
  return field === 'number' && values.every((value) => /__|^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(value)) ? null : field;
}

/** Returns true for numbers of identity, which 'ID' may mean, and no employer gives. */
const isOfState = (heading: string, values: readonly string[]) =>
  isWeak(heading) && values.length > 0 && values.every((value) => /^\d{11,}$/.test(value));

/** Nine digits and more are of a bank account, a tax or an identity. */
const isNumber = (value: string) => /^[A-Z]{0,3}[-/ ]?\d{1,8}[A-Z]?$/i.test(value);
/** Thirteen digits are a number of identity. */
const isPhone = (value: string) =>
  /^\+?[\d ()/-]{9,20}$/.test(value) && /^\d{9,12}$/.test(value.replace(/\D/g, '')) && /^[+0(]/.test(value);
const isName = (value: string) => /^[\p{L}][\p{L}\p{M} .,'’-]{1,79}$/u.test(value);

/** A status has few values. */
const MOST_STATUSES = 4;
/**
 * Without headings that are known the content tells: a number of each person, a phone, names where no heading may say which is first. Of several columns with
 * numbers, of dates (which may be those of births or ends) and below headings of another language also of what may be a status, the user says what they are.
 */
function fieldsByContent(columns: readonly (readonly string[])[], hasHeadings: boolean) {
  const kinds = columns.map((filled) => {
    const most = (is: (value: string) => boolean) =>
      filled.length > 0 && filled.filter(is).length / filled.length >= 0.9;
    const different = new Set(filled).size;
    if (most(isPhone)) return 'phone';
    if (orderOf(filled, 0.9) !== undefined) return 'dates';
    if (most(isNumber) && different === filled.length) return 'numbers';
    if (hasHeadings && different <= MOST_STATUSES && different < filled.length) return 'status';
    const isOfPeople = most(isName) && different > filled.length / 3 && (different > 1 || filled.length === 1);
    if (!isOfPeople) return null;
    // Two words in most cells are both names.
    return most((value) => /\S[\s,]+\S/.test(value)) ? 'full names' : 'names';
  });
  const places = (kind: (typeof kinds)[number]) => kinds.flatMap((one, column) => (one === kind ? column : []));
  const numbers = places('numbers');
  const taken = new Map<number | undefined, ListField>();
  const [phone] = places('phone');
  if (phone !== undefined) taken.set(phone, 'phoneNumber');
  if (numbers.length === 1) taken.set(numbers[0], 'number');
  const [first, last] = [...places('names'), ...places('full names')].sort((a, b) => a - b);
  const isWhole = last === undefined || kinds[first ?? -1] === 'full names';
  // Without digits below it the first line of several columns may be headings.
  const hasDigits = columns.some((filled) => filled.length > 0 && filled.every((value) => /\d/.test(value)));
  const mayHaveHeadings = hasHeadings || (!isWhole && !hasDigits);
  if (!mayHaveHeadings) taken.set(first, isWhole ? 'fullName' : 'firstName');
  if (!mayHaveHeadings && !isWhole) taken.set(last, 'lastName');
  const asked = new Set([...places('dates'), ...places('status'), ...(numbers.length > 1 ? numbers : [])]);
  return { fields: columns.map((_, column) => taken.get(column) ?? null), asked };
}

function columnOf(claim: ListField | null, heading: string, values: readonly string[]): ListColumn {
  const field = claim && fieldIn(claim, values);
  const isDate = field !== null && DATE_FIELDS.includes(field);
  const dates = isDate ? orderOf(values, 0) : null;
  const isGiven = isDate && values.every(isNoDate);
  return {
    field: isDate && dates === undefined && !isGiven ? null : field,
    dates: isGiven ? 'ymd' : (dates ?? null),
    names: field === 'fullName' ? orderOfNames(heading) : null,
  };
}

const HONORIFIC =
  /^(?:mr|mrs|ms|miss|mx|dr|prof|rev|sr|sra|srta|dn|don|do[ñn]a|d|m|mm|mme|mlle|mnr|mev|mej|me|adv|eng)\.?$/i;
/** A heading may have another meaning by its values: 'Title' of Mr and Ms is no job, and 'Left' may have dates or crosses. */
function fieldIn(claim: ListField, values: readonly string[]): ListField | null {
  if (claim === 'jobDescription' && values.length > 0 && values.every((value) => HONORIFIC.test(value))) return null;
  return isStanding(claim) ? standingField(claim, values) : claim;
}

/** 'Surname and name' says which comes first, 'Apellidos y nombres' that there are two last names; else the first name does. */
function orderOfNames(heading: string): NameOrder {
  if (/^\s*(apellidos|sobrenomes|apelidos)/i.test(heading)) return 'last2-first';
  const isLastFirst = /^\s*(surname|last|apellido|nom(?!bre)\b(?!\s+complet)|noms\b|van\b|apelido|sobrenome)/i;
  return isLastFirst.test(heading) ? 'last-first' : 'first-last';
}
