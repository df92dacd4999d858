import { parse } from 'csv-parse/sync';
import fc from 'fast-check';

/** Texts of people and attackers, which every CSV must preserve and none of which may start a formula. */
export const hostileText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc
    .tuple(
      fc.constantFrom('', ' ', '  ', '\u00a0'),
      fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', '"', ','),
      fc.string(),
    )
    .map((all) => all.join('')),
  fc.constantFrom("=cmd|' /C calc'!A0", ' =1+1', '＝1+1', '"a","b"', 'x\r\ny', 'שלום', '-1.50'),
);

/** Returns the lines of a CSV as cells, its header first. */
export const cellsOfCsv = (csv: string): string[][] => parse(csv, { bom: true, record_delimiter: '\r\n' });

/** Returns the texts that were changed by more than an apostrophe, or that a spreadsheet would evaluate. */
export const spoiled = (texts: readonly string[], cells: readonly (string | undefined)[]) =>
  texts.filter((text, index) => {
    const cell = cells[index];
    if (cell === undefined || (cell !== text && cell !== `'${text}`)) return true;
    return /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^\p{Cc}/u.test(cell);
  });
