import { z } from 'zod';
import { accountParams, documentId, instant, rowRange } from './common.ts';
import { admin, endpoint } from './endpoint.ts';

/** Who did what to which document, when, from where; append-only (S-70). */
export const auditEntry = z.object({
  _id: documentId,
  at: instant,
  actor: z.string(),
  action: z.string(),
  target: z.string().nullable(),
  address: z.string().nullable(),
  result: z.enum(['ok', 'refused']),
  detail: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;
export const listAudit = endpoint({
  method: 'GET',
  path: '/audit/by-account/:accountId',
  access: admin('Account.GET_AUDIT'),
  summary: 'The audit trail of an account, newest first.',
  params: accountParams,
  query: rowRange,
  response: z.object({ results: z.array(auditEntry), lastIndex: z.int() }),
});
export const exportAudit = endpoint({
  method: 'GET',
  path: '/audit/by-account/:accountId/export',
  access: admin('Account.GET_AUDIT'),
  summary: 'The audit trail of an account as CSV.',
  params: accountParams,
  response: 'file',
});
