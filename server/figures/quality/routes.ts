import type { FastifyInstance } from 'fastify';
import { getQuality } from '#contract/figures/quality.ts';
import { daysBetween } from '#contract/platform/common.ts';
import { MAX_RANGE_DAYS } from '#contract/platform/limits.ts';
import { msg, words } from '#contract/platform/words.ts';
import { countSamplesSetAside } from '../../attendance/samples.sql.ts';
import { notFound, Refusal } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { zoneOf } from '../../platform/zone.ts';
import { isEverybody, readCrew, readMemberIds, readSees } from '../stats/crew.ts';
import { selectCrewIds, selectSampled } from './quality.sql.ts';
import { lookedAtOf, readSamples } from './quality.ts';

/** Mounts the answer of what was found in samples of containers, by the people who filled them. */
export function qualityRoutes(app: FastifyInstance, { db }: Services) {
  route(app, getQuality, ({ caller, query }) => {
    const { accountId } = caller;
    const { from, to, employeeId } = query;
    if (from > to || daysBetween(from, to) >= MAX_RANGE_DAYS)
      throw new Refusal('DATE_OUT_OF_RANGE', msg('Choose at most {most} days.', { most: MAX_RANGE_DAYS }));
    return db.tenant(accountId, async (tx) => {
      const crew = await readCrew(tx, caller);
      const asOne = employeeId && ((await readMemberIds(tx, accountId, crew, [employeeId])) ?? [employeeId]);
      const [person] = asOne ? await selectSampled(tx, accountId, asOne) : [];
      if (employeeId && !person) throw notFound(words('Employee not found'));
      // Of a person, their crew; of one without, everybody.
      const whose = person?.groupId ? await selectCrewIds(tx, accountId, person.groupId) : undefined;
      const employeeIds = await readMemberIds(tx, accountId, crew, whose);
      const zone = zoneOf(caller.timeZone);
      const sees = await readSees(tx, accountId, crew);
      const { defects, seen, uncounted } = await readSamples(tx, accountId, zone, { from, to, employeeIds, ...sees });
      const ids = [...new Set(seen.map((one) => one.employeeId))];
      const people = person ? [person] : await selectSampled(tx, accountId, ids);
      const asked = person ? seen.filter((one) => one.employeeId === person._id) : seen;
      const byPerson = Map.groupBy(asked, (one) => one.employeeId);
      return {
        defects: defects.map(({ id, name }) => ({ _id: id, name })),
        people: people.flatMap(({ groupId: _, crew, ...employee }) => {
          const own = byPerson.get(employee._id);
          return own ? { employee, crew, ...lookedAtOf(own, defects) } : [];
        }),
        all: lookedAtOf(seen, defects),
        days: [...Map.groupBy(asked, ({ day }) => day)]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([day, some]) => ({ day, ...lookedAtOf(some, defects) })),
        uncounted: isEverybody(crew) && !person ? uncounted : 0,
        setAside: isEverybody(crew) && !person ? await countSamplesSetAside(tx, accountId, zone, { from, to }) : 0,
      };
    });
  });
}
