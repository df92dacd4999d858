import {
  DATE_FIELDS,
  type ListColumn,
  type ListField,
  type ListMapping,
  type NameOrder,
  type ReadColumn,
} from '#contract/office/list.ts';
import { storable } from '#contract/platform/storable.ts';
import { readYes } from '../../../../platform/files/cells.ts';
import { dateIn, isNoDate, orderOf } from '../../../../platform/files/dates.ts';
import { type ListHeadings, type ListSheet, listSheetOf } from '../../../../platform/files/listSheet.ts';
import { isClockNumber, isPlainName, strongest } from '../../../../platform/files/personHeadings.ts';
import type { RawSheet } from '../../../../platform/files/spreadsheet/spreadsheet.ts';
import { fieldOf } from './headings.ts';

/** A list as it was read, with what each column is taken for. */
export type ReadList = { name: string; headingLine: number; lines: number; columns: ReadColumn[] };

const MAX_SAMPLE = 60;
const NEEDED: ReadonlySet<ListField> = new Set(['number', 'firstName', 'lastName', 'fullName', 'timeId']);
export const HEADINGS: ListHeadings<ListField> = { fieldOf, isNeeded: (field) => NEEDED.has(field), least: 2 };

/** Returns what the columns of a list are taken for. `known`: how this account took the columns of lists with the same headings. */
export function recognise(
  sheet: RawSheet,
  known: (headings: readonly string[]) => Pick<ListMapping, 'columns'> | undefined,
): ReadList {
  const { headingRow, lines, columns } = listSheetOf(sheet, HEADINGS);
  const remembered = headingRow < 0 ? undefined : known(columns.map(({ heading }) => heading));
  const fields = headingRow < 0 ? fieldsByContent(columns.map(({ values }) => values)) : fieldsByHeading(columns);
  return {
    name: sheet.name.slice(0, 60),
    headingLine: headingRow + 1,
    lines,
    columns: columns.map(({ heading, values }, column): ReadColumn => {
      const before = remembered?.columns[column];
      const taken = before ? rememberedColumn(before, values) : columnOf(fields[column] ?? null, heading, values);
      const samples = values.slice(0, 3).map((value) => storable(shown(value, taken).slice(0, MAX_SAMPLE)));
      return { ...taken, heading, samples };
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
const shown = (value: string, { field, dates }: ListColumn) =>
  field && DATE_FIELDS.includes(field) && dates ? (dateIn(value, dates) ?? value) : value;

/**
 * Of two columns for one field the clearest heading is taken. 'Name' beside 'Surname' is the first name, beside 'First name' the last, and alone both; a
 * first name beside both names in one cell is stored as it is.
 */
function fieldsByHeading(columns: ListSheet['columns']): (ListField | null)[] {
  const headings = columns.map(({ heading }) => heading);
  const claims = columns.map(({ heading, values }) => (values.length > 0 ? fieldOf(heading) : null));
  const taken = strongest(headings, claims);
  const fields = claims.map((field, column) => (field !== null && taken.get(field) === column ? field : null));
  const free = (field: ListField, column: number) => !fields.includes(field) && fields[column] === null;
  for (const [column, claim] of claims.entries()) {
    const heading = headings[column] ?? '';
    if (claim === 'firstName' && isPlainName(heading) && free('lastName', column) && !fields.includes('fullName'))
      fields[column] = 'lastName';
    if (claim === 'number' && isClockNumber(heading) && free('timeId', column)) fields[column] = 'timeId';
  }
  const isWhole = fields.includes('firstName') && fields.includes('lastName');
  return fields.map((field) => {
    if (field === 'fullName' && isWhole) return null;
    const isAlone = !isWhole && !fields.includes('fullName');
    return (field === 'firstName' || field === 'lastName') && isAlone ? 'fullName' : field;
  });
}

const isNumber = (value: string) => /^[A-Z]{0,3}[-/ ]?\d{1,12}[A-Z]?$/i.test(value);
/** Thirteen digits are a number of identity. */
const isPhone = (value: string) =>
  /^\+?[\d ()/-]{9,20}$/.test(value) && /^\d{9,12}$/.test(value.replace(/\D/g, '')) && /^[+0(]/.test(value);
const isName = (value: string) => /^[\p{L}][\p{L}\p{M} .,'’-]{1,79}$/u.test(value);

/** Without headings the content tells: a number of each person, names, a phone, a date. */
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
    if (orderOf(filled) !== undefined) return take('activeFrom');
    const isOfPeople = most(isName) && new Set(filled).size > filled.length / 3;
    return isOfPeople ? (take('firstName') ?? take('lastName')) : null;
  });
  return fields.map((field) => (field === 'firstName' && !taken.has('lastName') ? 'fullName' : field));
}

function columnOf(field: ListField | null, heading: string, values: readonly string[]): ListColumn {
  const isDate = field !== null && DATE_FIELDS.includes(field);
  const dates = isDate ? orderOf(values, 0) : null;
  // 'Status' may be 'Permanent': then it says nothing about who is there. A word that is not known among others is refused with its line.
  const isTruth = field === 'active' || field === 'inactive';
  const isRead = isTruth ? values.some((value) => readYes(value) !== undefined) : dates !== undefined;
  const isGiven = isDate && values.every(isNoDate);
  return {
    field: isRead || isGiven ? field : null,
    dates: isGiven ? 'ymd' : (dates ?? null),
    names: field === 'fullName' ? orderOfNames(heading) : null,
  };
}

/** 'Surname and name' says which comes first, 'Apellidos y nombres' that there are two last names; else the first name does. */
function orderOfNames(heading: string): NameOrder {
  if (/^\s*(apellidos|sobrenomes|apelidos)/i.test(heading)) return 'last2-first';
  const isLastFirst = /^\s*(surname|last|apellido|nom(?!bre)\b(?!\s+complet)|noms\b|van\b|apelido|sobrenome)/i;
  return isLastFirst.test(heading) ? 'last-first' : 'first-last';
}
