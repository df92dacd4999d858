import type { Message } from '#contract/platform/words.ts';
import type { Words } from '../words/words.ts';

/** A cell. */
export type Value = string | number | null;
/** One row of a file by column id; `key` distinguishes it from the other rows of its day. */
export type Row = {
  day: string;
  key: string;
  values: Record<string, Value>;
  /** The messages of values that are sentences of ours, for files of people in other languages. */
  said?: Record<string, Message | null>;
};

/** The values of a row in the order of its columns. */
export type Cells = readonly Value[];

/** The head of a file. */
export type TableHead = {
  /** The language of a file for people; without it English. Columns, `title` and `trust` are in it already. */
  words?: Words;
  title: string;
  accountName: string;
  from: string;
  to: string;
  madeAt: string;
  /** The sentences about how complete the figures are. */
  trust: readonly string[];
  /** For a program that reads it: one sheet without totals. */
  isPlain?: boolean;
  /** The file ends with a line for a signature. */
  toSign?: boolean;
  /** The place of the cell by whose values rows come together: each group of two rows and more has a subtotal. */
  groupAt?: number;
};
