import { plural, t } from '@lingui/core/macro';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { addPhone, listPhones, renewPhoneCode } from '#contract/intake/phones.ts';
import type { RecalculationImpact } from '#contract/masterData/setupRecords.ts';
import {
  createSetupEmployee,
  deleteSetupEmployee,
  getSetup,
  listSetupEmployees,
  moveSetupEmployees,
  type SetupEmployee,
  type SetupEmployeeChange,
  type SetupEmployeeInput,
  setSetupTimeZone,
  setSystemAdopts,
  takeOverSystem,
  updateSetupEmployee,
} from '#contract/office/setup.ts';
import { readAccountAgain } from '../../../api/accountAgain.ts';
import { call } from '../../../api/call.ts';
import { mutationOf, queryOf } from '../../../api/query.ts';
import { rested } from '../../../lib/rested.ts';

/** The key of everything that is set up for an account. It names people, so nothing of it is cached on disk. */
export const setupKey = (accountId: string) => ['setup', accountId] as const;
/** Returns the keys that a change invalidates: the set-up's own lists, and those of other pages with the same records. */
export const changed = (accountId: string) => [
  setupKey(accountId),
  ['employees'],
  ['groups'],
  ['lookups'],
  ['working-times'],
  ['accounts', 'contents', accountId],
  ['stats'],
];
/** The failure of a change is shown where it was made. */
export const saving = (accountId: string, success?: string) => ({
  silent: true,
  invalidates: changed(accountId),
  ...(success && { success }),
});

/** A record as it was shown. */
export type Shown = { _id: string; basis: string };
/** The query of a call that only previews a change. */
export const preview = (accountId: string) => ({ accountId, preview: '1' as const });
/** A preview is a whole run on the server: it is requested once the form has rested. */
const REST_MS = 300;
/**
 * Returns the query that previews the employees whose days a change would recalculate. It is cancelled when the change becomes another one. No change invalidates it,
 * because the preview is over when the record is saved.
 */
export const previewing = (
  accountId: string,
  key: readonly unknown[],
  send: (signal: AbortSignal) => Promise<{ rejudged: RecalculationImpact }>,
) =>
  queryOptions({
    queryKey: ['setup-preview', accountId, ...key],
    queryFn: async ({ signal }) => {
      await rested(REST_MS, signal);
      return send(signal);
    },
    select: ({ rejudged }) => rejudged,
    staleTime: 60_000,
    gcTime: 0,
    retry: false,
    meta: { silent: true },
  });

export const setupQuery = (accountId: string) =>
  queryOf(getSetup, [...setupKey(accountId), 'overview'], {
    request: () => ({ query: { accountId } }),
    meta: { silent: true },
  });

/** Every employee who is not deleted: the page searches and filters without the server. */
export const setupEmployeesQuery = (accountId: string) =>
  queryOf(listSetupEmployees, [...setupKey(accountId), 'employees'], {
    request: () => ({ query: { accountId } }),
    select: ({ employees }) => employees,
    meta: { silent: true },
  });

type EmployeeSave = {
  /** Required for a new employee. */
  names: Pick<SetupEmployeeInput, 'number' | 'firstName' | 'lastName'>;
  change: SetupEmployeeChange;
};
/** Adds an employee, or changes the one that was shown. */
export const saveEmployeeMutation = (accountId: string, shown: SetupEmployee | null) =>
  mutationOptions({
    mutationFn: ({ names, change }: EmployeeSave) =>
      shown
        ? call(updateSetupEmployee, {
            params: { employeeId: shown._id },
            query: { accountId },
            body: { ...change, basis: shown.basis },
          })
        : call(createSetupEmployee, { query: { accountId }, body: { ...names, ...change } }),
    meta: saving(accountId, shown ? t`Employee saved` : t`Employee added`),
  });

export const deleteEmployeeMutation = (accountId: string) =>
  mutationOf(deleteSetupEmployee, saving(accountId, t`Employee deleted`), ({ _id, basis }: Shown) => ({
    params: { employeeId: _id },
    query: { accountId, basis },
  }));

/** Returns the preview of a change of an employee: whose days it would recalculate. */
export const previewEmployeeQuery = (accountId: string, { _id, basis }: Shown, change: SetupEmployeeChange) =>
  previewing(accountId, [_id, basis, change], (signal) => {
    const params = { employeeId: _id };
    return call(updateSetupEmployee, { params, query: preview(accountId), body: { ...change, basis } }, { signal });
  });

type Move = { employees: Shown[]; timeGroupId: string | null; from: string | null };
/** Returns the preview of a move: whose days it would recalculate. */
export const previewMoveQuery = (accountId: string, body: Move) =>
  previewing(accountId, ['move', body], (signal) =>
    call(moveSetupEmployees, { query: preview(accountId), body }, { signal }),
  );
export const moveEmployeesMutation = (accountId: string) =>
  mutationOf(
    moveSetupEmployees,
    {
      ...saving(accountId),
      success: (answer) => {
        const { moved, rejudged } = moveSetupEmployees.response.parse(answer);
        const words = t`${plural(moved, { one: '# person moved.', other: '# people moved.' })}`;
        const anew = t`${plural(rejudged.days, { one: '# day is judged anew.', other: '# days are judged anew.' })}`;
        return rejudged.days > 0 ? `${words} ${anew}` : words;
      },
    },
    (body: Move) => ({ query: { accountId }, body }),
  );

export const timeZoneMutation = (accountId: string) =>
  mutationOptions({
    mutationFn: async (timeZone: string) => {
      const answer = await call(setSetupTimeZone, { query: { accountId }, body: { timeZone } });
      // The dashboard uses the session's time zone: if this fails, it is read again with the next refused date.
      await readAccountAgain().catch(() => undefined);
      return answer;
    },
    meta: saving(accountId),
  });

/** Of administrators. */
export const adoptsMutation = (accountId: string) =>
  mutationOf(
    setSystemAdopts,
    { invalidates: changed(accountId) },
    ({ systemId, adopts }: { systemId: string; adopts: boolean }) => ({
      params: { systemId },
      query: { accountId },
      body: { adopts },
    }),
  );
export const takeOverMutation = (accountId: string) =>
  mutationOf(takeOverSystem, saving(accountId, t`The records are Tallyboard’s now`), (systemId: string) => ({
    params: { systemId },
    query: { accountId },
    body: { isSure: true },
  }));

/** Asked again while it is shown: a person with the phone in hand waits for it. */
export const phonesQuery = (accountId: string) =>
  queryOf(listPhones, [...setupKey(accountId), 'phones'], {
    request: () => ({ query: { accountId } }),
    refetchInterval: 10_000,
    select: ({ phones }) => phones,
  });

export const addPhoneMutation = (accountId: string) =>
  mutationOf(addPhone, saving(accountId), (name: string) => ({ query: { accountId }, body: { name } }));

export const renewPhoneMutation = (accountId: string) =>
  mutationOf(renewPhoneCode, { invalidates: changed(accountId) }, (deviceId: string) => ({
    params: { deviceId },
    query: { accountId },
  }));
