import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/earnings.ts';
import { DASHBOARD_DATA_RETENTION_DAYS } from '#contract/limits.ts';
import { centsOf } from '#contract/money.ts';
import { addDays, localDateOf, zoneOf } from '../attendance/zone.ts';
import { notFound, permissionDenied } from '../http/errors.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { createAnswers } from '../trends/answers.ts';
import { readDescriptions } from '../trends/descriptions.ts';
import type { JudgedDays } from '../trends/judgedDays.ts';
import { costsAnswer, earningsAnswer, personAnswer, todayAnswer, unpricedOf, whatIfAnswer } from './answers.ts';
import { readCurrency } from './payRules.sql.ts';
import { payslipOf } from './payslip.ts';
import { type Earned, type Earnings, readEarnings } from './read.ts';
import { paySetUpRoutes } from './setUpRoutes.ts';

/** The endpoints of what people earn and what work costs (spec/pay.md, Part 2). */
export function earningsRoutes(app: FastifyInstance, services: Services, days: JudgedDays) {
  const { db } = services;
  const answered = createAnswers();
  const describing = (accountId: string, { people }: Pick<Earnings, 'people'>) =>
    readDescriptions(
      db,
      accountId,
      people.flatMap(({ windows }) => windows.flatMap((window) => window.days.flatMap(({ pieces }) => pieces))),
    );
  const found = (people: readonly Earned[]) => {
    const [one] = people;
    if (!one) throw notFound('Employee');
    return one;
  };

  route(app, contract.getEarnings, (call) =>
    answered(call, async () => {
      const earnings = await readEarnings(db, days, call);
      const unpriced = unpricedOf(earnings.people);
      return earningsAnswer(earnings, await readDescriptions(db, call.caller.accountId, unpriced), call.query);
    }),
  );
  route(app, contract.getPersonEarnings, async (call) => {
    const earnings = await readEarnings(db, days, call, { employeeId: call.params.employeeId });
    return personAnswer(earnings, found(earnings.people), await describing(call.caller.accountId, earnings));
  });
  route(app, contract.getCosts, (call) =>
    answered(call, async () => {
      const earnings = await readEarnings(db, days, call);
      return costsAnswer(earnings, await describing(call.caller.accountId, earnings));
    }),
  );
  route(app, contract.getPayToday, (call) =>
    answered(call, async () => {
      const today = localDateOf(zoneOf(call.caller.timeZone), call.now.getTime());
      return todayAnswer(await readEarnings(db, days, { ...call, query: { ...call.query, from: today, to: today } }));
    }),
  );
  route(app, contract.getWhatIf, async (call) => {
    const { caller, now, query } = call;
    if (!caller.permissions.includes('Pay.VIEW')) throw permissionDenied();
    const today = localDateOf(zoneOf(caller.timeZone), now.getTime());
    const span = { from: addDays(today, 1 - DASHBOARD_DATA_RETENTION_DAYS), to: today };
    const most = DASHBOARD_DATA_RETENTION_DAYS;
    const asked = { caller, now, query: span };
    const before = await readEarnings(db, days, asked, { most });
    if (!before.rates.some(({ id }) => id === query.rateId)) throw notFound('Rate');
    const instead = { rateId: query.rateId, amount: query.amount };
    return whatIfAnswer(before, await readEarnings(db, days, asked, { most, instead }));
  });
  route(app, contract.testPayRule, async ({ caller, body }) =>
    payslipOf(body, centsOf(await db.tenant(caller.accountId, (tx) => readCurrency(tx, caller.accountId)))),
  );
  paySetUpRoutes(app, services);
}
