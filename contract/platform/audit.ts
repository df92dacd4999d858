import { z } from 'zod';
import { accountParams, documentId, instant, rowRange } from './common.ts';
import { admin, endpoint } from './endpoint.ts';
import { message } from './message.ts';
import { words } from './words.ts';

/** The recorded actions, as `subject.verb`; the web application has words for each. */
export const AUDIT_ACTIONS = [
  'account.create',
  'account.delete',
  'account.import',
  'account.settings',
  'account.update',
  'alert.create',
  'alert.delete',
  'alert.unsubscribe',
  'alert.update',
  'audit.export',
  'backup.create',
  'backup.delete',
  'backup.download',
  'backup.schedule',
  'ownDays.link',
  'ownDays.end',
  'ownDays.pin',
  'ownDays.pinEnd',
  'consent.give',
  'consent.withdraw',
  'correction.make',
  'correction.undo',
  'dashboard.recalculate',
  'day-note.add',
  'day-note.remove',
  'device.command',
  'device.create',
  'device.delete',
  'device.network',
  'device.quarantine',
  'device.options',
  'device.read-saved',
  'device.read-usb-file',
  'device.regenerate',
  'device.request-sync',
  'device.send-code',
  'device.update',
  'device.view-code',
  'import.undo',
  'mail.test',
  'message.open',
  'exception.review',
  'exception.review-undo',
  'password.change',
  'password.request-reset',
  'password.reset',
  'pay-file.download',
  'pay-file.make',
  'pay-file.taken',
  'pay-profile.change',
  'person.erase',
  'person.export',
  'period.lock',
  'period.reopen',
  'report.export',
  'restore.start',
  'restore.undo',
  'restore.upload',
  'records.make',
  'records.download',
  'records.remove',
  'sample.draw',
  'sample.end',
  'sample.open',
  'session.extend',
  'session.login',
  'session.logout',
  'session.second-factor',
  'session.step-up',
  'session.transfer',
  'setup.change',
  'setup.download',
  'setup.take-over',
  'setup.workbook',
  'sign-in.change',
  'sign-in.clone',
  'sign-in.code-used',
  'sign-in.left',
  'sign-in.reset',
  'sync-key.create',
  'sync-key.new-network',
  'sync-key.revoke',
  'user.create',
  'user.delete',
  'user.export',
  'user.invitation-link',
  'user.invitation-withdrawn',
  'user.update',
  'work-plan.set',
  'work-plan.withdraw',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** An entry of the audit trail: user, action, document, time and address; append-only. */
export const auditEntry = z.object({
  _id: documentId,
  at: instant,
  actor: z.string(),
  /** The id of a user, whose name may have changed since; null for devices, systems and entries of versions that kept none. */
  actorId: z.string().nullable(),
  /** One of AUDIT_ACTIONS, or an action of another version of the application. */
  action: z.string(),
  target: z.string().nullable(),
  /** The user that the action was about, if its target is one. */
  targetId: z.string().nullable(),
  address: z.string().nullable(),
  result: z.enum(['ok', 'refused']),
  detail: z.string().nullable(),
  /** The detail as a message; absent where it is a value, such as a name or a file, and in entries of versions that kept none. */
  words: message.nullish(),
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

/** An entry's place in the trail and its hash, as an earlier check returned them: 'PLACE:HASH'. */
const auditPlace = z
  .string()
  .regex(/^[1-9]\d{0,14}:[0-9a-f]{64}$/, words('Use PLACE:HASH as an earlier check answered it'));
export const auditCheck = z.object({
  /** The number of entries that were checked. */
  entries: z.int(),
  /**
   * Note it outside the installation: given as `known` to a later check, it shows whether the trail was cut or rewritten since. Null for an empty
   * trail.
   */
  newest: auditPlace.nullable(),
  /** The first problem found; null: every entry is as it was written, and none is missing. */
  problem: z
    .object({ place: z.int().nullable(), reason: z.enum(['changed', 'missing', 'unlinked', 'not-as-known']) })
    .nullable(),
});
export type AuditCheck = z.infer<typeof auditCheck>;
export const checkAudit = endpoint({
  method: 'GET',
  path: '/audit/by-account/:accountId/check',
  access: admin('Account.GET_AUDIT'),
  summary: 'Computes the chain of hashes of an account’s audit trail again: was an entry changed or removed?',
  params: accountParams,
  query: z.strictObject({ known: auditPlace.optional() }),
  response: auditCheck,
});
