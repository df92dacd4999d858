import { PAY_ELEMENT_WORDS, type PayElement, type PaySettings } from '#contract/money/payFiles.ts';
import { type Message, msg, toMessage } from '#contract/platform/words.ts';
import { conflict } from '../../../platform/http/errors.ts';
import { HOUR, type LocalDate, MINUTE } from '../../../platform/zone.ts';
import type { Money } from '../../earnings/money.ts';

/** The parts of a layout of payroll files. */

/** A figure of a file: what this file adds to what earlier files of these days have. */
export type Figure<T = Money> = { before: T; own: T };
/** One line of a file: lines of an employee that do not differ in what the layout tells apart, summed. */
export type Group = {
  number: string;
  firstName: string;
  lastName: string;
  date: LocalDate;
  element: PayElement;
  code: string;
  lookup1: string;
  lookup2: string;
  rate: string | null;
  ms: Figure<number>;
  units: Figure;
  amount: Figure;
};
export type FileFacts = { from: LocalDate; to: LocalDate; cents: number };
export type Distinction = 'date' | 'code' | 'lookup1' | 'lookup2' | 'rate';
export type Layout = {
  extension: 'csv' | 'txt' | 'xlsx' | 'iif';
  /** The name of the file, without its extension, where payroll asks for one; `rest`: its number and days. Else that of the profile is before them. */
  fileName?: (settings: PaySettings, rest: string) => string;
  /** The fields in which its lines differ, beside the employee. */
  tellsApart: (settings: PaySettings) => readonly Distinction[];
  /** Returns the file; throws CONFLICT, by name, for a value that does not fit: nothing is ever cut. */
  file: (groups: readonly Group[], facts: FileFacts, settings: PaySettings) => string | Buffer | Promise<Buffer>;
};

/** Returns a figure as a number with so many decimals: files of the same days add up to the rounded whole. */
export const rounded = ({ before, own }: Figure, decimals: number): Money =>
  before.plus(own).toDecimalPlaces(decimals).minus(before.toDecimalPlaces(decimals));
/** Returns time as hours with two decimals, 7.50, or as hours and minutes, 7.30. */
export function hoursText({ before, own }: Figure<number>, form: PaySettings['hours']): string {
  const [ms, parts] = form === 'decimal' ? [HOUR / 100, 100] : [MINUTE, 60];
  const all = awayFromZero((before + own) / ms) - awayFromZero(before / ms);
  const whole = Math.abs(all);
  return `${all < 0 ? '-' : ''}${Math.floor(whole / parts)}.${String(whole % parts).padStart(2, '0')}`;
}
/** Returns the whole number that is nearest, half away from zero: exact for whole ms, of which a half is a whole number too. */
const awayFromZero = (value: number) => Math.sign(value) * Math.round(Math.abs(value));
/** Returns an employee's number for a layout in which it is a name of at most so many letters, digits, dots, dashes and underscores. */
export function keyOf(group: Pick<Group, 'number'>, length: number): string {
  const { number } = group;
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(number))
    throw misfit(group, msg('the number has characters that payroll does not read.'));
  if (number.length > length) throw misfit(group, msg('the number has more than {length} characters.', { length }));
  return number;
}
/** Throws CONFLICT unless all lines are hours, for a layout that takes nothing else. */
export function requireHours(payroll: string, groups: readonly Group[]) {
  const other = groups.find((group) => !isTime(group));
  if (other)
    throw conflict(
      msg("{payroll} takes hours only: set '{element}' to not sent.", {
        payroll,
        element: toMessage(PAY_ELEMENT_WORDS[other.element]),
      }),
    );
}
export const isTime = ({ element }: Pick<Group, 'element'>) => element.startsWith('hours.');
/** Returns the hours of a line with two decimals, or its amount. */
export const figureText = (group: Group, cents: number) =>
  isTime(group) ? hoursText(group.ms, 'decimal') : rounded(group.amount, cents).toFixed(cents);
/** Returns the lines of each employee, in order. */
export const byEmployee = (groups: readonly Group[]) => [...Map.groupBy(groups, ({ number }) => number).values()];
/** Returns rows as CSV without quotes: for cells that cannot have any, each line ended by CR LF. */
export const plainCsv = (rows: readonly (readonly string[])[]) =>
  rows.map((cells) => `${cells.join(',')}\r\n`).join('');
/** Returns a row an employee: the number, then the hours of each code, '' without. CONFLICT for another code, and for what is no hours. */
export function hoursByCode(
  payroll: string,
  groups: readonly Group[],
  codes: readonly string[],
  text = (ms: Figure<number>) => hoursText(ms, 'decimal'),
): string[][] {
  requireHours(payroll, groups);
  for (const group of groups)
    if (!codes.includes(group.code))
      throw misfit(group, msg("the code '{code}' is none of {codes}.", { code: group.code, codes: codes.join(', ') }));
  return byEmployee(groups).map((own) => [
    ...own.slice(0, 1).map((one) => keyOf(one, 60)),
    ...codes.map((code) =>
      own
        .filter((one) => one.code === code)
        .map(({ ms }) => text(ms))
        .join(''),
    ),
  ]);
}
/** Returns an employee's name in the form of the settings, for payroll that finds people by it: CONFLICT for characters that no cell can have. */
export function nameOf(group: Group, { names }: PaySettings): string {
  const name = (
    names === 'Last, First' ? `${group.lastName}, ${group.firstName}` : `${group.firstName} ${group.lastName}`
  ).trim();
  if (/[\p{Cc}]/u.test(name)) throw misfit(group, msg('the name has characters that payroll does not read.'));
  return name;
}
/** Throws CONFLICT where two employees have one name: payroll finds them by it. */
export function requireNames(payroll: string, groups: readonly Group[], settings: PaySettings) {
  const numbers = new Map<string, string>();
  for (const group of groups) {
    const name = nameOf(group, settings);
    const other = numbers.get(name) ?? group.number;
    if (other !== group.number)
      throw conflict(
        msg("{payroll} finds people by name: employees {other} and {number} are both '{name}'.", {
          payroll,
          other,
          number: group.number,
          name,
        }),
      );
    numbers.set(name, other);
  }
}
/** Returns a date in the form of the settings. */
export function dateText(date: LocalDate, form: PaySettings['dates']): string {
  if (form === 'YYYY-MM-DD') return date;
  const [year, month, day] = [date.slice(0, 4), date.slice(5, 7), date.slice(8)];
  return form.replace('YYYY', year).replace('MM', month).replace('DD', day);
}
/** Returns the refusal of an employee's value. */
export const misfit = ({ number }: Pick<Group, 'number'>, why: Message) =>
  conflict(msg('Employee {number}: {why}', { number, why }));
