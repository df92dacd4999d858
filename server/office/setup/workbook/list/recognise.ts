import {
  DATE_FIELDS,
  type ListColumn,
  type ListField,
  type NameOrder,
  nameOrder,
  type ReadColumn,
  type RememberedMapping,
} from '#contract/office/list.ts';
import { storable } from '#contract/platform/storable.ts';
import { readTime } from '../../../../platform/files/cells.ts';
import { dateIn, isNoDate, orderOfDates } from '../../../../platform/files/dates.ts';
import { firstLinesOf, type ListHeadings, type ListSheet, listSheetOf } from '../../../../platform/files/listSheet.ts';
import { numberAndName } from '../../../../platform/files/numberAndName.ts';
import {
  isClockNumber,
  isNickname,
  isPlainName,
  isWeak,
  rivalsOf,
  strongest,
} from '../../../../platform/files/personHeadings.ts';
import type { RawSheet } from '../../../../platform/files/spreadsheet/spreadsheet.ts';
import { fieldsByContent, missedByHeading } from './byContent.ts';
import { NAMES } from './cellReader.ts';
import { fieldOf } from './headings.ts';
import { haveShortTitles, isTitle, namesIn, orderThatCuts } from './personNames.ts';
import { areMarks, isStanding, mayTellStanding, standingField } from './standing.ts';

/** A list as it was read, with what each column is taken for. */
export type ReadList = {
  name: string;
  headingLine: number;
  firstLines: string[];
  letters?: RememberedMapping['letters'];
  lines: number;
  columns: ReadColumn[];
};

const MAX_SAMPLE = 60;
const NEEDED: ReadonlySet<ListField> = new Set(['number', 'firstName', 'lastName', 'fullName', 'timeId']);
export const HEADINGS: ListHeadings<ListField> = { fieldOf, isNeeded: (field) => NEEDED.has(field), least: 2 };

/** Returns what the columns of a list are taken for. `known`: how this account took the columns of lists with the same headings; `headingLine`: as it was chosen. */
export function recognise(
  sheet: RawSheet,
  known: (headings: readonly string[]) => Pick<RememberedMapping, 'columns' | 'letters'> | undefined,
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
  const people = Math.max(
    0,
    ...columns.flatMap(({ values }, column) => (NAMES.has(fields[column] ?? 'number') ? values.length : [])),
  );
  return {
    name: sheet.name.slice(0, 60),
    headingLine: headingRow + 1,
    firstLines: firstLinesOf(sheet),
    letters: remembered?.letters,
    lines,
    columns: columns.map(({ heading, values }, column): ReadColumn => {
      // Of an empty column nothing is known, before and now.
      const before = values.length > 0 ? remembered?.columns[column] : null;
      const taken = before
        ? rememberedColumn(before, values)
        : columnOf(fields[column] ?? null, heading, values, people);
      const samples = values.slice(0, 3).map((value) => storable(shown(value, taken).slice(0, MAX_SAMPLE)));
      // What was claimed and is not read is asked too, and numbers of identity under 'ID'.
      const claim = fields[column] ?? null;
      const isUnread = (claim !== null && fieldIn(claim, values, heading) !== null) || areOfState(heading, values);
      const isUnclear =
        !before && taken.field === null && (asked.has(column) || isUnread || mayTellStanding(heading, values));
      const orders = claim === 'fullName' && { orders: shownOrders(values) };
      return { ...taken, heading, samples, ...orders, ...(isUnclear && { isUnclear }) };
    }),
  };
}

/** The order of dates as before, where this list does not tell another. */
const rememberedColumn = (column: ListColumn, values: readonly string[]): ListColumn => {
  if (!column.field || !DATE_FIELDS.includes(column.field) || !column.dates) return column;
  const order = orderOfDates(values);
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
      !OF_MANY.has(field) && (needsWhole || field !== 'fullName') ? [column, taken.get(field) ?? column] : [],
    ),
  );
  // A column that has jobs and shifts may be either.
  for (const [column, { heading, values }] of columns.entries())
    if (named[column] === 'jobDescription' && isPoste(heading) && values.some(saysShift)) asked.add(column);
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
  if (full && last && !fields.includes('firstName') && !last.values.some(lastNamesIn(full.values)))
    fields[fields.indexOf('fullName')] = 'firstName';
  // 'Name' beside 'Surname' that has the last names, too, is both.
  const first = columns[fields.indexOf('firstName')];
  if (first && last && haveLastNames(first.values, last.values)) fields[fields.indexOf('firstName')] = 'fullName';
  const isWhole = fields.includes('firstName') && fields.includes('lastName');
  const isNameAsked = claims.some((claim, column) => claim && NAMES.has(claim) && asked.has(column));
  const read = fields.map((field) => {
    if (field === 'fullName' && isWhole) return null;
    const isAlone = !isWhole && !fields.includes('fullName') && !isNameAsked;
    return (field === 'firstName' || field === 'lastName') && isAlone ? 'fullName' : field;
  });
  for (const column of missedByHeading(columns, read)) {
    asked.add(column);
    read[column] = null;
  }
  return { fields: read, asked };
}
/** Returns what tells whether a last name is within some names. */
function lastNamesIn(names: readonly string[]) {
  const words = new Set(names.flatMap((name) => name.toLowerCase().split(/[\s,]+/)));
  return (last: string) =>
    last
      .toLowerCase()
      .split(/\s+/)
      .every((word) => words.has(word));
}
/** Returns true for first names that are both names: most are of two words, and they have all of the last names. */
const haveLastNames = (names: readonly string[], lastNames: readonly string[]) =>
  names.filter((name) => /\S\s+\S/.test(name)).length * 2 > names.length && lastNames.every(lastNamesIn(names));
