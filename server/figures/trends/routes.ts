import type { FastifyInstance } from 'fastify';
import { getPayHours, type PaidSums } from '#contract/figures/hours.ts';
import * as people from '#contract/figures/people.ts';
import * as contract from '#contract/figures/trends.ts';
import { getUsual } from '#contract/figures/usual.ts';
import { MAX_RANGE_DAYS, MAX_ROLL_DAYS } from '#contract/platform/limits.ts';
import { msg } from '#contract/platform/words.ts';
import { audit, by } from '../../platform/audit/audit.ts';
import { asDownload, CONTENT_TYPES } from '../../platform/http/csv.ts';
import { permissionDenied } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { inTurn } from '../../platform/http/turn.ts';
import type { Services } from '../../platform/services.ts';
import { addDays, localDateOf, zoneOf } from '../../platform/zone.ts';
import { modelOfCrew, readCrew } from '../stats/crew.ts';
import { createAnswers, createReads } from './answers.ts';
import { createAttendanceOfDays, createWorkOfDays } from './dayFigures.ts';
import { readDescriptions } from './descriptions.ts';
import { cardsOfPerson, findPeopleOf } from './findPeople.ts';
import { paidDaysOf, payHoursOf } from './hours.ts';
import { createKeptPeople } from './keptPeople.ts';
import { readLimited, readPasses } from './limits.ts';
import { musterOf } from './muster.ts';
import type { OneState } from './oneState.ts';
import { personTrendOf } from './person.ts';
import { daysAsked, readPeople, readRange, readRoster, readTrend } from './range.ts';
import { rollOf, sightOf } from './roll.ts';
import { rollFile } from './rollFile.ts';
import { isMusterForAll } from './roster.sql.ts';
import { attendanceTrendOf, oftenIn, pieceworkTrendOf } from './trends.ts';
import { createUsual } from './usual.ts';

/** The endpoints of trends, people and pace. */
export function trendRoutes(app: FastifyInstance, services: Services, oneState: OneState) {
  const { db } = services;
  const attendanceOfDays = createAttendanceOfDays();
  const workOfDays = createWorkOfDays();
  const answered = createAnswers(db, oneState);
  const read = createReads(oneState);
  const hours = createKeptPeople<PaidSums>();
  const usualOf = createUsual();

  route(app, getUsual, (call) =>
    read(call, async (state, { caller, now, query }) =>
      usualOf(state, daysAsked({ caller, now }), await readPeople(state.db, caller, query), sightOf(caller)),
    ),
  );
  route(app, contract.getAttendanceTrend, (call) =>
    answered(call, async (state, own) => {
      const trend = await readTrend(state, attendanceOfDays, own);
      const often = oftenIn(trend);
      const employeeIds = [...often.late.keys(), ...often.absent.keys()];
      return attendanceTrendOf(trend, often, await readRoster(state.db, own.caller.accountId, employeeIds));
    }),
  );
  route(app, contract.getPieceworkTrend, (call) =>
    answered(call, async (state, { caller, now, query }) => {
      const trend = await readTrend(state, workOfDays, { caller, now, query });
      const pieces = trend.days.flatMap(({ pieces: own }) => own);
      return pieceworkTrendOf(trend, query.by, await readDescriptions(state.db, caller.accountId, pieces));
    }),
  );
  route(app, people.getRoll, (call) =>
    read(call, async ({ db, days }, own) =>
      rollOf(db, await readRange(db, days, own, MAX_ROLL_DAYS), own.query, sightOf(own.caller)),
    ),
  );
  route(app, people.getRollFile, async (call) => {
    const { caller, now, query, reply } = call;
    const { accountId } = caller;
    const sight = sightOf(caller);
    if (!sight.attendance && !sight.piecework) throw permissionDenied();
    app.gate.rateLimiter.take('report', accountId, now);
    const file = await inTurn(services.files, reply, accountId, () =>
      read(call, async ({ db, days }, own) =>
        rollFile(db, await readRange(db, days, own, MAX_ROLL_DAYS), query, sight, caller, now),
      ),
    );
    const detail = msg('{from} to {to}, {what}', { from: query.from, to: query.to, what: query.exportType });
    await db.tenant(accountId, (tx) =>
      audit(tx, { ...by(call), accountId, action: 'report.export', target: 'Roll', detail }),
    );
    asDownload(reply, `roll-${query.from}-${query.to}.${query.exportType}`, CONTENT_TYPES[query.exportType]);
    return reply.send(file);
  });
  route(app, getPayHours, (call) => answered(call, ({ db, days }, own) => payHoursOf(db, days, hours, own)));
  route(app, people.getPersonTrend, (whole) =>
    read(whole, async ({ db, days }, { caller, now, query, params: { employeeId } }) => {
      const call = { caller, now, query, isOfAnyAge: true };
      const { accountId, timeZone } = caller;
      const asked = { accountId, timeZone, now, employeeId };
      const range = await readRange(db, days, call, MAX_RANGE_DAYS);
      const paid = await paidDaysOf(db, days, call, employeeId);
      const limited = await readLimited(db, days, call, [employeeId]);
      return personTrendOf(db, range, asked, sightOf(caller), { paid, limited });
    }),
  );
  const todayOf = ({ timeZone }: { timeZone: string }, now: Date) => localDateOf(zoneOf(timeZone), now.getTime());
  route(app, people.findPeople, ({ caller, now, query }) =>
    findPeopleOf(db, caller, { ...query, today: todayOf(caller, now) }),
  );
  route(app, people.getPersonCards, ({ caller, now, params }) =>
    cardsOfPerson(db, caller, params.employeeId, todayOf(caller, now)),
  );
  route(app, people.getMuster, (call) =>
    read(call, async ({ db, models, days }, { caller, now, query }) => {
      const { accountId, dataVersion } = caller;
      const isForAll = caller.scope !== null && (await isMusterForAll(db, accountId));
      const own = await readCrew(db, caller, query);
      const crew = isForAll ? await readCrew(db, { accountId, scope: null }, query) : own;
      const date = todayOf(caller, now);
      const today = await models.get({ accountId, dataVersion, date, now });
      const yesterday = await models.get({ accountId, dataVersion, date: addDays(date, -1), now });
      // A caller who sees everybody on the list is told of the limits of their own people.
      const seen = [today, yesterday].map((model) => modelOfCrew(model, own));
      const passes = await readPasses(db, days, daysAsked({ caller, now }), seen);
      const list = await musterOf(db, modelOfCrew(today, crew), modelOfCrew(yesterday, crew), passes);
      return { ...list, ...(isForAll && { isForAll }) };
    }),
  );
}
