import { queryOptions } from '@tanstack/react-query';
import { listAccountEmployees } from '#contract/masterData/employees.ts';
import { call } from './call.ts';

const PICKER_ROWS = 999_999;

/** Everybody of an account, for pickers: rows 0 to 999999 (spec section 9). */
export const accountEmployeesQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['employees', 'of-account', accountId],
    queryFn: () => call(listAccountEmployees, { params: { accountId }, query: { startRow: 0, endRow: PICKER_ROWS } }),
    select: ({ employees }) => employees,
  });
