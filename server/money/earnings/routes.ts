import type { FastifyInstance, FastifyReply } from 'fastify';
import * as contract from '#contract/money/earnings.ts';
import { getPayToday } from '#contract/money/payToday.ts';
import { DASHBOARD_DATA_RETENTION_DAYS } from '#contract/platform/limits.ts';
import { centsOf } from '#contract/platform/money.ts';
import { words } from '#contract/platform/words.ts';
import { createAnswers, createReads } from '../../figures/trends/answers.ts';
import { readDescriptions } from '../../figures/trends/descriptions.ts';
import type { HoursCall } from '../../figures/trends/hours.ts';
import { createKeptPeople } from '../../figures/trends/keptPeople.ts';
import type { OneState, State } from '../../figures/trends/oneState.ts';
import { findSeen } from '../../figures/trends/person.ts';
import { livePeople } from '../../figures/trends/roll.ts';
import { readCurrency } from '../../masterData/currency.sql.ts';
import { findPayRates } from '../../masterData/payRates.sql.ts';
import { findPayRules } from '../../masterData/payRules.sql.ts';
import type { Db } from '../../platform/db/db.ts';
import { notFound, permissionDenied } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { inTurn } from '../../platform/http/turn.ts';
import type { Services } from '../../platform/services.ts';
import { addDays, localDateOf, zoneOf } from '../../platform/zone.ts';
import {
  bothOf,
  costOfEmployee,
  costsAnswer,
  earningsAnswer,
  payOf,
  personAnswer,
  todayAnswer,
  unpricedOf,
  whatIfAnswer,
} from './answers.ts';
import { selectJobs, selectLastLocked, selectUsualWork, withJob } from './earnings.sql.ts';
import { topUpsToday } from './foresee.ts';
import { payslipOf } from './payslip.ts';
import { type Earned, type Earnings, readEarnings } from './read.ts';

/** The days before today whose pace is usual, and how many of them an employee must have worked. */
const USUAL_DAYS = 14;
const FEWEST_DAYS = 2;
/** Returns an employee who earned nothing in the days asked for; throws NOT_FOUND for a person whom the caller sees on none of them. */
async function nothingOf(db: Db, { range, terms, from, to }: Earnings<Earned>, employeeId: string): Promise<Earned> {
  const shown = { ...range, dates: range.dates.filter((date) => date >= from && date <= to) };
  const { rostered } = await findSeen(db, shown, range.accountId, employeeId);
  const { employeeGroupId, jobDescriptionId } = rostered;
  const worker = { employeeId, employeeGroupId, jobDescriptionId, ...terms(employeeId) };
  return { rostered, worker, windows: [], instead: [] };
}

