import { t } from '@lingui/core/macro';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
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
import { call, callFile } from '../../../api/call.ts';
import { saveFile } from '../../../lib/saveFile.ts';
import { saving, setupKey } from './setup.queries.ts';

const of = (accountId: string, employeeId: string) => ({ params: { employeeId }, query: { accountId } });

/** Reads what an employee said about the use of their biometric data. */
export const consentsQuery = (accountId: string, employeeId: string) =>
  queryOptions({
    queryKey: [...setupKey(accountId), 'consents', employeeId],
    queryFn: ({ signal }) => call(getConsents, of(accountId, employeeId), { signal }),
    meta: { silent: true },
  });
export const giveConsentMutation = (accountId: string, employeeId: string) =>
  mutationOptions({
    mutationFn: (body: { version: number; how: ConsentWay }) =>
      call(giveConsent, { ...of(accountId, employeeId), body }),
    meta: saving(accountId, t`Consent recorded`),
  });
export const withdrawConsentMutation = (accountId: string, employeeId: string) =>
  mutationOptions({
    mutationFn: () => call(withdrawConsent, of(accountId, employeeId)),
    meta: saving(accountId, t`Consent withdrawn`),
  });
/** Reads the link by which an employee reads their own days, and whether they have a PIN. */
export const ownDaysLinkQuery = (accountId: string, employeeId: string) =>
  queryOptions({
    queryKey: [...setupKey(accountId), 'own-days-link', employeeId],
    queryFn: ({ signal }) => call(getOwnDaysLink, of(accountId, employeeId), { signal }),
    meta: { silent: true },
  });
export const makeOwnDaysLinkMutation = (accountId: string, employeeId: string) =>
  mutationOptions({
    mutationFn: () => call(makeOwnDaysLink, of(accountId, employeeId)),
    meta: saving(accountId),
  });
export const endOwnDaysLinkMutation = (accountId: string, employeeId: string) =>
  mutationOptions({
    mutationFn: () => call(endOwnDaysLink, of(accountId, employeeId)),
    meta: saving(accountId, t`Link ended`),
  });
export const makeOwnDaysPinMutation = (accountId: string, employeeId: string) =>
  mutationOptions({
    mutationFn: () => call(makeOwnDaysPin, of(accountId, employeeId)),
    meta: saving(accountId),
  });
export const endOwnDaysPinMutation = (accountId: string, employeeId: string) =>
  mutationOptions({
    mutationFn: () => call(endOwnDaysPin, of(accountId, employeeId)),
    meta: saving(accountId, t`PIN removed`),
  });
/** Downloads everything that is held about an employee. */
export const exportPersonMutation = (accountId: string, employeeId: string) =>
  mutationOptions({
    mutationFn: async () => {
      const { blob, name } = await callFile(exportPerson, of(accountId, employeeId), { fallback: 'person.zip' });
      saveFile(blob, name);
    },
    meta: { silent: true },
  });

/** Previews the erasure of an employee: a whole run on the server, so it is asked for once. */
export const erasureQuery = (accountId: string, employeeId: string) =>
  queryOptions({
    queryKey: ['erasure', accountId, employeeId],
    queryFn: ({ signal }) => call(previewErasure, of(accountId, employeeId), { signal }),
    gcTime: 0,
    retry: false,
    meta: { silent: true },
  });
export const erasePersonMutation = (accountId: string, employeeId: string) =>
  mutationOptions({
    mutationFn: (number: string) => call(erasePerson, { ...of(accountId, employeeId), body: { number } }),
    meta: saving(accountId, t`Erased here. Terminals are told: see ‘Deleted on terminals’.`),
  });

/** Reads who was erased and is back. */
export const returnedQuery = (accountId: string) =>
  queryOptions({
    queryKey: [...setupKey(accountId), 'returned'],
    queryFn: ({ signal }) => call(listReturned, { query: { accountId } }, { signal }),
    select: ({ people }) => people,
    meta: { silent: true },
  });
