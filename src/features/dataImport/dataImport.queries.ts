import { mutationOptions } from '@tanstack/react-query';
import { type ImportKind, importCsv } from '#contract/payroll.ts';
import { call } from '../../api/call.ts';

/** Asks what the file would change, without changing anything. A failure is shown beside the file. */
export const previewMutation = (accountId: string) =>
  mutationOptions({
    mutationFn: (file: { kind: ImportKind; csv: string }) =>
      call(importCsv, { params: { accountId }, body: { ...file, commit: false } }),
    meta: { silent: true },
  });

/** Carries the import out in one transaction. A failure is said beside the file. */
export const commitMutation = (accountId: string) =>
  mutationOptions({
    mutationFn: (file: { kind: ImportKind; csv: string }) =>
      call(importCsv, { params: { accountId }, body: { ...file, commit: true } }),
    meta: { silent: true, invalidates: [['employees'], ['working-times'], ['account-statistics']] },
  });
