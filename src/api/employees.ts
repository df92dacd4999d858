import { listAccountEmployees } from '#contract/masterData/employees.ts';
import { queryOf } from './query.ts';

const PICKER_ROWS = 999_999;

/** Everybody of an account, for pickers: rows 0 to 999999 (spec section 9). */
export const accountEmployeesQuery = (accountId: string) =>
  queryOf(listAccountEmployees, ['employees', 'of-account', accountId], {
    request: () => ({ params: { accountId }, query: { startRow: 0, endRow: PICKER_ROWS } }),
    select: ({ employees }) => employees,
  });