/** Groups of people; of several columns of them the first is as good as any. */
const OF_MANY: ReadonlySet<ListField> = new Set(['timeGroup', 'employeeGroup', 'jobDescription']);

/** Returns the field that the heading of a column names, where its values may be of that: numbers are no names, and the ids of a database no numbers. */
function claimOf(heading: string, values: readonly string[]): ListField | null {
  const field = values.length > 0 ? fieldOf(heading) : null;
  if (field && NAMES.has(field) && values.every((value) => /^\d+$/.test(value))) return 'number';
  if (field === 'number' && areOfState(heading, values)) return null;
  // 'Entrada' of a clock is a time of day.
  if (field && DATE_FIELDS.includes(field) && areTimes(values)) return null;
  // 'Poste' is a job, or a shift by its words.
  if (field === 'jobDescription' && isPoste(heading) && values.every(saysShift)) return 'timeGroup';
  // 'State' of an address is no status.
  if (field && isStanding(field) && standingField(field, values, heading) === null) return null;
  return field === 'number' && values.every((value) => /__|^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(value)) ? null : field;
}

const areTimes = (values: readonly string[]) =>
  values.every((value) => readTime(value) !== undefined && /\D/.test(value));
const isPoste = (heading: string) => /^\s*postes?\s*$/i.test(heading);
/** Returns true for a shift, and a day without one: 'Matin 6h-14h', 'Repos', '3x8', '2'. 'Chef d'équipe' and 'Conducteur 2' are jobs. */
const saysShift = (value: string) =>
  /^(?:(?:de |du |le )?(?:journ[ée]e|jour|nuit|matin|soir|midi|apr[èe]s-?midi|[ée]quipe|poste|repos|cong[ée]|2x8|3x8)(?![\p{L}])|\d{1,2}$|[A-Z]$|\d{1,2} ?[h:x])/iu.test(
    value.trim(),
  );

/** Returns true for numbers of identity, which 'ID' may mean, and no employer gives. */
const areOfState = (heading: string, values: readonly string[]) =>
  isWeak(heading) && values.length > 0 && values.every((value) => /^\d{11,}$/.test(value));

/** `people`: the lines that have a name. */
function columnOf(claim: ListField | null, heading: string, values: readonly string[], people: number): ListColumn {
  const field = claim && fieldIn(claim, values, heading);
  const isDate = field !== null && DATE_FIELDS.includes(field);
  const dates = isDate ? orderOfDates(values) : null;
  const isGiven = isDate && values.every(isNoDate);
  const names = field === 'fullName' ? orderTaken(heading, values) : null;
  const isUnread =
    (isDate && dates === undefined && !isGiven) ||
    (field === 'active' && values.length < people && areMarks(values)) ||
    (field === 'fullName' && names === null);
  return { field: isUnread ? null : field, dates: isGiven ? 'ymd' : (dates ?? null), names };
}

/** Returns the order in which both names of a column are taken where the user does not choose it; null: it is asked. */
export function orderTaken(heading: string, values: readonly string[]): NameOrder | null {
  const order = orderOfNames(heading);
  // 'Nom' alone says nothing of the first names below it.
  if (OF_LAST_NAMES.test(heading) && !values.every((value) => value.includes(','))) return null;
  // 'Apellidos y nombres' says that there are two.
  return order === 'last2-first' ? order : orderThatCuts(values, order);
}

/** The most names among which one is looked for that the orders cut differently. */
const MOST_LOOKED_AT = 200;
/** Returns a name of a column as each order cuts it: the first of those that they cut in the most ways. */
function shownOrders(values: readonly string[]): ReadColumn['orders'] {
  const hasShortTitles = haveShortTitles(values);
  const text = (name: string) => storable(name.slice(0, MAX_SAMPLE));
  const cuts = values.slice(0, MOST_LOOKED_AT).map((value) => {
    const [, name = value] = numberAndName(value) ?? [];
    return nameOrder.options.map((names) => {
      const [first, last] = namesIn(name, names, hasShortTitles);
      return { names, firstName: text(first), lastName: text(last) };
    });
  });
  const waysOf = (cut: (typeof cuts)[number]) => new Set(cut.map(({ lastName }) => lastName)).size;
  const most = Math.max(0, ...cuts.map(waysOf));
  return cuts.find((cut) => waysOf(cut) === most);
}

/** A heading may have another meaning by its values: 'Title' of Mr and Ms is no job, and 'Left' may have dates or crosses. */
function fieldIn(claim: ListField, values: readonly string[], heading: string): ListField | null {
  if (claim === 'jobDescription' && values.length > 0 && values.every(isTitle)) return null;
  return isStanding(claim) ? standingField(claim, values, heading) : claim;
}

const OF_LAST_NAMES = /^\s*(?:surnames?|nachnamen?|last ?names?|apellidos?|noms?|van|apelidos?|sobrenomes?)\s*$/i;
/** 'Surname and name' says which comes first, 'Apellidos y nombres' that there are two last names; else the first name does. */
function orderOfNames(heading: string): NameOrder {
  if (/^\s*(apellidos|sobrenomes|apelidos)/i.test(heading)) return 'last2-first';
  const isLastFirst =
    /^\s*(surname|nachname|name,? *vorname|last|apellido|nom(?!bre)\b(?!\s+complet)|noms\b|van\b|apelido|sobrenome)/i;
  return isLastFirst.test(heading) ? 'last-first' : 'first-last';
}
