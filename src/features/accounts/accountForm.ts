import { schemaResolver } from '@mantine/form';
import { type Account, type AccountInput, accountInput, DEFAULT_LICENSE, type License } from '#contract/accounts.ts';

/** The form always carries a licence; a number field that was emptied holds an empty text until it is left. */
export type AccountValues = AccountInput & { license: License };

export const LICENSE_MAX = {
  maxAlerts: 1_000,
  attendanceTimeSlots: 2,
  pieceworkTimeSlots: 2,
  breakTimeSlots: 4,
} as const;
const maxByPath = new Map(Object.entries(LICENSE_MAX).map(([name, max]) => [`license.alerts.${name}`, max]));

export const accountValues = (account: Account | undefined): AccountValues => ({
  isActive: account?.isActive ?? true,
  code: account?.code ?? '',
  name: account?.name ?? '',
  holder: account?.holder ?? { firstName: '', lastName: '', contactNo: '', emailAddr: '' },
  license: account?.license ?? DEFAULT_LICENSE,
});

const checkNew = schemaResolver(accountInput, { sync: true });
/** A saved code may be older than today's rule for codes, and cannot change: it is not checked. */
const checkSaved = schemaResolver(accountInput.omit({ code: true }).strip(), { sync: true });

/** Returns the errors of the form, by field path. Licence numbers get a sentence that names their bounds. */
export function accountErrors(values: AccountValues, saved: boolean) {
  const errors = saved ? checkSaved(values) : checkNew(values);
  for (const path of Object.keys(errors)) {
    const limit = maxByPath.get(path);
    if (limit !== undefined) errors[path] = `Enter a whole number from 0 to ${limit.toLocaleString('en')}`;
  }
  return errors;
}

/** Returns the request body: a saved account keeps its code. */
export const accountPayload = (values: AccountValues, account: Account | undefined): AccountInput => ({
  ...values,
  code: account?.code ?? values.code,
});

/** Accounts made before changes were recorded lack who made them and when. */
export const lacksMetadata = ({ createdAt, createdBy, modifiedAt, modifiedBy }: Account) =>
  !(createdAt && createdBy && modifiedAt && modifiedBy);
