import type { FastifyInstance, FastifyReply } from 'fastify';
import { explainDay } from '#contract/figures/explain.ts';
import type { PaidDay } from '#contract/figures/hours.ts';
import {
  getAttendanceTotals,
  getBottomPerformers,
  getPieceworkBreakdown,
  getPieceworkTotals,
  getRecalculation,
  getTimeSpent,
  getTimeWastedDetails,
  getTimeWastedTotals,
  getTopPerformers,
  listByAttendanceStatus,
  resetDashboardState,
} from '#contract/figures/stats.ts';
import { getSyncStatus } from '#contract/operations/accountStatistics.ts';
import type { CrewFilters } from '#contract/platform/filters.ts';
import { RANKING_SIZE } from '#contract/platform/limits.ts';
import { mayReadNotes } from '../../attendance/listed.ts';
import type { Db } from '../../platform/db/db.ts';
import type { UserCaller } from '../../platform/http/callers.ts';
import { route } from '../../platform/http/route.ts';
import { claimVersion } from '../../platform/http/versionTag.ts';
import type { Services } from '../../platform/services.ts';
import type { LocalDate } from '../../platform/zone.ts';
import { knownFilters, modelOfCrew, readCrew } from './crew.ts';
import type { DayModel } from './dayModel.ts';
import type { DayModels } from './dayModels.ts';
import { explain } from './explain.ts';
import { createFigures } from './figures.ts';
import { attendanceList, timeWastedList } from './lists.ts';
import { pickedDay, recordedDays } from './loadDay.ts';
import { withPhoneNumbers } from './phoneNumbers.sql.ts';
import { categoriesOf, groupsOf, rankingOf, timeSpentOf } from './piecework.ts';
import { definePruning, defineRecalculation, recalculationStatus, startRecalculation } from './recalculation.ts';
import { readScopeDevices } from './scopeDevices.ts';
import { selectSyncStatus } from './syncStatus.sql.ts';
import { timeWastedOf, totalsOf } from './totals.ts';

type DayCall = { caller: UserCaller; now: Date; query: CrewFilters & { referenceDate?: string } };

type Reading = { caller: UserCaller; now: Date; reply: FastifyReply };
/** One state of the account's data (figures/trends/oneState.ts). */
type DayState = {
  db: Db;
  models: Pick<DayModels, 'get'>;
  /** Returns the paid hours of an employee's date by class; undefined without an hours rule. */
  paidOn(call: Reading, employeeId: string, date: LocalDate): Promise<PaidDay | undefined>;
};
/** Reads an answer within one state; `answer` gets the call with the version of that state. */
export type ReadDay = <C extends Reading, T>(call: C, answer: (state: DayState, call: C) => Promise<T>) => Promise<T>;

/** The endpoints of the dashboard's figures, all from one model of the day. */
export function statsRoutes(app: FastifyInstance, services: Services, models: DayModels, read: ReadDay) {
  const { db } = services;
  defineRecalculation(services);
  definePruning(services);
  /** Returns the day that a call asks for; DATE_OUT_OF_RANGE outside the retention. */
  const wholeDay = (call: DayCall) => {
    const { caller, now, query } = call;
    const date = pickedDay(caller.timeZone, now, query.referenceDate);
    return models.get({ accountId: caller.accountId, dataVersion: caller.dataVersion, date, now });
  };
  /** Returns the same for the crew that the call is filtered by. */
  const day = async (call: DayCall & { reply: FastifyReply }) => {
    const model = await wholeDay(call);
    claimVersion(call, model.dataVersion);
    return modelOfCrew(model, await readCrew(db, call.caller, call.query));
  };

  const write = createFigures();
  /** Returns a figure of the day that a call asks for, serialized once for all callers. */
  const figureBeside =
    (source: (model: DayModel) => object) =>
    async <T>(call: DayCall & { reply: FastifyReply }, of: (model: DayModel) => T) => {
      const query = await knownFilters(db, call.caller.accountId, call.query);
      const crew = await readCrew(db, call.caller, query);
      const model = await wholeDay(call);
      claimVersion(call, model.dataVersion);
      return write({ ...call, query }, source(model), () => of(modelOfCrew(model, crew)));
    };
  const figure = figureBeside((model) => model);
  /** Returns the same for a figure of piecework and names only, which no punch changes. */
  const figureOfWork = figureBeside(({ work }) => work);

  route(app, getAttendanceTotals, (call) => figure(call, totalsOf));
  route(app, listByAttendanceStatus, async (call) => {
    const entries = attendanceList(await day(call), call.params.status);
    const { isKey, accountId } = call.caller;
    return { entries: isKey ? entries : await withPhoneNumbers(db, accountId, entries) };
  });
  route(app, explainDay, (call) =>
    read(call, async (state, own) => {
      const { caller, now, query, params } = own;
      const crew = await readCrew(state.db, caller);
      const date = pickedDay(caller.timeZone, now, query.referenceDate, recordedDays);
      const model = await state.models.get({ ...caller, date, now });
      const answer = await explain(state.db, model, { ...params, crew }, mayReadNotes(caller));
      // Whose day it is was decided above.
      const paid = answer.paid && (await state.paidOn(own, params.employeeId, model.date));
      const { ordinaryMs = 0, overtime1Ms = 0, overtime2Ms = 0 } = paid ?? {};
      return answer.paid
        ? { ...answer, paid: { ...answer.paid, divided: { ordinaryMs, overtime1Ms, overtime2Ms } } }
        : answer;
    }),
  );

  route(app, getPieceworkTotals, (call) =>
    figureOfWork(call, ({ lines }) => ({ groups: groupsOf(lines, call.params.category) })),
  );
  route(app, getPieceworkBreakdown, async (call) => ({ categories: categoriesOf((await day(call)).lines) }));
  route(app, getTopPerformers, (call) =>
    figureOfWork(call, (model) => rankingOf(model, 'top', call.query.orderBy, RANKING_SIZE)),
  );
  route(app, getBottomPerformers, (call) =>
    figureOfWork(call, (model) => rankingOf(model, 'bottom', call.query.orderBy, RANKING_SIZE)),
  );
  route(app, getTimeSpent, (call) =>
    figureOfWork(call, ({ lines }) => {
      const categories = timeSpentOf(lines);
      return { categories, totalTimeMs: categories.reduce((sum, { totalTimeMs }) => sum + totalTimeMs, 0) };
    }),
  );

  route(app, getTimeWastedTotals, (call) => figure(call, ({ people }) => timeWastedOf(people)));
  route(app, getTimeWastedDetails, async (call) => ({ entries: timeWastedList(await day(call)) }));

  route(app, getSyncStatus, async ({ caller, now, query }) => {
    pickedDay(caller.timeZone, now, query.referenceDate);
    const { accountId } = caller;
    const visible = await db.tenant(accountId, (tx) => readScopeDevices(tx, caller, now));
    return selectSyncStatus(db, { accountId, deviceIds: visible ? [...visible] : undefined }, now);
  });

  route(app, resetDashboardState, (call) =>
    startRecalculation(services, { accountId: call.params.accountId, dates: call.body.dates, call }),
  );
  route(app, getRecalculation, ({ params, now }) => recalculationStatus(db, params.accountId, params.jobId, now));
}
