/** A cell. */
export type Value = string | number | null;
type ColumnKind = 'text' | 'date' | 'time' | 'units' | 'count' | 'hours' | 'amount';
export type Column = {
  id: string;
  label: string;
  kind: ColumnKind;
  /** The width of a spreadsheet column, in characters. */
  width: number;
  /** Summed in the totals row. */
  total?: true;
  /** Compared to find what changed since an export; the other columns identify the row. */
  figure?: true;
};

/** One row of a file by column id; `key` distinguishes it from the other rows of its day. */
export type Row = { day: string; key: string; values: Record<string, Value> };

/** The values of a row in the order of its columns. */
export type Cells = readonly Value[];

/** The head of a file. */
export type TableHead = {
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
};
