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
import { selectSampled } from './quality.sql.ts';
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
      if (employeeId !== undefined) {
        const [own] = (await readMemberIds(tx, accountId, crew, [employeeId])) ?? [employeeId];
        const [known] = own === undefined ? [] : await selectSampled(tx, accountId, [own]);
        if (!known) throw notFound(words('Employee not found'));
      }
      const zone = zoneOf(caller.timeZone);
      const sees = await readSees(tx, accountId, crew);
      const read = await readSamples(tx, accountId, zone, { from, to, ...sees });
      const { defects } = read;
      const ids = [...new Set([...read.seen.map((one) => one.employeeId), ...(employeeId ? [employeeId] : [])])];
      const people = await selectSampled(tx, accountId, ids);
      const person = people.find(({ _id }) => _id === employeeId);
      // Of a person, their crew; of one without, everybody.
      const isOfCrew = new Set(
        people.filter(({ groupId }) => !person?.groupId || groupId === person.groupId).map(({ _id }) => _id),
      );
      const compared = read.seen.filter((one) => isOfCrew.has(one.employeeId));
      const asked = person ? compared.filter((one) => one.employeeId === person._id) : compared;
      const byPerson = Map.groupBy(asked, (one) => one.employeeId);
      return {
        defects: defects.map(({ id, name }) => ({ _id: id, name })),
        people: people.flatMap(({ groupId: _, crew, ...employee }) => {
          const own = byPerson.get(employee._id);
          return own ? { employee, crew, ...lookedAtOf(own, defects) } : [];
        }),
        all: lookedAtOf(compared, defects),
        days: [...Map.groupBy(asked, ({ day }) => day)]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([day, some]) => ({ day, ...lookedAtOf(some, defects) })),
        uncounted: isEverybody(crew) && !person ? read.uncounted : 0,
        setAside: isEverybody(crew) && !person ? await countSamplesSetAside(tx, accountId, zone, { from, to }) : 0,
      };
    });
  });
}
