import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/trends.ts';
import { clockTime, isoOf, zoneOf } from '../attendance/zone.ts';
import { notFound } from '../http/errors.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import type { DayModels } from '../stats/loadDay.ts';

/** Trends, people and pace (spec/trends.md). */
export function trendRoutes(app: FastifyInstance, _services: Services, _models: DayModels) {
  const none = {
    ...{ expected: 0, onTime: 0, late: 0, absent: 0, unverified: 0, excused: 0, present: 0 },
    ...{ lateTimeMs: 0, irregularBreakTimeMs: 0 },
  };
  route(app, contract.getUsual, ({ caller, now }) => ({
    at: clockTime(zoneOf(caller.timeZone), now.getTime()),
    present: null,
    late: null,
    units: null,
    days: [],
  }));
  route(app, contract.getAttendanceTrend, () => ({
    days: [],
    sums: none,
    before: null,
    oftenLate: [],
    oftenAbsent: [],
  }));
  route(app, contract.getPieceworkTrend, () => ({ groups: [], days: [], totalUnits: 0, before: null }));
  route(app, contract.getRoll, () => ({ days: [], rows: [], lastIndex: -1, total: 0 }));
  route(app, contract.getPersonTrend, () => {
    throw notFound('Employee');
  });
  route(app, contract.getMuster, ({ caller, now }) => {
    const zone = zoneOf(caller.timeZone);
    return { asOf: isoOf(zone, now.getTime()), timeZone: zone.name, entries: [] };
  });
}
