import { t } from '@lingui/core/macro';
import { createAuditSample, endAuditSample, listAuditSamples } from '#contract/office/auditSamples.ts';
import type { RequestOf } from '#contract/platform/endpoint.ts';
import { mutationOf, queryOf } from '../../../api/query.ts';

const KEY = ['audit-samples'];
export const samplesQuery = queryOf(listAuditSamples, KEY, {
  select: ({ samples }) => samples,
  meta: { silent: true },
});
export const createSampleMutation = mutationOf(
  createAuditSample,
  { success: () => t`Sample drawn`, invalidates: [KEY] },
  (body: RequestOf<typeof createAuditSample>['body']) => ({ body }),
);
export const endSampleMutation = (sampleId: string) =>
  mutationOf(endAuditSample, { success: () => t`Link ended`, invalidates: [KEY] }, () => ({ params: { sampleId } }));
