import { t } from '@lingui/core/macro';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { createAuditSample, endAuditSample, listAuditSamples } from '#contract/office/auditSamples.ts';
import type { RequestOf } from '#contract/platform/endpoint.ts';
import { call } from '../../../api/call.ts';

const KEY = ['audit-samples'];
export const samplesQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => call(listAuditSamples, {}, { signal }),
  select: ({ samples }) => samples,
  meta: { silent: true },
});
export const createSampleMutation = mutationOptions({
  mutationFn: (body: RequestOf<typeof createAuditSample>['body']) => call(createAuditSample, { body }),
  meta: { success: () => t`Sample drawn`, invalidates: [KEY] },
});
export const endSampleMutation = (sampleId: string) =>
  mutationOptions({
    mutationFn: () => call(endAuditSample, { params: { sampleId } }),
    meta: { success: () => t`Link ended`, invalidates: [KEY] },
  });
