import {
  DATE_FIELDS,
  type ListColumn,
  type ListField,
  type ListMapping,
  MAX_LIST_COLUMNS,
  type ReadColumn,
} from '#contract/office/list.ts';
import { trimUnseen } from '#contract/platform/common.ts';
import { storable } from '#contract/platform/storable.ts';
import { readYes } from '../../../../platform/files/cells.ts';
import { dateIn, orderOf } from '../../../../platform/files/dates.ts';
import { HEADING_ROWS } from '../../../../platform/files/spreadsheet/limits.ts';
import type { RawSheet } from '../../../../platform/files/spreadsheet/spreadsheet.ts';
import { fieldOf } from './headings.ts';

/** A list as it was read, with what each column is taken for. */
export type ReadList = { name: string; headingLine: number; lines: number; columns: ReadColumn[] };

/** The lines that decide what a column holds. */
const LOOKED_AT = 200;
const MAX_SAMPLE = 60;
const cellIn = (row: readonly string[] | undefined, column: number) => trimUnseen(row?.[column] ?? '');

/** Returns the row of the headings, from 0: within the first ten the one that names most fields; -1: none names a name or a number. */
function headingRowOf({ rows }: RawSheet): number {
  const named = rows
    .slice(0, HEADING_ROWS)
    .map((row) => new Set(row.flatMap((cell) => fieldOf(trimUnseen(cell)) ?? [])).size);
  const most = Math.max(0, ...named);
  // A single word may be a title, or a person who is called like a field.
  const isAlone = (rows[named.indexOf(most)] ?? []).filter((cell) => trimUnseen(cell) !== '').length === 1;
  return most >= 2 || (most === 1 && isAlone) ? named.indexOf(most) : -1;
}

/** Returns what the columns of a list are taken for. `known`: how this account took the columns of lists with the same headings. */
export function recognise(sheet: RawSheet, known: (headings: readonly string[]) => ListMapping | undefined): ReadList {
  const at = headingRowOf(sheet);
  const headings = at < 0 ? [] : (sheet.rows[at] ?? []).map((cell) => trimUnseen(storable(cell)).slice(0, 120));
  const below = sheet.rows.slice(at + 1).filter((row) => row.some((cell) => trimUnseen(cell) !== ''));
  const looked = below.slice(0, LOOKED_AT);
  const width = Math.min(
    MAX_LIST_COLUMNS,
    looked.reduce((most, { length }) => Math.max(most, length), headings.length),
  );
  const valuesOf = (column: number) => looked.map((row) => cellIn(row, column));
  const remembered = at < 0 ? undefined : known(headings);
  const places = Array.from({ length: width }, (_, column) => column);
  const fields = at < 0 ? fieldsByContent(places.map(valuesOf)) : fieldsByHeading(headings, places.map(valuesOf));
  const columns = places.map((column): ReadColumn => {
    const values = valuesOf(column);
    const taken = remembered?.columns[column] ?? columnOf(fields[column] ?? null, headings[column] ?? '', values);
    const samples = values.filter((value) => value !== '').slice(0, 3);
    return {
      ...taken,
      heading: headings[column] ?? '',
      samples: samples.map((value) => storable(shown(value, taken).slice(0, MAX_SAMPLE))),
    };
  });
  return { name: sheet.name, headingLine: at + 1, lines: below.length, columns };
}

/** A sample is shown as it is understood. */
const shown = (value: string, { field, dates }: ListColumn) =>
  field && DATE_FIELDS.includes(field) && dates ? (dateIn(value, dates) ?? value) : value;

/** Of two columns for one field the first with content is taken; a first name beside both names in one cell is a nickname. */
function fieldsByHeading(headings: readonly string[], columns: readonly (readonly string[])[]): (ListField | null)[] {
  const taken = new Set<ListField>();
  const fields = columns.map((values, column) => {
    const field = fieldOf(headings[column] ?? '');
    if (!field || taken.has(field) || values.every((value) => value === '')) return null;
    taken.add(field);
    return field;
  });
  const isWhole = taken.has('firstName') && taken.has('lastName');
  // 'Name' beside 'Surname' is the first name; alone it is both.
  return fields.map((field) => {
    if (field === 'fullName' && isWhole) return null;
    if (field === 'firstName' && !taken.has('lastName') && !taken.has('fullName')) return 'fullName';
    if ((field === 'firstName' || field === 'lastName') && !isWhole && taken.has('fullName')) return null;
    return field;
  });
}

const isNumber = (value: string) => /^[A-Z]{0,3}[-/ ]?\d{1,12}[A-Z]?$/i.test(value);
const isPhone = (value: string) => /^\+?[\d ()/-]{9,20}$/.test(value) && value.replace(/\D/g, '').length >= 9;
const isName = (value: string) => /^[\p{L}][\p{L}\p{M} .,'’-]{1,79}$/u.test(value);

/** Without headings the content tells: a number of each person, names, a phone, a date. */
function fieldsByContent(columns: readonly (readonly string[])[]): (ListField | null)[] {
  const taken = new Set<ListField>();
  const take = (field: ListField) => {
    if (taken.has(field)) return null;
    taken.add(field);
    return field;
  };
  const fields = columns.map((values): ListField | null => {
    const filled = values.filter((value) => value !== '');
    const most = (is: (value: string) => boolean) =>
      filled.length > 0 && filled.filter(is).length / filled.length >= 0.9;
    if (most(isPhone)) return take('phoneNumber');
    if (most(isNumber) && new Set(filled).size === filled.length) return take('number') ?? take('timeId');
    if (orderOf(values) !== undefined) return take('activeFrom');
    const isOfPeople = most(isName) && new Set(filled).size > filled.length / 3;
    return isOfPeople ? (take('firstName') ?? take('lastName')) : null;
  });
  return fields.map((field) => (field === 'firstName' && !taken.has('lastName') ? 'fullName' : field));
}

function columnOf(field: ListField | null, heading: string, values: readonly string[]): ListColumn {
  const isDate = field !== null && DATE_FIELDS.includes(field);
  // 'Status' may be 'Permanent': then it says nothing about who is there.
  const isRead = field !== 'active' || values.every((value) => value === '' || readYes(value) !== undefined);
  return {
    field: isRead ? field : null,
    dates: isDate ? (orderOf(values) ?? (orderOf(values) === null ? null : 'ymd')) : null,
    names: field === 'fullName' ? orderOfNames(heading) : null,
  };
}

/** 'Surname and name' says which comes first; else the first name does. */
const orderOfNames = (heading: string) =>
  /^\s*(surname|last|apellido|nom(?!bre)\b(?!\s+complet)|van\b|apelido|sobrenome)/i.test(heading)
    ? 'last-first'
    : 'first-last';
