import { z } from 'zod';
import { access, ownOrNamedAccount } from '../masterData/setupRecords.ts';
import { documentId, instant, nullableInstant, requiredLine } from '../platform/common.ts';
import { endpoint } from '../platform/endpoint.ts';
import { words } from '../platform/words.ts';

/**
 * Phones and tablets that a user who sets an account up adds without an administrator: a browser that opens the Recorder has neither
 * a serial number nor an IMEI to ask for.
 */

/** The most that are listed, oldest first. */
export const MAX_PHONES = 10_000;
export const phone = z.object({
  _id: documentId,
  name: z.string(),
  isActivated: z.boolean(),
  lastActive: nullableInstant,
});
export type Phone = z.infer<typeof phone>;

export const listPhones = endpoint({
  method: 'GET',
  path: '/setup/phones',
  access,
  summary: 'The phones and tablets of the account.',
  query: ownOrNamedAccount,
  response: z.object({ phones: z.array(phone).max(MAX_PHONES) }),
});

/** The code opens the Recorder once, for 24 hours. */
export const phoneCode = z.object({ id: documentId, activationToken: z.string(), expiresAt: instant });
export type PhoneCode = z.infer<typeof phoneCode>;

export const addPhone = endpoint({
  method: 'POST',
  path: '/setup/phones',
  access,
  stepUp: 'factor',
  summary: 'Add a phone or tablet by a name; returns the code that it is opened with.',
  query: ownOrNamedAccount,
  body: z.strictObject({ name: requiredLine(words('Name is required'), 120) }),
  response: phoneCode,
  refusals: ['CONFLICT'],
});

/** 409 for one that records already: its new code is an administrator's. */
export const renewPhoneCode = endpoint({
  method: 'POST',
  path: '/setup/phones/:deviceId/code',
  access,
  stepUp: 'factor',
  summary: 'A new code for a phone or tablet that was never opened; the old one ends.',
  params: z.object({ deviceId: documentId }),
  query: ownOrNamedAccount,
  response: phoneCode,
  refusals: ['CONFLICT', 'NOT_FOUND'],
});
