import { z } from 'zod';
import { accountParams, documentId, localDate, rowRange } from '../platform/common.ts';
import { admin, endpoint } from '../platform/endpoint.ts';

export const employee = z.object({
  _id: documentId,
  number: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  isActive: z.boolean(),
  /** Since when they are active, where a start is set. */
  activeFrom: localDate.nullable(),
  inactiveFrom: localDate.nullable(),
  timeId: z.string().nullable(),
  timeGroupId: documentId.nullable(),
  employeeGroupId: documentId.nullable(),
  jobDescriptionId: documentId.nullable(),
});
export type Employee = z.infer<typeof employee>;

export const listAccountEmployees = endpoint({
  method: 'GET',
  path: '/employee/by-account/:accountId',
  access: admin('Employee.GET'),
  summary: 'The employees of an account by number, in natural order; a range of rows, or all.',
  params: accountParams,
  query: rowRange.partial(),
  response: z.object({ employees: z.array(employee) }),
});
