import type { ListField } from '#contract/office/list.ts';
import { orderOf } from '../../../../platform/files/dates.ts';
import { isOfState } from '../../../../platform/files/headings.ts';
import type { ListSheet } from '../../../../platform/files/listSheet.ts';
import { fieldOf, wordsOf } from './headings.ts';
import { areLastNames } from './personNames.ts';
import { OTHER } from './standing.ts';

/** Nine digits and more are of a bank account, a tax or an identity. */
const isNumber = (value: string) => /^[A-Z]{0,3}[-/ ]?\d{1,8}[A-Z]?$/i.test(value);
/** Thirteen digits are a number of identity. */
const isPhone = (value: string) =>
  /^\+?[\d ()/-]{9,20}$/.test(value) && /^\d{9,12}$/.test(value.replace(/\D/g, '')) && /^[+0(]/.test(value);
const isName = (value: string) => /^[\p{L}][\p{L}\p{M} .,'’-]{1,79}$/u.test(value);
/** A status has few values. */
const MOST_STATUSES = 4;

/** Returns the kind of a column's values, where their heading does not tell; `hasHeadings`: the list has some. */
function kindOf(filled: readonly string[], hasHeadings: boolean) {
  const most = (is: (value: string) => boolean) => filled.length > 0 && filled.filter(is).length / filled.length >= 0.9;
  const different = new Set(filled).size;
  if (most(isPhone)) return 'phone';
  if (orderOf(filled) !== undefined) return 'dates';
  if (most(isNumber) && different === filled.length) return 'numbers';
  if (hasHeadings && different <= MOST_STATUSES && different < filled.length) return 'status';
  const isOfPeople = most(isName) && different > filled.length / 3 && (different > 1 || filled.length === 1);
  if (!isOfPeople) return null;
  // Two words in most cells are both names.
  return most(isWhole) ? 'full names' : 'names';
}
const isWhole = (value: string) => /\S[\s,]+\S/.test(value);

/**
 * Without headings that are known the content tells: a number of each person, a phone, both names of which one is known to be the last. Of several columns with
 * numbers, of dates (which may be those of births or ends), of names that may be either, and below headings of another language also of what may be a status,
 * the user says what they are.
 */
export function fieldsByContent(columns: readonly (readonly string[])[], hasHeadings: boolean) {
  const kinds = columns.map((filled) => kindOf(filled, hasHeadings));
  const places = (kind: (typeof kinds)[number]) => kinds.flatMap((one, column) => (one === kind ? column : []));
  const numbers = places('numbers');
  const taken = new Map<number | undefined, ListField>();
  const [phone] = places('phone');
  if (phone !== undefined) taken.set(phone, 'phoneNumber');
  if (numbers.length === 1) taken.set(numbers[0], 'number');
  const names = [...places('names'), ...places('full names')].sort((a, b) => a - b).slice(0, 2);
  const [first, last] = names;
  const isOne = last === undefined || kinds[first ?? -1] === 'full names';
  // Without digits below it the first line of several columns may be headings.
  const hasDigits = columns.some((filled) => filled.length > 0 && filled.every((value) => /\d/.test(value)));
  const mayHaveHeadings = hasHeadings || (!isOne && !hasDigits);
  const lastNames = names.filter((column) => areLastNames(columns[column] ?? []));
  const areAsked = !mayHaveHeadings && !isOne && lastNames.length !== 1;
  if (!mayHaveHeadings && isOne) taken.set(first, 'fullName');
  if (!mayHaveHeadings && !isOne && !areAsked)
    for (const column of names) taken.set(column, lastNames.includes(column) ? 'lastName' : 'firstName');
  const asked = new Set([
    ...places('dates'),
    ...places('status'),
    ...(numbers.length > 1 ? numbers : []),
    ...(areAsked ? names : []),
  ]);
  return { fields: columns.map((_, column) => taken.get(column) ?? null), asked };
}

const TELLING_WHO_LEFT: readonly ListField[] = ['active', 'inactive', 'inactiveFrom', 'lastDay'];
/**
 * Returns the columns below unknown headings that may have what no other column has: numbers, where people would get new ones; dates, where leavers would be
 * there, or starts would be lost; the other name of people beside one of a word.
 */
export function missedByHeading(columns: ListSheet['columns'], fields: readonly (ListField | null)[]): number[] {
  const lacksNumber = !fields.includes('number');
  const lacksDate = !fields.includes('activeFrom') || !TELLING_WHO_LEFT.some((field) => fields.includes(field));
  const kinds = columns.map(({ heading, values }, column) =>
    fields[column] === null && fieldOf(heading) === null && !OTHER.test(wordsOf(heading)) && !isOfState(heading)
      ? kindOf(values, true)
      : null,
  );
  const whole = fields.indexOf('fullName');
  const values = columns[whole]?.values ?? [];
  const isHalf = values.length > 0 && !values.some(isWhole) && kinds.includes('names');
  return [
    ...(isHalf ? [whole] : []),
    ...kinds.flatMap((kind, column) => {
      const isMissed =
        (kind === 'numbers' && lacksNumber) || (kind === 'dates' && lacksDate) || (kind === 'names' && isHalf);
      return isMissed ? column : [];
    }),
  ];
}
