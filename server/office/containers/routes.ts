import type { FastifyInstance } from 'fastify';
import { CONTAINER_HOURS } from '#contract/masterData/containers.ts';
import { type ListedContainer, listContainers, MAX_LISTED_CONTAINERS } from '#contract/office/containers.ts';
import { daysBetween } from '#contract/platform/common.ts';
import { MAX_EXCEPTION_DAYS } from '#contract/platform/limits.ts';
import { msg } from '#contract/platform/words.ts';
import { loadCalendar } from '../../attendance/calendars.ts';
import { deriveOlder } from '../../attendance/olderDays.ts';
import { selectAllDefects, selectEntrySamples } from '../../attendance/samples.sql.ts';
import { lookedAtOf } from '../../figures/quality/quality.ts';
import { isEverybody, readCrew, readSees } from '../../figures/stats/crew.ts';
import { Refusal } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { HOUR } from '../../platform/zone.ts';
import type { ContainerRow } from './containers.sql.ts';
import { readContainers, sumsOf } from './containers.ts';

/** The most containers that are looked through for those of a scope, and added up. */
const MOST = 20_000;

/** Containers that lead to their picker, and what was delivered of them. */
export function containerRoutes(app: FastifyInstance, { db }: Services) {
  route(app, listContainers, async ({ caller, query, now }) => {
    const { accountId } = caller;
    const { from, to, list, number } = query;
    if (from > to || daysBetween(from, to) >= MAX_EXCEPTION_DAYS)
      throw new Refusal('DATE_OUT_OF_RANGE', msg('Choose at most {most} days.', { most: MAX_EXCEPTION_DAYS }));
    await deriveOlder(db, { ...caller, from, to, now });
    return db.tenant(accountId, async (tx) => {
      const crew = await readCrew(tx, caller);
      const { isMember, isOfWork } = await readSees(tx, accountId, crew);
      const calendar = await loadCalendar(tx, accountId);
      const asked = { from, to, list, number: number || undefined, most: MOST };
      const { containers: rows, isCut } = await readContainers(tx, accountId, calendar, asked);
      // What belongs to no employee is in no scope.
      const seen = rows.filter(({ day, countedAt, employeeId, lookup1 }) =>
        countedAt === null || employeeId === null
          ? isEverybody(crew)
          : isOfWork(lookup1) && (isMember?.(employeeId, day) ?? true),
      );
      const shown = seen.slice(0, MAX_LISTED_CONTAINERS);
      const containers = [...new Set(shown.map(({ number }) => number))];
      const samples = await selectEntrySamples(tx, accountId, lookedAtWithin(shown), containers);
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
        sums: isCut ? null : sumsOf(seen),
        defects: defects.map(({ name }) => name),
      };
    });
  });
}

/** Returns the instants between which containers can have been looked at: until days after they were counted. */
function lookedAtWithin(rows: readonly ContainerRow[]) {
  const counted = rows.flatMap(({ countedAt }) => (countedAt === null ? [] : Date.parse(countedAt)));
  const last = counted.reduce((one, other) => Math.max(one, other), 0);
  const first = counted.reduce((one, other) => Math.min(one, other), last);
  return { start: new Date(first), end: new Date(last + CONTAINER_HOURS.most * HOUR) };
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
