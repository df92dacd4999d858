import type { PaidDay } from '#contract/figures/hours.ts';
import type { OwnDay } from '#contract/figures/ownDays.ts';
import type { PersonDay, PersonTrend } from '#contract/figures/people.ts';
import { words } from '#contract/platform/words.ts';
import { dayKey } from '../../attendance/ledger.sql.ts';
import { readFigures, selectLastOf, stateOf } from '../../attendance/ownDays/acts.sql.ts';
import { MIN_RANKED_MS, togetherMs, unitsPerHour } from '../../attendance/piecework.ts';
import type { Db } from '../../platform/db/db.ts';
import { notFound } from '../../platform/http/errors.ts';
import { sentUnits, Units } from '../../platform/units.ts';
import { isoOf, type LocalDate, zoneOf } from '../../platform/zone.ts';
import { clockedMsOf, timeOutOf } from '../stats/clocked.ts';
import { both, isWithin, modelOfCrew, readMembers } from '../stats/crew.ts';
import type { DayModel } from '../stats/dayModel.ts';
import { gapsOf, isoOrNull } from '../stats/lists.ts';
import { readPersonDays } from '../stats/personDays.ts';
import { readDayChanges } from './dayChanges.ts';
import { readDescriptions } from './descriptions.ts';
import { sumsOfDays } from './hours.ts';
import { selectWorkByLookup1 } from './judgedDays.sql.ts';
import { cellOf } from './judgedDays.ts';
import { type Limited, limitsOfDay, passOfDay } from './limits.ts';
import { medianOf, wholeMedianOf } from './medians.ts';
import { employeesOf } from './people.ts';
import { listedOf, type Range } from './range.ts';
import { NO_SUMS, type Sight, type Sums, seenSums, sumsOf } from './roll.ts';
import { type Rostered, selectDeviceNames, selectGroupNames } from './roster.sql.ts';

/** The paid hours by date, and the limits of hours; null in an account without them. */
type Hours = { paid: ReadonlyMap<LocalDate, PaidDay> | null; limited: Limited | null };
type Asked = { accountId: string; timeZone: string; employeeId: string; now: Date };

/** Returns an employee whom the caller sees on some day of a range, and on which; throws NOT_FOUND for anybody else. */
export async function findSeen(
  db: Db,
  { roster, crew, dates }: Pick<Range, 'roster' | 'crew' | 'dates'>,
  accountId: string,
  employeeId: string,
) {
  const rostered = roster.get(employeeId);
  const isMember = await db.tenant(accountId, (tx) => readMembers(tx, accountId, crew, [employeeId]));
  if (!rostered || !dates.some((date) => isMember?.(employeeId, date) ?? true))
    throw notFound(words('Employee not found'));
  return { rostered, isMember };
}

/**
 * Returns one employee over a range of days, without the days on which they are not of the range's crew. NOT_FOUND for an employee whom the
 * account does not have, or who is of the crew on none of the days.
 */
