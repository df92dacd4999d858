import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { type ImportKind, importCsv, listImports, undoImport } from '#contract/payroll.ts';
import { call } from '../../api/call.ts';

type ImportFile = { kind: ImportKind; csv: string; fileName?: string };
/** The queries that an import, or its undo, may change. */
const CHANGED = [['employees'], ['working-times'], ['account-statistics'], ['imports']];

/** Returns what the file would change, without changing anything. A failure is shown beside the file. */
export const previewMutation = (accountId: string) =>
  mutationOptions({
    mutationFn: (file: ImportFile) => call(importCsv, { params: { accountId }, body: { ...file, commit: false } }),
    meta: { silent: true },
  });

/** Carries the import out in one transaction. A failure is shown beside the file. */
export const commitMutation = (accountId: string) =>
  mutationOptions({
    mutationFn: (file: ImportFile) => call(importCsv, { params: { accountId }, body: { ...file, commit: true } }),
    meta: { silent: true, invalidates: CHANGED },
  });

export const importsQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['imports', accountId],
    queryFn: () => call(listImports, { params: { accountId } }),
    select: ({ results }) => results,
  });

/** Undoes an import. A refusal is shown in its dialog. */
export const undoImportMutation = (accountId: string, importId: string) =>
  mutationOptions({
    mutationFn: () => call(undoImport, { params: { accountId, importId } }),
    meta: { silent: true, success: 'Import undone', invalidates: CHANGED },
  });
