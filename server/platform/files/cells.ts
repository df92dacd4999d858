import { trimUnseen } from '#contract/platform/common.ts';
import type { Language } from '#contract/platform/languages.ts';
import { type Message, msg, words } from '#contract/platform/words.ts';

/** Functions that read what people write in cells. Each returns undefined for what it cannot read. */

const YES = new Set([
  ...['yes', 'y', 'true', '1', 'active', 'x', 'current', 'employed', 'enabled'],
  ...['✓', '✔', '√', '☑'],
  ...['ja', 'aktiv', 'aktief', 'sí', 'si', 'activo', 'activa', 'sim', 'ativo', 'ativa', 'oui', 'actif', 'active'],
]);
const NO = new Set([
  ...['no', 'n', 'false', '0', 'inactive', 'terminated', 'left', 'resigned', 'discharged', 'disabled', 'dismissed'],
  ...['retired', 'retrenched', 'absconded', 'deceased', 'ended', 'ex-employee', 'not active', 'suspended'],
  ...[
    'nee',
    'nein',
    'inaktiv',
    '✗',
    '✘',
    'onaktief',
    'inactivo',
    'inactiva',
    'baja',
    'não',
    'nao',
    'inativo',
    'inativa',
    'non',
    'inactif',
    'inactive',
  ],
]);
export function readYes(cell: string): boolean | undefined {
  const word = cell.trim().toLowerCase();
  return YES.has(word) ? true : NO.has(word) ? false : undefined;
}

/** Reads 2026-11-20, also with slashes or dots. An ambiguous date is not accepted. */
export function readDate(cell: string): string | undefined {
  const found = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(cell.trim());
  if (!found) return undefined;
  const [, year, month = '', day = ''] = found;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== date ? undefined : date;
}

/** Reads 7:00, 07:00, 07:00:00, 0700, 7h00 and 7:00 AM; returns HH:MM. */
export function readTime(cell: string): string | undefined {
  const found = /^(\d{1,2})[:h.]?(\d{2})(?::\d{2})?(?:\s?([ap])\.?m\.?)?$/i.exec(cell.trim());
  const [, hours = '', minute = '', half] = found ?? [];
  const isOfHalf = half !== undefined && Number(hours) >= 1 && Number(hours) <= 12;
  const hour = isOfHalf ? (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hours);
  if (!found || hour > 23 || Number(minute) > 59 || (half !== undefined && !isOfHalf)) return undefined;
  return `${String(hour).padStart(2, '0')}:${minute}`;
}

/** Reads hours as 1.5, 1,5 or 1:30; returns milliseconds. */
export function readHours(cell: string, sign?: DecimalSign): number | undefined {
  const clock = /^(\d{1,3}):([0-5]\d)$/.exec(cell.trim());
  if (clock) return (Number(clock[1]) * 60 + Number(clock[2])) * 60_000;
  const decimal = readDecimal(cell, sign);
  return decimal === undefined || Number(decimal) < 0 ? undefined : Math.round(Number(decimal) * 3_600_000);
}

const NOTHING =
  /^(?:[-–—_.…?~/\\]*|n[./]?a\.?|n\.?v\.?t\.?|nil|none|null|tb[acd]|unknown|geen|onbekend|ninguno|ninguna|desconocido|nenhum|nenhuma|desconhecido|aucun|aucune|néant|inconnu)$/i;
/** Returns true for what people write in a cell that has nothing: '-', 'n/a', 'tbc'. */
export const isNothing = (cell: string) => NOTHING.test(cell.trim());
/** Returns true for a row without content, such as the ruler below the headings of a table. */
export const isEmptyRow = (row: readonly string[]) => row.every((cell) => /^[|:=_+\-–—]*$/.test(trimUnseen(cell)));
const WITH_NAME = /^(.*\d)\s*(\p{L}{1,12})\.?$/u;
/** Returns a function that reads the units of a column without their name, where all that have one have the same: '12 kg'. */
export function unitsReader(column: readonly string[]): (cell: string) => string {
  const names = column.flatMap((cell) => WITH_NAME.exec(cell.trim())?.[2]?.toLowerCase() ?? []);
  const [name, ...others] = new Set(names);
  return (cell) => (name && others.length === 0 ? (WITH_NAME.exec(cell.trim())?.[1] ?? cell) : cell);
}