export async function personTrendOf(
  db: Db,
  range: Range,
  asked: Asked,
  sight: Sight,
  { paid: paidDays, limited }: Hours,
): Promise<PersonTrend> {
  const { accountId, employeeId, now } = asked;
  const { crew } = range;
  const { rostered, isMember } = await findSeen(db, range, accountId, employeeId);
  const { timeGroupId, employeeGroupId, jobDescriptionId } = rostered;
  const groupIds = [timeGroupId, employeeGroupId, jobDescriptionId].flatMap((id) => id ?? []);
  const days = { from: range.dates[0] ?? '', to: range.dates.at(-1) ?? '' };
  const { names, devices, models, changesOn, saidOn } = await db.tenant(
    accountId,
    async (tx) => {
      const groups = await selectGroupNames(tx, accountId, groupIds);
      return {
        names: new Map(groups.map(({ id, name }) => [id, { _id: id, name }])),
        devices: await selectDeviceNames(tx, accountId, rostered.deviceIds ?? []),
        changesOn: await readDayChanges(
          tx,
          {
            accountId,
            employeeId,
            zone: zoneOf(asked.timeZone),
            sight,
            crew,
          },
          days.from,
          days.to,
        ),
        saidOn: await readSaid(tx, accountId, employeeId, days),
        models: await readPersonDays(tx, { accountId, employeeId, deviceIds: rostered.deviceIds, now }, range.dates),
      };
    },
    { snapshot: true },
  );
  const { pace, ...sums } = await besideGroup(db, range, employeeId, sight);
  const describe = await readDescriptions(
    db,
    accountId,
    pace.map(({ code }) => ({ lookup1: code, lookup2: '' })),
  );
  const groupOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
  return {
    employee: {
      ...listedOf(rostered),
      timeId: rostered.timeId,
      timeGroup: isWithin(crew.timeGroups, timeGroupId) ? groupOf(timeGroupId) : null,
      employeeGroup: groupOf(employeeGroupId),
      jobDescription: groupOf(jobDescriptionId),
      isDeleted: rostered.deletedOn !== null,
    },
    timeZone: asked.timeZone,
    devices,
    days: models
      .map((model) => ({
        ...personDayOf(modelOfCrew(model, crew), range.unfinished.has(model.date), sight, {
          paid: paidDays?.get(model.date),
          limited,
        }),
        ...((isMember?.(employeeId, model.date) ?? true)
          ? { changes: changesOn(model.date), ownDay: saidOn.get(model.date) }
          : { changes: [] }),
      }))
      .reverse(),
    ...sums,
    paid: sight.attendance
      ? sumsOfDays(
          [...(paidDays ?? [])].flatMap(([date, paid]) => ((isMember?.(employeeId, date) ?? true) ? paid : [])),
        )
      : null,
    pace: pace.map(({ code, ...figures }) => ({ ...describe(1, code), ...figures })).sort(mostUnits),
  };
}

/** Returns what an employee said last of their days, by date, and how it compares with what is there now (docs/reference/privacy.md#their-own-day). */
async function readSaid(tx: Db, accountId: string, employeeId: string, days: { from: LocalDate; to: LocalDate }) {
  const said = await selectLastOf(tx, accountId, employeeId, days);
  const present = await readFigures(tx, accountId, said);
  return new Map(
    said.map((one): [LocalDate, OwnDay] => {
      const figures = present.get(dayKey(one)) ?? { in: null, out: null, pieces: [] };
      return [one.day, { state: stateOf(one, figures), at: one.at.toISOString(), wrong: one.wrong }];
    }),
  );
}

function personDayOf(
  { people: [person], lines, zone, date, now }: DayModel,
  unfinished: boolean,
  sight: Sight,
  { paid, limited }: { paid: PaidDay | undefined; limited: Limited | null },
): Omit<PersonDay, 'changes' | 'ownDay'> {
  const worked = person && {
    units: sentUnits(person.units),
    performance: unitsPerHour(person.units, person.workedMs),
    lines: lines.map(({ lookup1, lookup2, units, timeMs }) => ({
      lookup1Code: lookup1.code,
      lookup1Description: lookup1.description,
      lookup2Code: lookup2.code,
      lookup2Description: lookup2.description,
      units: sentUnits(units),
      timeMs,
    })),
  };
  const attended = person && {
    status: person.status,
    provisional: person.provisional,
    shift: person.shift && { start: isoOf(zone, person.shift.start), end: isoOf(zone, person.shift.end) },
    timeIn: isoOrNull(zone, person.timeIn),
    timeOut: isoOrNull(zone, timeOutOf(person)),
    onSite: person.isOpen,
    clockedMs: clockedMsOf(person),
    late: person.late,
    lateMs: person.lateMs,
    irregularMs: person.irregularMs,
    earlyLeaveMs: person.earlyLeaveMs,
    gaps: gapsOf(zone, person),
    flags: [...person.flags],
    corrected: person.corrected,
    excused: person.excused,
    paid: paid ?? null,
    ...(limited && {
      limits: limitsOfDay(limited, { date, person }),
      passes: passOfDay(limited, { date, person }, now),
    }),
  };
  return {
    date,
    unfinished,
    cell: sight.attendance ? (person ? cellOf(person) : '-') : null,
    attendance: sight.attendance ? (attended ?? null) : null,
    piecework: sight.piecework ? (worked ?? { units: 0, performance: null, lines: [] }) : null,
  };
}

