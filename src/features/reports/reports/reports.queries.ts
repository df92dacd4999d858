import { mutationOptions } from '@tanstack/react-query';
import { generateReport, getExportChanges, listExports, type ReportRequest } from '#contract/reports/reports.ts';
import { callFile } from '../../../api/call.ts';
import { queryOf } from '../../../api/query.ts';

const exportsKey = (accountId: string) => ['exports', accountId] as const;

/** The exports, newest first, each with whether data arrived since. */
export const exportsQuery = (accountId: string) =>
  queryOf(listExports, exportsKey(accountId), {
    select: ({ results }) => results,
    refetchInterval: 60_000,
    meta: { silent: true },
  });

export const exportChangesQuery = (accountId: string, exportId: string) =>
  queryOf(getExportChanges, [...exportsKey(accountId), exportId, 'changes'], {
    request: () => ({ params: { exportId } }),
    meta: { silent: true },
  });

export type Generation = { request: ReportRequest; signal: AbortSignal; fallback: string };

/** A failure is logged as the specification says, and shown in the dialog. */
export const generateReportMutation = (accountId: string) =>
  mutationOptions({
    mutationFn: ({ request, signal, fallback }: Generation) =>
      callFile(generateReport, { body: request }, { signal, fallback }),
    onError(error, { signal }) {
      if (!signal.aborted) console.error('Failed to generate report', error);
    },
    meta: { silent: true, invalidates: [exportsKey(accountId)] },
  });
