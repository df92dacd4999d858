import type { Db } from '../db/db.ts';
import { selectDescriptions } from '../stats/day.sql.ts';
import { describing } from '../stats/piecework.ts';
import type { Piece } from './keptDay.ts';

export type Describe = ReturnType<typeof describing>;

/** Reads what shows the lookups of some work: as they are called today, whatever they were called on its day. */
export async function readDescriptions(
  db: Db,
  accountId: string,
  pieces: readonly Pick<Piece, 'lookup1' | 'lookup2'>[],
): Promise<Describe> {
  const codes = {
    lookup1: [...new Set(pieces.map(({ lookup1 }) => lookup1))],
    lookup2: [...new Set(pieces.map(({ lookup2 }) => lookup2))],
  };
  return describing(await db.tenant(accountId, (tx) => selectDescriptions(tx, accountId, codes)));
}
