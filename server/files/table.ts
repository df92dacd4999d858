/** A cell. */
export type Value = string | number | null;
type ColumnKind = 'text' | 'date' | 'time' | 'units' | 'count' | 'hours';
export type Column = {
  id: string;
  label: string;
  kind: ColumnKind;
  /** Of a spreadsheet column, in characters. */
  width: number;
  /** Summed in the totals row. */
  total?: true;
  /** Compared to tell what changed since an export; the other columns identify the row. */
  figure?: true;
};

/** One row of a file by column id; `key` tells it from the others of its day. */
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
  /** How complete the figures are, in lines. */
  trust: readonly string[];
  /** Ends with a line to sign. */
  toSign?: boolean;
};
