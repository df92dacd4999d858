import { z } from 'zod';
import { documentId, localDate } from '../platform/common.ts';
import { anyRole } from '../platform/endpoint.ts';

/**
 * Schemas shared by the calls of the set-up. An administrator names the account with `accountId`; an employer's is that of the
 * session. Dates are local dates of the account.
 */
export const access = anyRole('Setup.MANAGE');
export const ownOrNamedAccount = z.object({ accountId: documentId.optional() });
/** `?preview=1`: everything is carried out and rolled back, so the answer tells what would change. */
export const previewQuery = ownOrNamedAccount.extend({ preview: z.literal('1').optional() });
/** A hash of a record as it was shown: 409 OUTDATED if the record has changed since. */
export const basis = z.string().min(1).max(64);
export const withBasis = ownOrNamedAccount.extend({ basis });
export const writes = [
  'ALREADY_EXISTS',
  'CONFLICT',
  'OUTDATED',
  'OWNED_BY_SYSTEM',
  'OWN_RECORD',
  'PERIOD_LOCKED',
  'NOT_FOUND',
] as const;

/** The most employees that are named among those who are judged again. */
export const NAMED_RECALCULATED = 20;
/**
 * The numbers of employees and of their days, up to today, that a change judges again: days on which an employee's hours differ, days that gain or lose
 * records by that, and days on which they count and did not, or the reverse. Where the hours of a hundred or more differ, records that pass between days are
 * looked for only where a locked day can have them. `from` is the earliest of these days; the first employees by number are named.
 */
export const rejudged = z.object({
  people: z.int(),
  days: z.int(),
  from: localDate.nullable(),
  employees: z
    .array(z.object({ number: z.string(), firstName: z.string(), lastName: z.string() }))
    .max(NAMED_RECALCULATED),
});
export type RecalculationImpact = z.infer<typeof rejudged>;

/** Fields of every record of the set-up: its owner, and a hash of it as it is shown. */
export const setupRecord = z.object({
  _id: documentId,
  /** The owner's System ID: a payroll system's, or the application's (APPLICATION_SYSTEM). */
  systemId: z.string(),
  /** The owner's name for people: 'Tallyboard', or the payroll system's. */
  owner: z.string(),
  /** A payroll system owns it: only that system changes or deletes it. */
  isLocked: z.boolean(),
  /** Sent back with a change: 409 OUTDATED if the record has changed since. */
  basis: z.string(),
});

export const lookupNumber = z.literal([1, 2]);

/** The System ID of the application's own records (version 0.1.0 wrote it), and its label for people. No payroll system can use either. */
export const APPLICATION_SYSTEM = 'CSV';
export const APPLICATION_NAME = 'Tallyboard';
/** Returns true if a System ID is the application's own; case is ignored. */
export const isReservedSystem = (systemId: string) =>
  [APPLICATION_SYSTEM, APPLICATION_NAME].some((word) => word.toLowerCase() === systemId.trim().toLowerCase());
