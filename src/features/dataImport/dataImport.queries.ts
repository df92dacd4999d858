import { mutationOptions } from '@tanstack/react-query';
import { type ImportKind, importCsv } from '#contract/payroll.ts';
import { call } from '../../api/call.ts';

/** What the file would change; nothing is changed yet. */
export const previewMutation = (accountId: string) =>
  mutationOptions({
    mutationFn: (file: { kind: ImportKind; csv: string }) =>
      call(importCsv, { params: { accountId }, body: { ...file, commit: false } }),
  });

/** Carries the import out in one transaction. */
export const commitMutation = (accountId: string) =>
  mutationOptions({
    mutationFn: (file: { kind: ImportKind; csv: string }) =>
      call(importCsv, { params: { accountId }, body: { ...file, commit: true } }),
    meta: { invalidates: [['employees'], ['working-times'], ['account-statistics']] },
  });