/** The endpoints of what people earn and what work costs. */
export function earningsRoutes(app: FastifyInstance, services: Services, oneState: OneState) {
  const { db, files } = services;
  const answered = createAnswers(db, oneState);
  const read = createReads(oneState);
  const pay = createKeptPeople<ReturnType<typeof payOf>>();
  const costs = createKeptPeople<ReturnType<typeof costOfEmployee>>();
  const whole = (earned: Earned) => earned;

  route(app, contract.getEarnings, (call) =>
    answered(call, async ({ db, days }, own) => {
      const earnings = await readEarnings(db, days, own, payOf, { kept: pay });
      const unpriced = unpricedOf(earnings.people);
      return earningsAnswer(earnings, await readDescriptions(db, own.caller.accountId, unpriced), own.query);
    }),
  );
  /** Foresees today's top-ups from what is left of the shifts and the usual pace of the people who are on site. */
  const topUpsOf = async (
    { db, days }: State,
    { range, rules, people }: Earnings<Earned>,
    { caller, now }: HoursCall,
  ) => {
    const { accountId, timeZone, dataVersion } = caller;
    const { today } = rules;
    const live = new Map(
      livePeople(range, range).flatMap(([id, person, date]) => (date === today ? [[id, person]] : [])),
    );
    const onSite = people.flatMap(({ worker: { employeeId } }) => (live.get(employeeId)?.isOpen ? [employeeId] : []));
    const asked = { accountId, timeZone, dataVersion, now };
    const { versions } =
      onSite.length > 0
        ? await days.judge(asked, addDays(today, -USUAL_DAYS), addDays(today, -1))
        : { versions: new Map() };
    const dates = [...versions.keys()];
    const work = await selectUsualWork(db, accountId, { dates, employeeIds: onSite, fewest: FEWEST_DAYS });
    const jobs = await selectJobs(db, accountId);
    const usual = new Map(
      [...Map.groupBy(work, ({ employeeId }) => employeeId)].map(([id, pieces]) => [
        id,
        { pieces: pieces.map((piece) => withJob(piece, jobs)), paidMs: pieces[0]?.paidMs ?? 0 },
      ]),
    );
    return topUpsToday(people, { rules, usual, live });
  };
  route(app, contract.getPersonEarnings, (call) =>
    read(call, async ({ db, days }, own) => {
      const earnings = await readEarnings(db, days, own, whole, { employeeId: own.params.employeeId });
      const [earned = await nothingOf(db, earnings, own.params.employeeId)] = earnings.people;
      const pieces = earned.windows.flatMap((window) => window.days.flatMap((day) => day.pieces));
      const { accountId } = own.caller;
      const locked = await db.tenant(accountId, (tx) => selectLastLocked(tx, accountId));
      const describe = await readDescriptions(db, accountId, pieces);
      return personAnswer(earnings, earned, { describe, payTypeFrom: locked && addDays(locked, 1) });
    }),
  );
  route(app, contract.getCosts, (call) =>
    answered(call, async ({ db, days }, own) => {
      const earnings = await readEarnings(db, days, own, costOfEmployee, { kept: costs });
      const pairs = earnings.people.flatMap(({ costs }) => costs);
      return costsAnswer(earnings, await readDescriptions(db, own.caller.accountId, pairs));
    }),
  );
  route(app, getPayToday, (call) =>
    answered(call, async (state, { caller, now, query }) => {
      const today = localDateOf(zoneOf(caller.timeZone), now.getTime());
      const own = { caller, now, query: { ...query, from: today, to: today } };
      const earnings = await readEarnings(state.db, state.days, own, whole);
      return todayAnswer(earnings, await topUpsOf(state, earnings, own));
    }),
  );
  /** Computes the last 90 days as they are and by something else: it reads as much as a report of everybody. */
  const compared = async (
    call: Parameters<typeof read>[0] & { reply: FastifyReply },
    instead: NonNullable<Parameters<typeof readEarnings>[4]>['instead'],
  ) => {
    const { caller, now, reply } = call;
    const today = localDateOf(zoneOf(caller.timeZone), now.getTime());
    const most = DASHBOARD_DATA_RETENTION_DAYS;
    const span = { from: addDays(today, 1 - most), to: today };
    app.gate.rateLimiter.take('report', caller.accountId, now);
    return inTurn(files, reply, caller.accountId, () =>
      read(call, async (state, own) => {
        const asked = { caller: own.caller, now, query: span };
        return whatIfAnswer(await readEarnings(state.db, state.days, asked, bothOf, { most, instead }));
      }),
    );
  };
  route(app, contract.getWhatIf, async (call) => {
    const { caller, query } = call;
    if (!caller.permissions.includes('Pay.VIEW')) throw permissionDenied();
    const rates = await db.tenant(caller.accountId, (tx) => findPayRates(tx, caller.accountId));
    if (!rates.some(({ id }) => id === query.rateId)) throw notFound(words('Rate not found'));
    return compared(call, query);
  });
  route(app, contract.getPayRuleWhatIf, async (call) => {
    const { caller, query, params } = call;
    if (!caller.permissions.includes('Pay.VIEW')) throw permissionDenied();
    const payRules = await db.tenant(caller.accountId, (tx) => findPayRules(tx, caller.accountId));
    if (!payRules.some(({ id }) => id === params.payRuleId)) throw notFound(words('Rule set not found'));
    return compared(call, { ...params, ...query });
  });
  route(app, contract.testPayRule, async ({ caller, body }) =>
    payslipOf(body, centsOf(await db.tenant(caller.accountId, (tx) => readCurrency(tx, caller.accountId)))),
  );
}
