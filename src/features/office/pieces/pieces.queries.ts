import { mutationOptions } from '@tanstack/react-query';
import { importPieces, listPieceImports } from '#contract/intake/payroll.ts';
import { correctPieces, type PieceOrder, previewPieces } from '#contract/intake/pieces.ts';
import type { RequestOf, ResponseOf } from '#contract/platform/endpoint.ts';
import { call } from '../../../api/call.ts';
import { queryOf } from '../../../api/query.ts';
import type { PieceFile } from './piecesFile.ts';

const importsKey = (accountId: string) => ['piece-imports', accountId] as const;
export const pieceImportsQuery = (accountId: string) =>
  queryOf(listPieceImports, importsKey(accountId), {
    request: () => ({ params: { accountId } }),
    meta: { silent: true },
  });
/** A list of piecework as it is sent, with what the user chose of it. */
export type SentPieces = PieceFile &
  Pick<RequestOf<typeof importPieces>['body'], 'columns' | 'letters' | 'dates' | 'decimalSign'>;
/** Returns what the file would add, without changing anything. A failure is shown beside the file. */
export const previewMutation = (accountId: string) =>
  mutationOptions({
    mutationFn: (sent: SentPieces) =>
      call(importPieces, { params: { accountId }, body: { kind: 'piecework', ...sent, commit: false } }),
    meta: { silent: true },
  });

/** Carries the import out in one transaction. A failure is shown beside the file. */
export const commitMutation = (accountId: string) =>
  mutationOptions({
    mutationFn: (sent: SentPieces & { fileName?: string; outcomeHash: string }) =>
      call(importPieces, { params: { accountId }, body: { kind: 'piecework', ...sent, commit: true } }),
    meta: { silent: true, invalidates: [['account-statistics'], ['stats'], importsKey(accountId)] },
  });

/** The entries that an import brought. */
export type Undo = NonNullable<ResponseOf<typeof importPieces>['undo']>;
/** Sets the entries of an import aside, in one act of the ledger. */
export const undoImportMutation = (accountId: string) =>
  mutationOptions({
    async mutationFn(choice: Undo) {
      const order: PieceOrder = { reason: 'wrong-list', choice, change: { do: 'void' } };
      const { basis, receivedUntil } = await call(previewPieces, { body: order });
      return call(correctPieces, { body: { ...order, basis, receivedUntil } });
    },
    meta: { silent: true, invalidates: [['stats'], ['exceptions'], importsKey(accountId)] },
  });
