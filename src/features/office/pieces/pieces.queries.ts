import { mutationOptions } from '@tanstack/react-query';
import { importPieces } from '#contract/intake/payroll.ts';
import type { PieceMapping } from '#contract/intake/pieceList.ts';
import type { DateOrder } from '#contract/platform/dateOrder.ts';
import { call } from '../../../api/call.ts';
import type { PieceFile } from './piecesFile.ts';

/** A list of piecework as it is sent: `columns`, what they are taken for; `dates`, how they are written, where two ways are possible. */
export type SentPieces = PieceFile & { columns?: PieceMapping; dates?: DateOrder };
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
    meta: { silent: true, invalidates: [['account-statistics'], ['stats']] },
  });
