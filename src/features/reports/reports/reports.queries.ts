import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { generateReport, getExportChanges, listExports, type ReportRequest } from '#contract/reports/reports.ts';
import { call, callFile } from '../../../api/call.ts';

const exportsKey = (accountId: string) => ['exports', accountId] as const;

/** The exports, newest first, each with whether data arrived since. */
export const exportsQuery = (accountId: string) =>
  queryOptions({
    queryKey: exportsKey(accountId),
    queryFn: ({ signal }) => call(listExports, {}, { signal }),
    select: ({ results }) => results,
    refetchInterval: 60_000,
    meta: { silent: true },
  });

export const exportChangesQuery = (accountId: string, exportId: string) =>
  queryOptions({
    queryKey: [...exportsKey(accountId), exportId, 'changes'],
    queryFn: ({ signal }) => call(getExportChanges, { params: { exportId } }, { signal }),
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