/** Returns true for a number with a remark: '2?', '3 (new)'. */
export const hasRemark = (number: string) => /[?!*()[\]]|\d[\s,;-]+\p{L}{3,}/u.test(number);

/** Returns true for a number that a spreadsheet has changed: 1.00E+12, 1001.0, 1,002, #REF!, =4. What was typed cannot be known. */
export const isSpoiltNumber = (cell: string) =>
  /^\d+(?:[.,]\d+)?E\+?\d+$|^\d+[.,]0+$|^\d{1,3}(?:,\d{3})+$|^\d{1,3}(?:\.\d{3})+$|^#[A-Z/0]+[!?A]?$|^=/i.test(
    cell.trim(),
  );
/**
 * Returns a function that reads the numbers of people in a column: without the apostrophe by which a spreadsheet keeps text, and 1.0 as 1 where a program
 * wrote all of them so.
 */
export function numberReader(column: readonly string[]): (cell: string) => string {
  const numbers = column.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const areDecimals = numbers.length > 0 && numbers.every((cell) => /^\d+[.,]0$/.test(cell));
  return (cell) => {
    const plain = cell.replace(/^\s*'(?=[\dA-Z])/i, '');
    return areDecimals ? plain.trim().replace(/[.,]0$/, '') : plain;
  };
}
export const SPOILT_NUMBER = words('A spreadsheet has changed this number: format the column as text.');

/** The decimal sign of the language in which a file was saved. */
export type DecimalSign = '.' | ',';
/** Returns the decimal sign of a reader's language: of a file that does not tell its own. */
export const decimalSignOf = (language: Language): DecimalSign =>
  new Intl.NumberFormat(language).format(1.5).includes(',') ? ',' : '.';
/** Returns a decimal with a point as it has one meaning in every language: 1.250, which may be a thousand, as 1.2500. */
export const withOneMeaning = (decimal: string) => (/^-?[1-9]\d{0,2}\.\d{3}$/.test(decimal) ? `${decimal}0` : decimal);
/** Groups of three digits after commas, points, apostrophes or spaces, always the same; then perhaps decimals after another sign. */
const GROUPED = /^(-?)([1-9]\d{0,2})([,.'’\s])(\d{3}(?:\3\d{3})*)(?:(?!\3)[.,](\d+))?$/u;

/**
 * Reads 1234.5, 1234,5 and 1,234.50; returns it with a point. What may be 1250 or 1.25 is not read: '1,250', and '1.250' in a file whose decimal sign is
 * the comma.
 */
export function readDecimal(cell: string, sign?: DecimalSign): string | undefined {
  const text = cell.trim();
  if (twoNumbersIn(text, sign)) return undefined;
  const [, minus, first, mark, groups = '', decimals] = GROUPED.exec(text) ?? [];
  const isGrouped = first !== undefined && !isDecimal(text, sign);
  const plain = isGrouped
    ? `${minus}${first}${groups.replaceAll(mark ?? '', '')}${decimals ? `.${decimals}` : ''}`
    : text.replace(/^(-?\d+),(\d+)$/, '$1.$2');
  return /^-?\d+(\.\d+)?$/.test(plain) ? plain.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') : undefined;
}

const NUMBERS_OF_ONE_MEANING: Record<DecimalSign, RegExp> = {
  '.': /^-?(?:\d*\.(?:\d{1,2}|\d{4,})|\d{1,3}(?:,\d{3})+\.\d+|\d{1,3}(?:,\d{3}){2,})$/,
  ',': /^-?(?:\d*,(?:\d{1,2}|\d{4,})|\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,})$/,
};
/** Returns the decimal sign that some cells of a column have beyond doubt; undefined where none has one, or both do. */
export function decimalSignIn(cells: readonly string[]): DecimalSign | undefined {
  const [point, comma] = (['.', ','] as const).map((sign) =>
    cells.some((cell) => NUMBERS_OF_ONE_MEANING[sign].test(cell.trim())),
  );
  return point === comma ? undefined : point ? '.' : ',';
}
/** Returns a number without the marks between its thousands, which are the other sign. */
export const withoutThousands = (cell: string, sign: DecimalSign) => {
  const mark = sign === '.' ? ',' : '.';
  return /^-?[1-9]\d{0,2}(?:[.,]\d{3})+$/.test(cell.trim()) && !cell.includes(sign) ? cell.replaceAll(mark, '') : cell;
};

/** Returns true for what a spreadsheet shows of what it cannot compute. */
export const isError = (text: string) =>
  /^#(?:N\/A|N\/D|NV|GETTING_DATA|[¡¿]?\p{Lu}[\p{Lu}/0]{1,11}[!?])$|^Err:\d{3}$/u.test(text);
/** Returns what is wrong with a cell of a text or a pasted list that has such an error. */
export const errorIn = (cell: string): Message | null =>
  isError(cell.trim()) ? msg('A cell has the error {cell}', { cell: cell.trim() }) : null;

/** Returns what is wrong with a text that a program would compute. */
export const formulaIn = (cell: string): Message | null =>
  /^\s*=\s*\S/.test(cell)
    ? msg('"{text}" is a formula: write what it shows.', { text: cell.trim().slice(0, 80) })
    : null;

/** Returns true for one group of three digits after the sign that is the decimal sign of the file; a point where the file does not tell. */
const isDecimal = (text: string, sign: DecimalSign = '.') => /^-?\d+[.,]\d+$/.test(text) && text.includes(sign);

/** Returns the two numbers that a cell may be, if it may be two: '1,250' is 1250 or 1.25. */
export function twoNumbersIn(cell: string, sign?: DecimalSign): { whole: string; decimal: string } | undefined {
  const [, minus, first, mark, groups, decimals] = GROUPED.exec(cell.trim()) ?? [];
  if (groups?.length !== 3 || decimals !== undefined || !/[.,]/.test(mark ?? '')) return undefined;
  return isDecimal(cell.trim(), sign)
    ? undefined
    : { whole: `${minus}${first}${groups}`, decimal: `${minus}${first}.${groups}0` };
}

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
/** Reads 1 to 7, Monday first, or the name of the day. */
export function readWeekday(cell: string): number | undefined {
  const text = cell.trim().toLowerCase();
  if (/^[1-7]$/.test(text)) return Number(text);
  const at = DAYS.indexOf(text.slice(0, 3));
  return text.length >= 3 && at >= 0 ? at + 1 : undefined;
}

type Break = { startTime: string; endTime: string; paid?: boolean | undefined; atLeast?: boolean | undefined };
/** Reads '10:00-10:15 12:00-13:00', separated by spaces, commas, semicolons or bars; 'unpaid' or 'unpaid whole' after one: see `breakWords`. */
export function readBreaks(cell: string): Break[] | undefined {
  const found = cell
    .trim()
    .replace(/(?<!\s)\s*[-–]\s*/g, '-')
    .split(/[\s,;|]+/)
    .filter(Boolean);
  const breaks: Break[] = [];
  for (const part of found) {
    const word = part.toLowerCase();
    const last = breaks.at(-1);
    if (word === 'unpaid' && last && last.paid === undefined) last.paid = false;
    else if (word === 'whole' && last?.paid === false && last.atLeast === undefined) last.atLeast = true;
    else {
      const [startTime, endTime, ...more] = part.split('-').map(readTime);
      if (startTime === undefined || endTime === undefined || more.length > 0) return undefined;
      breaks.push({ startTime, endTime });
    }
  }
  return breaks;
}
/** Returns a break as `readBreaks` reads it: '12:00-13:00 unpaid'; 'whole' where a clocked one takes off its length at least. */
export const breakWords = ({ startTime, endTime, paid, atLeast }: Break) =>
  [`${startTime}-${endTime}`, paid === false && 'unpaid', paid === false && atLeast && 'whole']
    .filter(Boolean)
    .join(' ');
