import { t } from '@lingui/core/macro';
import { mutationOptions } from '@tanstack/react-query';
import {
  endOwnDaysLink,
  endOwnDaysPin,
  getOwnDaysLink,
  makeOwnDaysLink,
  makeOwnDaysPin,
} from '#contract/office/ownDaysLinks.ts';
import {
  type ConsentWay,
  erasePerson,
  exportPerson,
  getConsents,
  giveConsent,
  listReturned,
  previewErasure,
  withdrawConsent,
} from '#contract/office/privacy.ts';
import { callFile } from '../../../api/call.ts';
import { mutationOf, queryOf } from '../../../api/query.ts';
import { saveFile } from '../../../lib/saveFile.ts';
import { saving, setupKey } from './setup.queries.ts';

const of = (accountId: string, employeeId: string) => ({ params: { employeeId }, query: { accountId } });

/** Reads an employee's consents to the use of their biometric data. */
export const consentsQuery = (accountId: string, employeeId: string) =>
  queryOf(getConsents, [...setupKey(accountId), 'consents', employeeId], {
    request: () => of(accountId, employeeId),
    meta: { silent: true },
  });
export const giveConsentMutation = (accountId: string, employeeId: string) =>
  mutationOf(giveConsent, saving(accountId, t`Consent recorded`), (body: { version: number; how: ConsentWay }) => ({
    ...of(accountId, employeeId),
    body,
  }));
export const withdrawConsentMutation = (accountId: string, employeeId: string) =>
  mutationOf(withdrawConsent, saving(accountId, t`Consent withdrawn`), () => of(accountId, employeeId));
/** Reads the link by which an employee reads their own days, and whether they have a PIN. */
export const ownDaysLinkQuery = (accountId: string, employeeId: string) =>
  queryOf(getOwnDaysLink, [...setupKey(accountId), 'own-days-link', employeeId], {
    request: () => of(accountId, employeeId),
    meta: { silent: true },
  });
export const makeOwnDaysLinkMutation = (accountId: string, employeeId: string) =>
  mutationOf(makeOwnDaysLink, saving(accountId), () => of(accountId, employeeId));
export const endOwnDaysLinkMutation = (accountId: string, employeeId: string) =>
  mutationOf(endOwnDaysLink, saving(accountId, t`Link ended`), () => of(accountId, employeeId));
export const makeOwnDaysPinMutation = (accountId: string, employeeId: string) =>
  mutationOf(makeOwnDaysPin, saving(accountId), () => of(accountId, employeeId));
export const endOwnDaysPinMutation = (accountId: string, employeeId: string) =>
  mutationOf(endOwnDaysPin, saving(accountId, t`PIN removed`), () => of(accountId, employeeId));
/** Downloads everything that is held about an employee. */
export const exportPersonMutation = (accountId: string, employeeId: string) =>
  mutationOptions({
    mutationFn: async () => {
      const { blob, name } = await callFile(exportPerson, of(accountId, employeeId), { fallback: 'person.zip' });
      saveFile(blob, name);
    },
    meta: { silent: true },
  });

/** Previews the erasure of an employee: a whole run on the server, so that it is requested once. */
export const erasureQuery = (accountId: string, employeeId: string) =>
  queryOf(previewErasure, ['erasure', accountId, employeeId], {
    request: () => of(accountId, employeeId),
    gcTime: 0,
    retry: false,
    meta: { silent: true },
  });
export const erasePersonMutation = (accountId: string, employeeId: string) =>
  mutationOf(
    erasePerson,
    saving(accountId, t`Erased here. Terminals are told: see ‘Deleted on terminals’.`),
    (number: string) => ({ ...of(accountId, employeeId), body: { number } }),
  );

/** Reads who was erased and is back. */
export const returnedQuery = (accountId: string) =>
  queryOf(listReturned, [...setupKey(accountId), 'returned'], {
    request: () => ({ query: { accountId } }),
    select: ({ people }) => people,
    meta: { silent: true },
  });