/** Returns the sums of an employee with the medians of their time group, and their pace with that of others on the same lookup 1. */
async function besideGroup(db: Db, range: Range, employeeId: string, sight: Sight) {
  const { roster, crew } = range;
  const groupId = roster.get(employeeId)?.timeGroupId ?? null;
  const isMember = ({ employeeId: id, timeGroupId }: Rostered) =>
    groupId !== null && timeGroupId === groupId && (range.members?.has(id) ?? true);
  const members = [...roster.values()].filter(isMember).map((one) => one.employeeId);
  const sums = await sumsOf(db, range, { ...employeesOf([employeeId, ...members]), crew });
  const all = [...sums.values()];
  const median = (measure: (one: Sums) => number) => wholeMedianOf(all.map(measure)) ?? 0;
  const medians: Sums = {
    present: median(({ present }) => present),
    late: median(({ late }) => late),
    absent: median(({ absent }) => absent),
    clockedMs: median(({ clockedMs }) => clockedMs),
    wastedMs: median(({ wastedMs }) => wastedMs),
    paidMs: null,
    units: medianOf(all.map(({ units }) => units)) ?? new Units(0),
  };
  return {
    sums: seenSums(sums.get(employeeId) ?? NO_SUMS, sight),
    medians: groupId !== null && all.length > 0 ? { ...seenSums(medians, sight), people: all.length } : null,
    pace: sight.piecework ? await paceBeside(db, range, employeeId, members) : [],
  };
}

type Work = { lookup1: string; units: Units; timeMs: number };
/** Returns an employee's units per hour by code of lookup 1; people with at least 15 minutes on it are ranked. */
async function paceBeside(db: Db, range: Range, employeeId: string, members: readonly string[]) {
  const mine = (await workOf(db, range, [employeeId])).get(employeeId) ?? [];
  const codes = new Set(mine.map(({ lookup1 }) => lookup1));
  const others = mine.length > 0 ? await workOf(db, range, [employeeId, ...members], codes) : new Map<string, Work[]>();
  const byCode = Map.groupBy([...others.values()].flat(), ({ lookup1 }) => lookup1);
  return mine.map(({ lookup1, units, timeMs }) => {
    const ranked = (byCode.get(lookup1) ?? []).filter((one) => one.timeMs >= MIN_RANKED_MS);
    const paces = ranked.flatMap((one) => unitsPerHour(one.units, one.timeMs) ?? []);
    return {
      code: lookup1,
      units: sentUnits(units),
      own: unitsPerHour(units, timeMs),
      median: medianOf(paces)?.toDecimalPlaces(2).toNumber() ?? null,
      people: paces.length,
    };
  });
}

/** Returns the work of some employees over a range by code of lookup 1 ('' for none), for all codes or some. */
async function workOf(
  db: Db,
  { accountId, versions, live, crew }: Range,
  ids: readonly string[],
  codes?: ReadonlySet<string>,
) {
  const chosen = both(codes, crew.lookup1);
  const people = { ...employeesOf(ids), crew: { ...crew, lookup1: chosen } };
  const rows = await db.tenant(accountId, (tx) => selectWorkByLookup1(tx, accountId, [...versions.keys()], people));
  const work = rows.map(({ units, ...row }) => ({ ...row, units: new Units(units) }));
  for (const { lines } of live.values()) {
    const own = lines.filter(
      ({ person, lookup1 }) =>
        people.members?.has(person.employee._id) &&
        isWithin(crew.timeGroups, person.timeGroupId) &&
        isWithin(chosen, lookup1.code ?? ''),
    );
    for (const [person, ofPerson] of Map.groupBy(own, (line) => line.person))
      for (const [lookup1, some] of Map.groupBy(ofPerson, (line) => line.lookup1.code ?? ''))
        work.push({
          employeeId: person.employee._id,
          lookup1,
          units: some.reduce((sum, { units }) => sum.plus(units), new Units(0)),
          timeMs: togetherMs(some),
        });
  }
  const sums = new Map<string, Work[]>();
  for (const [id, own] of Map.groupBy(work, (one) => one.employeeId))
    sums.set(
      id,
      [...Map.groupBy(own, ({ lookup1 }) => lookup1)].map(([lookup1, some]) => ({
        lookup1,
        units: some.reduce((sum, { units }) => sum.plus(units), new Units(0)),
        timeMs: some.reduce((sum, { timeMs }) => sum + timeMs, 0),
      })),
    );
  return sums;
}

type Described = { units: number | string; description: string };
const mostUnits = (a: Described, b: Described) =>
  Number(b.units) - Number(a.units) || (a.description < b.description ? -1 : 1);
