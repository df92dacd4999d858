import { z } from 'zod';
import { documentId, instant, ok } from './common.ts';
import { endpoint } from './endpoint.ts';
import { access, ownOrNamedAccount } from './setupRecords.ts';

/** The calls for what an employee may ask (spec/privacy.md): consent to the use of their biometric data, and what is held about them. */

/** The ways in which an employee agreed. */
export const CONSENT_WAYS = { paper: 'On paper', recorder: 'On a Recorder', screen: 'On a screen' } as const;
export type ConsentWay = keyof typeof CONSENT_WAYS;
const way = z.enum(Object.keys(CONSENT_WAYS) as ConsentWay[]); // the keys of a constant

/** A consent or a withdrawal. A withdrawal has no version and no way. */
const consentEntry = z.object({
  kind: z.enum(['given', 'withdrawn']),
  version: z.int().nullable(),
  how: way.nullable(),
  by: z.string(),
  at: instant,
});
export const consentState = z.object({
  /** The account's setting 'Consent required'. */
  isRequired: z.boolean(),
  /** The present text and its version; null: the account has none yet, and no consent can be recorded. */
  text: z.object({ version: z.int(), text: z.string() }).nullable(),
  /** Templates of the employee may be stored and sent to terminals. */
  mayHoldTemplates: z.boolean(),
  /** The newest first. */
  entries: z.array(consentEntry).max(50),
});
export type ConsentState = z.infer<typeof consentState>;

const ofEmployee = { access, params: z.object({ employeeId: documentId }), query: ownOrNamedAccount } as const;
const path = '/setup/employees/:employeeId/consents';
export const getConsents = endpoint({
  method: 'GET',
  path,
  ...ofEmployee,
  summary: 'What an employee said about the use of their biometric data, and the text that asks.',
  response: consentState,
  refusals: ['NOT_FOUND'],
});
export const giveConsent = endpoint({
  method: 'POST',
  path,
  ...ofEmployee,
  summary: 'Records that an employee agreed to a version of the text. 409 CONFLICT where another text has replaced it.',
  body: z.strictObject({ version: z.int().positive(), how: way }),
  response: consentState,
  refusals: ['CONFLICT', 'NOT_FOUND'],
});
export const withdrawConsent = endpoint({
  method: 'DELETE',
  path,
  ...ofEmployee,
  stepUp: 'factor',
  summary:
    'Records that an employee withdrew: stored templates are deleted at once, and each terminal is told to delete the person’s; the person is put again without them.',
  response: ok,
  refusals: ['NOT_FOUND'],
});
export const exportPerson = endpoint({
  method: 'GET',
  path: '/setup/employees/:employeeId/export',
  ...ofEmployee,
  summary:
    'Everything that is held about an employee, also one who was deleted, as a ZIP of person.xlsx, person.json and READ ME.txt; what the user may not see is left out, and the file says so.',
  response: 'file',
  refusals: ['NOT_FOUND'],
});
