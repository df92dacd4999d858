import { z } from 'zod';
import { count, dateSpan } from '../figures/stats.ts';
import { documentId, instant, localDate, nullableInstant, ok, requiredLine, typedLine } from '../platform/common.ts';
import { employer, endpoint } from '../platform/endpoint.ts';
import { asText, msg, words } from '../platform/words.ts';

/** The auditor's sample (docs/reference/records.md#an-auditors-sample): people drawn by a seed, and a link by which an auditor reads their days. */

const access = employer('Setup.MANAGE');
export const MAX_SAMPLES = 20;
/** The most days after which a link ends by itself: all of its days are stored until then. */
export const MAX_SAMPLE_DAYS = 14;

export const auditSample = z.object({
  _id: documentId,
  /** The auditor for whom it was drawn. */
  name: z.string(),
  seed: z.string(),
  from: localDate,
  to: localDate,
  /** All people drawn; an employee in two pay periods counts twice. */
  people: count,
  madeAt: instant,
  madeBy: z.string(),
  endsAt: instant,
  lastOpenedAt: nullableInstant,
});
export type AuditSample = z.infer<typeof auditSample>;

export const listAuditSamples = endpoint({
  method: 'GET',
  path: '/audit-samples',
  access,
  summary: 'The samples whose links have not ended, the newest first, without the links.',
  response: z.object({ samples: z.array(auditSample).max(MAX_SAMPLES) }),
});
export const createAuditSample = endpoint({
  method: 'POST',
  path: '/audit-samples',
  access,
  stepUp: 'factor',
  summary:
    'Draws people of each pay period by a seed, at least 10 or 1 % of more than 1,000, and makes a link that shows their days; the link is in this answer only.',
  body: z.strictObject({
    name: requiredLine(words('Auditor is required'), 120),
    dates: dateSpan,
    /** The auditor's own, so that neither side picks; without it one is made. */
    seed: typedLine(60).optional(),
    days: z
      .int()
      .min(1)
      .max(MAX_SAMPLE_DAYS, asText(msg('At most {most} days', { most: MAX_SAMPLE_DAYS }))),
  }),
  response: z.object({ sample: auditSample, link: z.string() }),
  refusals: ['LIMIT_REACHED', 'DATE_OUT_OF_RANGE'],
});
export const endAuditSample = endpoint({
  method: 'DELETE',
  path: '/audit-samples/:sampleId',
  access,
  summary: 'Ends the link of a sample: it shows nothing from the next request on.',
  params: z.object({ sampleId: documentId }),
  response: ok,
  refusals: ['NOT_FOUND'],
});
export const openAuditSample = endpoint({
  method: 'GET',
  path: '/audit-sample/:token',
  access: 'public',
  summary: 'The page of an auditor’s link: the days of the people of its sample, for reading and printing.',
  params: z.object({ token: z.string().max(200) }),
  response: 'file',
});
