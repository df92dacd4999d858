import { DATE_FIELDS, type ListColumn, type ListField } from '#contract/office/list.ts';
import { phoneNumber } from '#contract/platform/phoneNumber.ts';
import { type Message, msg } from '#contract/platform/words.ts';
import {
  errorIn,
  formulaIn,
  hasRemark,
  isNothing,
  isSpoiltNumber,
  numberReader,
  SPOILT_NUMBER,
} from '../../../../platform/files/cells.ts';
import { isNoDate, otherWeekday } from '../../../../platform/files/dates.ts';
import { lostZeros } from '../../../../platform/files/lineReason.ts';
import { labelOf } from '../columns.ts';
import { dateOf } from './headings.ts';
import { areMarks, areYesOrNoLetters, readGone, readStatus } from './standing.ts';

export const NAMES: ReadonlySet<ListField> = new Set([
  'fullName',
  'firstName',
  'lastName',
  'lastNamePrefix',
  'secondLastName',
]);
const NUMBERS: ReadonlySet<ListField> = new Set(['number', 'timeId', 'cards']);

/** A cell of a list as it is taken; `wrong`: why its line is not; `isLeftOut`: it changes nothing. */
export type TakenCell = { text: string; wrong?: string | Message; note?: Message; isLeftOut?: true };

/** Returns a function that reads the cells of a column, `values`, as what it is taken for. */
export function cellReader(
  column: ListColumn,
  values: readonly string[],
  startsWithZero: boolean,
): (cell: string) => TakenCell {
  const read = plainReader(column, values, startsWithZero);
  return (given) => {
    // Line breaks, tabs and what nobody sees are no part of what is written, but lines between cards.
    const cell = given
      .replace(/\s+/g, (space) => (column.field === 'cards' && space.includes('\n') ? ';' : ' '))
      .replace(/[\u00ad\u200b\u2060\ufeff]/g, '');
    const wrong = column.field ? (errorIn(cell) ?? (NUMBERS.has(column.field) ? null : formulaIn(cell))) : null;
    return wrong ? { text: cell, wrong } : read(cell);
  };
}
function plainReader(
  column: ListColumn,
  values: readonly string[],
  startsWithZero: boolean,
): (cell: string) => TakenCell {
  const { field, dates } = column;
  // A name may be a word that elsewhere means nothing: Na, Nil.
  if (field === null || NAMES.has(field)) return (cell) => ({ text: /[\p{L}\p{N}]/u.test(cell) ? cell : '' });
  const read = readerOf(column, values, startsWithZero);
  if (field === 'active' && areMarks(values)) return (cell) => (isNothing(cell) ? { text: 'no' } : read(cell));
  // What is no date stays as it is, to be refused with its line.
  if (DATE_FIELDS.includes(field) && dates)
    return (cell) => {
      const wrong = otherWeekday(cell, dates);
      return wrong ? { text: cell, wrong } : { text: isNoDate(cell) ? '' : (dateOf(cell, column) ?? cell) };
    };
  return (cell) => (isNothing(cell) ? { text: '' } : read(cell));
}

function readerOf(
  { field }: ListColumn,
  values: readonly string[],
  startsWithZero: boolean,
): (cell: string) => TakenCell {
  if (field === 'phoneNumber') return phoneReader(values, startsWithZero);
  if (field === 'active') {
    const isByLetter = areYesOrNoLetters(values);
    return (cell) => said(cell, isByLetter ? /[so]/i.test(cell) : readStatus(cell));
  }
  if (field === 'inactive') {
    const isByLetter = areYesOrNoLetters(values);
    return (cell) => {
      const isGone = isByLetter ? /[so]/i.test(cell) : readGone(cell);
      return said(cell, isGone === undefined ? undefined : !isGone);
    };
  }
  if (field === null || !NUMBERS.has(field)) return (text) => ({ text });
  const numberIn = numberReader(values);
  return (cell) => {
    const text = numberIn(cell);
    if (isSpoiltNumber(text)) return { text, wrong: SPOILT_NUMBER };
    return hasRemark(text)
      ? { text, wrong: msg('The number "{text}" has a remark: write the number alone.', { text: text.trim() }) }
      : { text };
  };
}
const said = (cell: string, isThere: boolean | undefined) => ({
  text: isThere === undefined ? cell : isThere ? 'yes' : 'no',
});

/** Reads phones. An employee is taken without what is none. A number of digits alone that lost its zero is noted: one of nine digits, or one digit shorter than another with a zero. */
function phoneReader(values: readonly string[], startsWithZero: boolean): (cell: string) => TakenCell {
  const numberIn = numberReader(values);
  const withZero = new Set(
    values.filter((value) => /^0\d+$/.test(digitsOf(value))).map((value) => digitsOf(value).length),
  );
  return (cell) => {
    const text = numberIn(cell).trim();
    if (isSpoiltNumber(text)) return { text, wrong: SPOILT_NUMBER };
    if (!phoneNumber.safeParse(text).success)
      return {
        text: '',
        isLeftOut: true,
        note: msg('"{text}" is no phone number: the employee is taken without it', { text }),
      };
    const isShort =
      /^[1-9]\d*$/.test(text) &&
      (withZero.has(digitsOf(text).length + 1) || (startsWithZero && digitsOf(text).length === 9));
    return isShort ? { text, note: lostZeros(labelOf('employees', 'phoneNumber'), text) } : { text };
  };
}
/** The digits of a phone, and its plus. */
const digitsOf = (phone: string) => phone.replace(/[^\d+]/g, '');
