import type { Db } from '../../platform/db/db.ts';
import { selectDescriptions } from '../stats/day.sql.ts';
import { describing } from '../stats/piecework.ts';
import type { Piece } from './dayFigures.ts';

export type Describe = ReturnType<typeof describing>;

/** Reads the descriptions of the lookups of some work: those of today, whatever they were on the day of the work. */
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
