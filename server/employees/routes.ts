import type { FastifyInstance } from 'fastify';
import { boundedRange } from '#contract/common.ts';
import { listAccountEmployees } from '#contract/employees.ts';
import { MAX_LIST_ROWS } from '#contract/limits.ts';
import { byNumber } from '../attendance/order.ts';
import { notFound } from '../http/errors.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { accountExists, listEmployees } from './employees.sql.ts';

export function employeeRoutes(app: FastifyInstance, { db }: Services) {
  route(app, listAccountEmployees, ({ params: { accountId }, query: { startRow = 0, endRow = MAX_LIST_ROWS } }) =>
    db.tenant(accountId, async (tx) => {
      if (!(await accountExists(tx, accountId))) throw notFound('Account');
      const employees = await listEmployees(tx, accountId);
      const { offset, limit } = boundedRange({ startRow, endRow });
      return { employees: employees.sort((a, b) => byNumber(a.number, b.number)).slice(offset, offset + limit) };
    }),
  );
}
