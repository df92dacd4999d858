import { z } from 'zod';
import { type listPieceImports as contract, piecesResult } from '#contract/intake/payroll.ts';
import { daysBetween } from '#contract/platform/common.ts';
import type { ResponseOf } from '#contract/platform/endpoint.ts';
import { MAX_IMPORT_DAYS, MAX_PIECES } from '#contract/platform/limits.ts';
import { MAX_LISTED_IMPORTS } from '#contract/platform/listedImports.ts';
import { type Message, msg, words } from '#contract/platform/words.ts';
import { type Audited, audit } from '../../../platform/audit/audit.ts';
import type { Db } from '../../../platform/db/db.ts';
import { lineReason } from '../../../platform/files/lineReason.ts';
import { requireAccount } from '../../../platform/tenant/account.ts';
import { DAY } from '../../../platform/zone.ts';
import type { PiecesResult } from './importPieces.ts';
import { countInForce, selectImports } from './imports.sql.ts';

/** The values of an import in the trail, which is what is known of it later. */
const imported = z.object({
  fileName: z.string().optional(),
  added: z.int(),
  refused: z.int(),
  undo: z.preprocess((text) => (typeof text === 'string' ? JSON.parse(text) : null), piecesResult.shape.undo),
});

type Imported = Pick<PiecesResult, 'added' | 'refused' | 'undo'> & { fileName: string | undefined };
/** Writes an import to the trail with the choice that undoes it. */
export function auditImport(tx: Db, who: Omit<Audited, 'action'>, { fileName, added, refused, undo }: Imported) {
  const values = { added, refused, ...(undo && { undo: JSON.stringify(undo) }) };
  const detail = fileName
    ? msg('{fileName}: {added} added, {refused} refused', { fileName, ...values })
    : msg('{added} added, {refused} refused', values);
  return audit(tx, { ...who, action: 'account.import', target: 'piecework', detail });
}

const MONTH_MS = 30 * DAY;
/** Lists the lists of piecework that were imported in the last 30 days. */
export const listPieceImports = (db: Db, accountId: string, now: Date): Promise<ResponseOf<typeof contract>> =>
  db.tenant(accountId, async (tx) => {
    await requireAccount(tx, accountId);
    const since = new Date(now.getTime() - MONTH_MS);
    const found = await selectImports(tx, accountId, { since, limit: MAX_LISTED_IMPORTS });
    const imports = found.map(({ values, ...rest }) => ({ ...rest, ...imported.parse(values) }));
    const counts = await countInForce(
      tx,
      accountId,
      imports.flatMap(({ undo }) => undo ?? []),
    );
    const inForce = new Map(counts.map(({ importedAt, entries }) => [Date.parse(importedAt), entries]));
    return {
      imports: imports.map(({ fileName = null, ...one }) => {
        const left = one.undo ? (inForce.get(Date.parse(one.undo.importedAt)) ?? 0) : 0;
        const { reason, reasonWords } = lineReason(whyNot({ ...one, left }));
        return { ...one, fileName, cannotUndo: reason, ...(reasonWords && { cannotUndoWords: reasonWords }) };
      }),
    };
  });

/** Returns an answer without the choice of an undo that would be refused. */
export const withPossibleUndo = (result: PiecesResult): PiecesResult =>
  result.undo && whyNot({ ...result, left: result.added }) ? { ...result, undo: null } : result;

function whyNot({ added, undo, left }: Pick<Imported, 'added' | 'undo'> & { left: number }): string | Message | null {
  if (added === 0) return words('It added nothing.');
  if (left === 0) return words('It was undone.');
  if (undo && daysBetween(undo.from, undo.to) >= MAX_IMPORT_DAYS)
    return msg('Its days are more than {most} apart: set them aside by days, under Pieces.', { most: MAX_IMPORT_DAYS });
  return left > MAX_PIECES
    ? msg('It has more than {most} lines: set them aside by days, under Pieces.', { most: MAX_PIECES })
    : null;
}
