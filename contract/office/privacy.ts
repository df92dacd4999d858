import { z } from 'zod';
import { access, ownOrNamedAccount } from '../masterData/setupRecords.ts';
import { documentId, instant, ok, requiredLine } from '../platform/common.ts';
import { endpoint } from '../platform/endpoint.ts';
import { textOrMessage } from '../platform/message.ts';
import { words } from '../platform/words.ts';

/** The calls for what an employee may ask (docs/reference/privacy.md): consent to the use of their biometric data, and what is held about them. */

/** The ways in which an employee agreed. */
export const CONSENT_WAYS = {
  paper: words('On paper'),
  recorder: words('On a Recorder'),
  screen: words('On a screen'),
} as const;
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

export const ofEmployee = { access, params: z.object({ employeeId: documentId }), query: ownOrNamedAccount } as const;
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
    'Records that an employee withdrew: stored templates are deleted at once, and each terminal gets the command to delete the person’s; the person is put again without them.',
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

/** The erasure of a person, before it is carried out (docs/reference/privacy.md#erasing-a-person). */
export const erasurePreview = z.object({
  /** The name that takes the person's place: 'Removed 12'. */
  becomes: z.string(),
  /** Why the person cannot be erased now; empty: they can. */
  reasons: z.array(z.string()).max(20),
  /** The rows that change or go, by what they are. */
  goes: z.array(z.object({ what: z.string(), rows: z.int() })).max(40),
  /** Told with the erasure, or outside of it: terminals, phones, backups, payroll systems. */
  remains: z.array(z.string()).max(20),
  /** The reasons and remains as messages, for other languages. */
  words: z.object({ reasons: z.array(textOrMessage), remains: z.array(textOrMessage) }).optional(),
});
export type ErasurePreview = z.infer<typeof erasurePreview>;
const erasurePath = '/setup/employees/:employeeId/erasure';
export const previewErasure = endpoint({
  method: 'GET',
  path: erasurePath,
  ...ofEmployee,
  summary:
    'What the erasure of an employee would change, what would still hold them, and why it would be refused; it changes nothing.',
  response: erasurePreview,
  refusals: ['NOT_FOUND'],
});
export const erasePerson = endpoint({
  method: 'POST',
  path: erasurePath,
  ...ofEmployee,
  stepUp: 'factor',
  summary:
    'Erases an employee who has left: name, number, PIN, cards, templates and notes become ‘Removed 12’, here and in the trail; totals stay. 409 CONFLICT while a day of theirs is not locked or not handed over.',
  body: z.strictObject({ number: requiredLine(words('Employee number is required'), 60) }),
  response: z.object({ becomes: z.string() }),
  refusals: ['CONFLICT', 'NOT_FOUND'],
});
export const listReturned = endpoint({
  method: 'GET',
  path: '/setup/returned-people',
  access,
  summary:
    'People who were erased and whom a restore of an older backup, or payroll, has brought back: to be erased again.',
  query: ownOrNamedAccount,
  response: z.object({
    people: z
      .array(
        z.object({
          employeeId: documentId,
          number: z.string(),
          firstName: z.string(),
          lastName: z.string(),
          erasedAt: instant,
        }),
      )
      .max(100),
  }),
});
