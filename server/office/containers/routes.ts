import type { FastifyInstance } from 'fastify';
import { CONTAINER_HOURS } from '#contract/masterData/containers.ts';
import { type ListedContainer, listContainers, MAX_LISTED_CONTAINERS } from '#contract/office/containers.ts';
import { daysBetween } from '#contract/platform/common.ts';
import { MAX_EXCEPTION_DAYS } from '#contract/platform/limits.ts';
import { msg } from '#contract/platform/words.ts';
import { selectAllDefects, selectEntrySamples } from '../../attendance/samples.sql.ts';
import { lookedAtOf } from '../../figures/quality/quality.ts';
import { isEverybody, readCrew, readSees } from '../../figures/stats/crew.ts';
import { Refusal } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { dayBounds, HOUR, localDateOf, zoneOf } from '../../platform/zone.ts';
import { type ContainerRow, selectListed } from './containers.sql.ts';
import { sumsOf } from './containers.ts';

/** The most containers that are looked through for those of a scope, and added up. */
const MOST = 20_000;

/** Containers that lead to their picker, and what was delivered of them. */
export function containerRoutes(app: FastifyInstance, { db }: Services) {
  route(app, listContainers, ({ caller, query }) => {
    const { accountId } = caller;
    const { from, to, list, number } = query;
    if (from > to || daysBetween(from, to) >= MAX_EXCEPTION_DAYS)
      throw new Refusal('DATE_OUT_OF_RANGE', msg('Choose at most {most} days.', { most: MAX_EXCEPTION_DAYS }));
    const zone = zoneOf(caller.timeZone);
    return db.tenant(accountId, async (tx) => {
      const crew = await readCrew(tx, caller);
      const { isMember, isOfWork } = await readSees(tx, accountId, crew);
      const [start, end] = [dayBounds(zone, from).start, dayBounds(zone, to).end].map((at) => new Date(at));
      if (!start || !end) throw new Error('A span has two ends');
      const rows = await selectListed(tx, accountId, { start, end, list, number: number || undefined, most: MOST });
      // What belongs to no employee is in no scope.
      const seen = rows.filter(({ countedAt, employeeId, lookup1 }) =>
        countedAt === null || employeeId === null
          ? isEverybody(crew)
          : isOfWork(lookup1) && (isMember?.(employeeId, localDateOf(zone, Date.parse(countedAt))) ?? true),
      );
      const shown = seen.slice(0, MAX_LISTED_CONTAINERS);
      const containers = [...new Set(shown.map(({ number }) => number))];
      // A container may be looked at days after it was counted.
      const until = new Date(end.getTime() + CONTAINER_HOURS.most * HOUR);
      const samples = await selectEntrySamples(tx, accountId, { start, end: until }, containers);
      const found = new Set(samples.flatMap((sample) => Object.keys(sample.found)));
      const defects = (await selectAllDefects(tx, accountId)).filter(({ id }) => found.has(id));
      const byEntry = Map.groupBy(samples, ({ entryId }) => entryId);
      const qualityOf = ({ entryId }: ContainerRow) => {
        const own = entryId === null ? undefined : byEntry.get(entryId);
        return own ? lookedAtOf(own, defects) : null;
      };
      return {
        containers: shown.map((row) => ({ ...listed(row), quality: qualityOf(row) })),
        more: seen.length > MAX_LISTED_CONTAINERS,
        // Of some of them they would be sums of nothing that anybody asked for.
        sums: rows.length < MOST ? sumsOf(seen) : null,
        defects: defects.map(({ name }) => name),
      };
    });
  });
}

function listed(row: ContainerRow): Omit<ListedContainer, 'quality'> {
  const { number, kind, countedAt, employeeId, crew, units, product, block, counts } = row;
  const { deliveredAt, verdict, reason, weight, device } = row;
  const employee = employeeId && {
    ...{ _id: employeeId, number: row.employeeNumber ?? '' },
    ...{ firstName: row.firstName ?? '', lastName: row.lastName ?? '' },
  };
  return {
    number,
    kind,
    counted:
      countedAt !== null && units !== null && counts !== null
        ? { at: countedAt, employee: employee || null, crew, units, product, block, counts }
        : null,
    delivered: deliveredAt !== null && verdict !== null ? { at: deliveredAt, verdict, reason, weight, device } : null,
  };
}
