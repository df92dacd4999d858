import type { FastifyInstance } from 'fastify';
import { MAX_ROLL_DAYS } from '#contract/limits.ts';
import * as contract from '#contract/trends.ts';
import { getUsual } from '#contract/usual.ts';
import { addDays, localDateOf, zoneOf } from '../attendance/zone.ts';
import type { UserCaller } from '../http/callers.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { modelOfCrew, readCrew } from '../stats/crew.ts';
import type { DayModels } from '../stats/loadDay.ts';
import { loadDayModel } from '../stats/loadDay.ts';
import { crewKey } from './crewDays.ts';
import { createKeptDays } from './keptDays.ts';
import { musterOf } from './muster.ts';
import { personTrendOf } from './person.ts';
import { readRange, readRoster } from './range.ts';
import { rollOf, type Sight } from './roll.ts';
import { attendanceTrendOf, pieceworkTrendOf } from './trends.ts';
import { usualOf } from './usual.ts';

const sightOf = ({ permissions }: UserCaller): Sight => ({
  attendance: permissions.includes('Stats.GET_ATTENDANCE_INFORMATION'),
  piecework: permissions.includes('Stats.GET_PERFORMANCE_METRICS'),
});

/** Trends, people and pace (spec/trends.md), from what days contribute. */
export function trendRoutes(app: FastifyInstance, { db }: Services, models: DayModels) {
  const keptDays = createKeptDays(db, ({ accountId, dataVersion, date, now, isToday }) =>
    // Past days are kept here, and need no second place in memory.
    isToday ? models.get({ accountId, dataVersion, date, now }) : loadDayModel(db, accountId, date, now),
  );

  route(app, getUsual, async ({ caller, now, query }) => {
    const { accountId, timeZone, dataVersion } = caller;
    const roster = await readRoster(db, accountId);
    const crew = await readCrew(db, accountId, query);
    const asked = { accountId, timeZone, dataVersion, now };
    return usualOf(db, keptDays, asked, { roster, crew, key: crewKey(crew, roster) }, sightOf(caller));
  });
  route(app, contract.getAttendanceTrend, async (call) =>
    attendanceTrendOf(await readRange(db, keptDays, call, { withBefore: true })),
  );
  route(app, contract.getPieceworkTrend, async (call) =>
    pieceworkTrendOf(await readRange(db, keptDays, call, { withBefore: true }), call.query.by),
  );
  route(app, contract.getRoll, async (call) =>
    rollOf(await readRange(db, keptDays, call, { most: MAX_ROLL_DAYS }), call.query, sightOf(call.caller)),
  );
  route(app, contract.getPersonTrend, async (call) => {
    const { accountId, timeZone } = call.caller;
    const asked = { accountId, timeZone, now: call.now, employeeId: call.params.employeeId };
    return personTrendOf(db, await readRange(db, keptDays, call), asked, sightOf(call.caller));
  });
  route(app, contract.getMuster, async ({ caller, now, query }) => {
    const { accountId, timeZone, dataVersion } = caller;
    const crew = await readCrew(db, accountId, query);
    const today = localDateOf(zoneOf(timeZone), now.getTime());
    const of = async (date: string) => modelOfCrew(await models.get({ accountId, dataVersion, date, now }), crew);
    return musterOf(db, await of(today), await of(addDays(today, -1)));
  });
}
