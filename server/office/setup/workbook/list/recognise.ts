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
import { isClockNumber, isNickname, isPlainName, strongest } from '../../../../platform/files/personHeadings.ts';
import type { RawSheet } from '../../../../platform/files/spreadsheet/spreadsheet.ts';
import { dateOf, fieldOf } from './headings.ts';
import { mayTellStanding, standingField } from './standing.ts';

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
  const fields = isUnknown ? fieldsByContent(columns.map(({ values }) => values)) : fieldsByHeading(columns);
  return {
    name: sheet.name.slice(0, 60),
    headingLine: headingRow + 1,
    firstLines: firstLinesOf(sheet),
    lines,
    columns: columns.map(({ heading, values }, column): ReadColumn => {
      const before = remembered?.columns[column];
      const taken = before ? rememberedColumn(before, values) : columnOf(fields[column] ?? null, heading, values);
      const samples = values.slice(0, 3).map((value) => storable(shown(value, taken, heading).slice(0, MAX_SAMPLE)));
      const isUnclear = !before && taken.field === null && mayTellStanding(heading, values);
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
const shown = (value: string, column: ListColumn, heading: string) =>
  column.field && DATE_FIELDS.includes(column.field) ? (dateOf(value, column, heading) ?? value) : value;

/**
 * Of two columns for one field the clearest heading is taken. 'Name' beside 'Surname' is the first name, beside 'First name' the last, and alone both; a
 * first name beside both names in one cell is stored as it is.
 */
function fieldsByHeading(columns: ListSheet['columns']): (ListField | null)[] {
  const headings = columns.map(({ heading }) => heading);
  const named = columns.map(({ heading, values }) => claimOf(heading, values));
  // A nickname is no first name beside both names in one cell.
  const claims = named.map((field, column) =>
    field === 'firstName' && named.includes('fullName') && isNickname(headings[column] ?? '') ? null : field,
  );
  const taken = strongest(headings, claims);
  const fields = claims.map((field, column) => (field !== null && taken.get(field) === column ? field : null));
  const free = (field: ListField, column: number) => !fields.includes(field) && fields[column] === null;
  for (const [column, claim] of claims.entries()) {
    const heading = headings[column] ?? '';
    if (claim === 'firstName' && isPlainName(heading) && free('lastName', column) && !fields.includes('fullName'))
      fields[column] = 'lastName';
    if (claim === 'number' && isClockNumber(heading) && free('timeId', column)) fields[column] = 'timeId';
  }
  // 'Nom du salarié' beside 'Prénom du salarié' is the last name.
  const whole = fields.indexOf('fullName');
  if (/^\s*nom d/i.test(headings[whole] ?? '') && fields.includes('firstName') && !fields.includes('lastName'))
    fields[whole] = 'lastName';
  const isWhole = fields.includes('firstName') && fields.includes('lastName');
  return fields.map((field) => {
    if (field === 'fullName' && isWhole) return null;
    const isAlone = !isWhole && !fields.includes('fullName');
    return (field === 'firstName' || field === 'lastName') && isAlone ? 'fullName' : field;
  });
}

const NAMES: ReadonlySet<ListField> = new Set(['fullName', 'firstName', 'lastName']);
/** Returns the field that the heading of a column names, where its values may be of that: numbers are no names, and the ids of a database no numbers. */
function claimOf(heading: string, values: readonly string[]): ListField | null {
  const field = values.length > 0 ? fieldOf(heading) : null;
  if (field && NAMES.has(field) && values.every((value) => /^\d+$/.test(value))) return 'number';
  return field === 'number' && values.every((value) => /__|^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(value)) ? null : field;
}

/** Nine digits and more are of a bank account, a tax or an identity. */
const isNumber = (value: string) => /^[A-Z]{0,3}[-/ ]?\d{1,8}[A-Z]?$/i.test(value);
/** Thirteen digits are a number of identity. */
const isPhone = (value: string) =>
  /^\+?[\d ()/-]{9,20}$/.test(value) && /^\d{9,12}$/.test(value.replace(/\D/g, '')) && /^[+0(]/.test(value);
const isName = (value: string) => /^[\p{L}][\p{L}\p{M} .,'’-]{1,79}$/u.test(value);

/** Without headings that are known the content tells: a number of each person, names, a phone; not a date, which may be that of a birth. */
function fieldsByContent(columns: readonly (readonly string[])[]): (ListField | null)[] {
  const taken = new Set<ListField>();
  const take = (field: ListField) => {
    if (taken.has(field)) return null;
    taken.add(field);
    return field;
  };
  const fields = columns.map((filled): ListField | null => {
    const most = (is: (value: string) => boolean) =>
      filled.length > 0 && filled.filter(is).length / filled.length >= 0.9;
    if (most(isPhone)) return take('phoneNumber');
    if (most(isNumber) && new Set(filled).size === filled.length) return take('number') ?? take('timeId');
    const different = new Set(filled).size;
    const isOfPeople = most(isName) && different > filled.length / 3 && (different > 1 || filled.length === 1);
    if (!isOfPeople || taken.has('fullName')) return null;
    // Two words in most cells are both names.
    if (!taken.has('firstName') && most((value) => /\S[\s,]+\S/.test(value))) return take('fullName');
    return take('firstName') ?? take('lastName');
  });
  return fields.map((field) => (field === 'firstName' && !taken.has('lastName') ? 'fullName' : field));
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
  return claim === 'active' || claim === 'inactive' || claim === 'inactiveFrom' ? standingField(claim, values) : claim;
}

/** 'Surname and name' says which comes first, 'Apellidos y nombres' that there are two last names; else the first name does. */
function orderOfNames(heading: string): NameOrder {
  if (/^\s*(apellidos|sobrenomes|apelidos)/i.test(heading)) return 'last2-first';
  const isLastFirst = /^\s*(surname|last|apellido|nom(?!bre)\b(?!\s+complet)|noms\b|van\b|apelido|sobrenome)/i;
  return isLastFirst.test(heading) ? 'last-first' : 'first-last';
}
