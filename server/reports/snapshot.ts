import { promisify } from 'node:util';
import { constants, gunzip, gzip, type ZlibOptions } from 'node:zlib';
import type { z } from 'zod';
import { z as zod } from 'zod';
import { COLUMNS, type Column } from '#contract/reports/reportColumns.ts';
import type { exportChange, ReportType } from '#contract/reports/reports.ts';
import { clockHours } from '../platform/files/figures.ts';
import type { Row, Value } from '../platform/files/table.ts';

/** An exported row: the key, three names, then the figures in the order of the columns. */
const kept = zod.array(
  zod
    .tuple([zod.string(), zod.string(), zod.string(), zod.string()])
    .rest(zod.union([zod.string(), zod.number(), zod.null()])),
);
export type KeptRow = z.infer<typeof kept>[number];
const pack = promisify<Buffer | string, ZlibOptions, Buffer>(gzip);
const unpack = promisify(gunzip);

const figuresOf = (type: ReportType) => COLUMNS[type].filter(({ figure }) => figure);
const keep = (figures: readonly Column[], { key, values }: Row): KeptRow => [
  key,
  String(values.number ?? ''),
  // A row of a lookup pair has the pair as its name.
  String(values.firstName ?? values.lookup1 ?? ''),
  String(values.lastName ?? values.lookup2 ?? ''),
  ...figures.map(({ id }) => values[id] ?? null),
];

export function packDay(type: ReportType, rows: readonly Row[]): Promise<Buffer> {
  const figures = figuresOf(type);
  return pack(JSON.stringify(rows.map((row) => keep(figures, row))), { level: constants.Z_BEST_SPEED });
}
export const unpackDay = async (packed: Buffer): Promise<KeptRow[]> =>
  kept.parse(JSON.parse((await unpack(packed)).toString('utf8')));

export type Change = z.infer<typeof exportChange>;

/** Returns the changes in the rows of one day, by number: different figures, new rows and missing rows. */
export function changesOf(type: ReportType, day: string, before: readonly KeptRow[], rows: readonly Row[]): Change[] {
  const columns = figuresOf(type);
  const after = new Map(rows.map((row) => [row.key, keep(columns, row)]));
  const changes: Change[] = [];
  const say = (row: KeptRow, column: Column, was: string, is: string) =>
    changes.push({
      day,
      number: row[1],
      firstName: row[2],
      lastName: row[3],
      field: column.label,
      before: was,
      after: is,
    });
  const figure = (row: KeptRow | undefined, i: number, column: Column) =>
    shown(column, row?.[4 + i] as Value | undefined);
  const compare = (old: KeptRow | undefined, now: KeptRow | undefined) => {
    const named = now ?? old;
    if (!named) return;
    for (const [i, column] of columns.entries()) {
      const was = figure(old, i, column);
      const is = figure(now, i, column);
      if (was !== is) say(named, column, was, is);
    }
  };
  for (const old of before) {
    compare(old, after.get(old[0]));
    after.delete(old[0]);
  }
  for (const row of after.values()) compare(undefined, row);
  return changes;
}

function shown({ kind }: Column, value: Value | undefined): string {
  if (value === null || value === undefined) return '';
  return kind === 'hours' ? clockHours(Number(value)) : String(value);
}
