import { hash } from 'node:crypto';
import type { LocalDate } from '../platform/zone.ts';

/** Keys of exceptions and the evidence that a review covers (docs/reference/corrections.md): figures that wait for a review read them too. */

type Of = { kind: string; employeeId: string | null; day: LocalDate; what?: string };
/** Returns the key of an exception. */
export const exceptionKey = ({ kind, employeeId, day, what = '' }: Of) =>
  [kind, employeeId ?? '', day, what].filter((part) => part !== '').join(':');
/** Returns a hash of everything that a review covers: once it differs, the review no longer hides the exception. */
export const evidenceOf = (key: string, evidence: readonly unknown[]) =>
  hash('sha256', JSON.stringify([key, ...evidence]), 'base64url').slice(0, 22);
