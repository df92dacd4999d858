import type { Column } from '#contract/reports/reportColumns.ts';
import type { Words } from '../words/words.ts';
import type { Value } from './table.ts';

/** Between the words of a cell: of a list, or of a reason and its kind. */
const BETWEEN = /(, |: )/;

/** Returns the value of a cell in the language of a file for people, where it is words of ours: each of those in a list. */
export function saidCell({ language, say }: Words, { says }: Pick<Column, 'says'>, value: Value): Value {
  if (!says || typeof value !== 'string' || language === 'en') return value;
  const whole = say(value);
  return whole === value ? value.split(BETWEEN).map(say).join('') : whole;
}
