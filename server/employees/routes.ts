import type { FastifyInstance } from 'fastify';
import { listAccountEmployees } from '#contract/employees.ts';
import { byNumber } from '../attendance/order.ts';
import { notFound } from '../http/errors.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { accountExists, listEmployees } from './employees.sql.ts';

export function employeeRoutes(app: FastifyInstance, { db }: Services) {
  route(app, listAccountEmployees, ({ params: { accountId } }) =>
    db.tenant(accountId, async (tx) => {
      if (!(await accountExists(tx, accountId))) throw notFound('Account');
      const employees = await listEmployees(tx, accountId);
      return { employees: employees.sort((a, b) => byNumber(a.number, b.number)) };
    }),
  );
}
