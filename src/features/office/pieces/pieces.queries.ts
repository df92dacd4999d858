import { mutationOptions } from '@tanstack/react-query';
import { importPieces } from '#contract/intake/payroll.ts';
import { call } from '../../../api/call.ts';

/** Returns what the file would add, without changing anything. A failure is shown beside the file. */
export const previewMutation = (accountId: string) =>
  mutationOptions({
    mutationFn: (csv: string) =>
      call(importPieces, { params: { accountId }, body: { kind: 'piecework', csv, commit: false } }),
    meta: { silent: true },
  });

/** Carries the import out in one transaction. A failure is shown beside the file. */
export const commitMutation = (accountId: string) =>
  mutationOptions({
    mutationFn: ({ csv, fileName }: { csv: string; fileName: string }) =>
      call(importPieces, { params: { accountId }, body: { kind: 'piecework', csv, commit: true, fileName } }),
    meta: { silent: true, invalidates: [['account-statistics'], ['stats']] },
  });
