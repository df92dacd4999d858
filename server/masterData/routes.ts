import type { FastifyInstance } from 'fastify';
import { listAccountEmployees } from '#contract/masterData/employees.ts';
import { getGroups, getLookupDefinition, getLookups, getStandardTimes } from '#contract/masterData/groups.ts';
import { boundedRange } from '#contract/platform/common.ts';
import { MAX_LIST_ROWS } from '#contract/platform/limits.ts';
import type { UserScope } from '#contract/platform/scope.ts';
import { byNumber } from '../attendance/order.ts';
import type { Db } from '../platform/db/db.ts';
import type { UserCaller } from '../platform/http/callers.ts';
import { accountOf } from '../platform/http/ownAccount.ts';
import { route } from '../platform/http/route.ts';
import type { Services } from '../platform/services.ts';
import { requireAccount } from '../platform/tenant/account.ts';
import {
  getLookupNames,
  listEmployees,
  listGroups,
  listHolidays,
  listLookupEntries,
  listStandardTimes,
} from './reading.sql.ts';

/** Returns the choices that a user's scope names; all of them where it names none of their kind. */
const inScope = <T extends { _id: string }>({ scope }: UserCaller, list: keyof UserScope, all: T[]): T[] =>
  all.filter(({ _id }) => scope?.lists[list]?.includes(_id) ?? true);

/** GET account/groups, lookups, lookups/definition and standard-times, and an account's employees. */
export function masterDataRoutes(app: FastifyInstance, { db }: Services) {
  const reading = <T>(
    caller: UserCaller,
    asked: string | undefined,
    read: (tx: Db, accountId: string) => Promise<T>,
  ) => {
    const accountId = accountOf(caller, asked);
    return db.tenant(accountId, async (tx) => {
      await requireAccount(tx, accountId);
      return read(tx, accountId);
    });
  };

  route(app, getGroups, ({ caller, query }) =>
    reading(caller, query.accountId, async (tx, accountId) => {
      const all = await listGroups(tx, accountId);
      const ofKind = (wanted: string) =>
        all.filter(({ kind }) => kind === wanted).map(({ kind: _, ...group }) => group);
      return {
        employeeGroups: inScope(caller, 'employeeGroups', ofKind('employee')),
        timeGroups: inScope(caller, 'timeGroups', ofKind('time')),
        jobDescriptions: inScope(caller, 'jobDescriptions', ofKind('job')),
      };
    }),
  );
  route(app, getLookupDefinition, ({ caller, query }) => reading(caller, query.accountId, getLookupNames));
  route(app, getLookups, ({ caller, query }) =>
    reading(caller, query.accountId, async (tx, accountId) => {
      const names = await getLookupNames(tx, accountId);
      const all = await listLookupEntries(tx, accountId);
      const entriesOf = (wanted: number) =>
        all.filter(({ lookup }) => lookup === wanted).map(({ lookup: _, ...entry }) => entry);
      return {
        lookups: [
          { lookup: 1 as const, name: names.lookup1, entries: inScope(caller, 'lookup1', entriesOf(1)) },
          { lookup: 2 as const, name: names.lookup2, entries: entriesOf(2) },
        ],
      };
    }),
  );
  route(app, getStandardTimes, ({ caller, query }) =>
    reading(caller, query.accountId, async (tx, accountId) => ({
      standardTimes: await listStandardTimes(tx, accountId),
      holidays: await listHolidays(tx, accountId),
    })),
  );
  route(app, listAccountEmployees, ({ caller, params, query: { startRow = 0, endRow = MAX_LIST_ROWS } }) =>
    reading(caller, params.accountId, async (tx, accountId) => {
      const employees = await listEmployees(tx, accountId);
      const { offset, limit } = boundedRange({ startRow, endRow });
      return { employees: employees.sort((a, b) => byNumber(a.number, b.number)).slice(offset, offset + limit) };
    }),
  );
}
