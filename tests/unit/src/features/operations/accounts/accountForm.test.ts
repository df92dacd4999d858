import { expect, test } from 'vitest';
import {
  type AccountValues,
  accountErrors,
  accountPayload,
  accountValues,
  lacksMetadata,
} from '#src/features/operations/accounts/accountForm.ts';
import { sampleAccount } from '#tests/support/manageSamples.ts';

const valid = accountValues(sampleAccount());

test('a new account starts active with the default licence and fails on every required field', () => {
  const empty = accountValues(undefined);
  expect(empty.isActive).toBe(true);
  expect(Object.keys(accountErrors(empty, false)).toSorted()).toEqual([
    'code',
    'holder.contactNo',
    'holder.emailAddr',
    'holder.firstName',
    'holder.lastName',
    'name',
  ]);
  expect(accountErrors(valid, false)).toEqual({});
});

test.each([
  ['maxAlerts', 1_000],
  ['attendanceTimeSlots', 2],
  ['pieceworkTimeSlots', 2],
  ['breakTimeSlots', 4],
] as const)('the licence allows %s from 0 to %i', (name, limit) => {
  // A cleared number field has an empty text as its value.
  const errorsOf = (value: unknown) => {
    const alerts = { ...valid.license.alerts, [name]: value };
    return accountErrors({ ...valid, license: { alerts } } as AccountValues, true);
  };
  const path = `license.alerts.${name}`;
  expect(errorsOf(0)[path]).toBeUndefined();
  expect(errorsOf(limit)[path]).toBeUndefined();
  for (const wrong of [limit + 1, -1, 1.5, ''])
    expect(errorsOf(wrong)[path]).toMatch(/^Enter a whole number from 0 to /);
});

test('the code of a saved account is neither checked by today’s rule nor changed', () => {
  const old = sampleAccount({ code: 'OLD CODE/7' });
  expect(accountErrors(accountValues(old), true)).toEqual({});
  expect(accountErrors(accountValues(old), false).code).toBeTruthy();
  expect(accountPayload({ ...accountValues(old), code: 'NEW' }, old).code).toBe('OLD CODE/7');
});

test.each(['createdAt', 'createdBy', 'modifiedAt', 'modifiedBy'] as const)(
  'an account without %s lacks metadata',
  (field) => {
    expect(lacksMetadata(sampleAccount())).toBe(false);
    expect(lacksMetadata(sampleAccount({ [field]: null }))).toBe(true);
  },
);
