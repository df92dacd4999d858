import { t } from '@lingui/core/macro';
import {
  type Account,
  accountInput,
  DEFAULT_LICENSE,
  type License,
  type NewAccount,
  newAccount,
} from '#contract/access/accounts.ts';
import { browserZone } from '../../../lib/clockZone.ts';
import { count } from '../../../lib/figures.ts';
import { checkedBy } from '../../../ui/checkedBy.ts';

/** The form always has a licence; an emptied number field holds an empty text until it loses the focus. */
export type AccountValues = NewAccount & { isActive: boolean; license: License };

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
  // A saved account has the field in its settings, where a change is previewed.
  ...(!account && { timeZone: browserZone() }),
});

const checkNew = checkedBy(newAccount);
/** A saved code cannot change, and may break today's rule for codes: it is not checked. */
const checkSaved = checkedBy(accountInput.omit({ code: true }).strip());

/** Returns the errors of the form, by field path. Licence numbers get a sentence that names their bounds. */
export function accountErrors(values: AccountValues, saved: boolean) {
  const errors = saved ? checkSaved(values) : checkNew(values);
  for (const path of Object.keys(errors)) {
    const limit = maxByPath.get(path);
    if (limit !== undefined) errors[path] = t`Enter a whole number from 0 to ${count(limit)}`;
  }
  return errors;
}

/** Returns the request body: a saved account keeps its code. */
export const accountPayload = (values: AccountValues, account: Account | undefined): NewAccount => ({
  ...values,
  code: account?.code ?? values.code,
});

/** Returns true for accounts from before it was recorded who created and changed them. */
export const lacksMetadata = ({ createdAt, createdBy, modifiedAt, modifiedBy }: Account) =>
  !(createdAt && createdBy && modifiedAt && modifiedBy);
