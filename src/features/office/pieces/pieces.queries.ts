import { mutationOptions } from '@tanstack/react-query';
import { importPieces } from '#contract/intake/payroll.ts';
import type { DateOrder } from '#contract/platform/dateOrder.ts';
import { call } from '../../../api/call.ts';

/** `dates`: how its dates are written, where two ways are possible. */
type Sent = { csv: string; dates?: DateOrder };
/** Returns what the file would add, without changing anything. A failure is shown beside the file. */
export const previewMutation = (accountId: string) =>
  mutationOptions({
    mutationFn: (sent: Sent) =>
      call(importPieces, { params: { accountId }, body: { kind: 'piecework', ...sent, commit: false } }),
    meta: { silent: true },
  });

/** Carries the import out in one transaction. A failure is shown beside the file. */
export const commitMutation = (accountId: string) =>
  mutationOptions({
    mutationFn: (sent: Sent & { fileName: string }) =>
      call(importPieces, { params: { accountId }, body: { kind: 'piecework', ...sent, commit: true } }),
    meta: { silent: true, invalidates: [['account-statistics'], ['stats']] },
  });
