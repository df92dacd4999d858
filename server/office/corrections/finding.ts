import { pinWords } from '#contract/attendance/cards.ts';
import { eventCodeOf, quarantineReason } from '#contract/attendance/quarantine.ts';
import { EXCEPTION_KINDS, type ExceptionKind } from '#contract/office/exceptions.ts';
import { type Message, msg, toMessage, words } from '#contract/platform/words.ts';
import type { Calendar } from '../../attendance/calendar.ts';
import { loadCalendar } from '../../attendance/calendars.ts';
import { dayKey, selectLocks } from '../../attendance/ledger.sql.ts';
import type { Sees } from '../../attendance/listed.ts';
import { selectMoved } from '../../attendance/locks.sql.ts';
import { selectReviews } from '../../attendance/reviewed.sql.ts';
import { evidenceOf } from '../../attendance/reviewed.ts';
import { type Crew, isEverybody, readMemberIds, readSees } from '../../figures/stats/crew.ts';
import { selectAccountState } from '../../figures/stats/day.sql.ts';
import type { DayModel } from '../../figures/stats/dayModel.ts';
import { isAnotherName } from '../../intake/terminals/conflicts.ts';
import { keysWords } from '../../intake/terminals/keys.ts';
import { sourceOf } from '../../intake/terminals/networks.ts';
import { readDaysMoved } from '../../masterData/daysMoved.ts';
import type { Db } from '../../platform/db/db.ts';
import { notFound } from '../../platform/http/errors.ts';
import { cutToMinute, DAY, dayBounds, type LocalDate, localDateOf, type Zone } from '../../platform/zone.ts';
import { findWithoutShift, unclockedInWords } from './dayExceptions.ts';
import { findDisputes } from './disputes.ts';
import {
  type Conflict,
  type Days,
  type LooseRecord,
  selectConflicts,
  selectCountedTwice,
  selectDoubtedKeys,
  selectLoose,
  selectNamed,
  selectQuarantined,
  selectRejectedContainers,
} from './exceptions.sql.ts';
import { clockOf, earlier, type Found, later, made } from './found.ts';
import type { FindDays } from './keptExceptions.ts';
import { numberOfPin } from './newPerson.ts';
import { findOvertaken } from './overtaken.ts';
import { findOfPay } from './payExceptions.ts';
import { readWorkDays } from './workDays.ts';

type Finding = {
  now: Date;
  days: Days;
  findDays: FindDays;
  crew?: Crew | undefined;
  /** For a crew that is a user's scope: tells from which devices its records of unknown numbers are. */
  isOfDevices?: ((deviceId: string | null) => boolean) | undefined;
  /** The model of today, if it exists already. */
  own?: DayModel | undefined;
  /** Finds what is in doubt about pay as well; of hours on these dates, whose rows are in `judged_day`. */
  payOf?: readonly LocalDate[] | undefined;
  /** The reader may see piecework. */
  seesPieces?: boolean;
};
/**
 * Finds the exceptions of some days that nobody has reviewed; with a crew, only those of its people. An exception of nobody belongs to no crew, except
 * unknown numbers to a scope.
 */
export async function find(
  tx: Db,
  accountId: string,
  { now, days, findDays, crew = {}, isOfDevices, own: today, payOf, seesPieces = false }: Finding,
): Promise<FoundIn> {
  const minute = new Date(cutToMinute(now.getTime()));
  const calendar = await loadCalendar(tx, accountId);
  const { zone } = calendar;
  const [start, end] = [dayBounds(zone, days.from).start, dayBounds(zone, days.to).end].map((at) => new Date(at));
  if (!start || !end) throw new Error('A span has two ends');
  const state = await selectAccountState(tx, accountId, minute);
  if (!state) throw notFound(words('Account not found'));
  const models = new Map(today && today.dataVersion === state.dataVersion ? [[today.date, today]] : []);
  const employeeIds = await readMemberIds(tx, accountId, crew);
  const sees = await readSees(tx, accountId, crew, employeeIds);
  const loose = (await selectLoose(tx, accountId, { start, end, employeeIds })).filter(
    ({ employeeId, deviceId, isEntry, lookup1 }) =>
      (employeeId !== null || (isOfDevices?.(deviceId) ?? isEverybody(crew))) && (!isEntry || sees.isOfWork(lookup1)),
  );
  const moves = await selectMoved(tx, accountId, days);
  const daysMoved = moves.some(({ day, from }) => day < from) ? await readDaysMoved(tx, accountId, calendar) : () => [];
  const found: Found[] = [
    ...(await findDays(tx, accountId, { calendar, days, now: minute, models })),
    ...(await findWithoutShift(tx, accountId, calendar, days.to)),
    ...ofLoose(loose, calendar),
    ...countedTwice(await selectCountedTwice(tx, accountId, { start, end, employeeIds }), calendar, sees),
    ...rejected(await selectRejectedContainers(tx, accountId, { start, end, employeeIds }), calendar, sees),
    ...(payOf
      ? await findOfPay(tx, accountId, { ...days, judged: payOf }, { lookup1: crew.lookup1, employeeIds })
      : []),
    ...(await findDisputes(tx, accountId, { days, calendar, employeeIds, seesPieces, isOfWork: sees.isOfWork })),
    ...(await quarantined(tx, accountId, { start, end, days, calendar, employeeIds })),
    ...doubtedKeys(await selectDoubtedKeys(tx, accountId), days, calendar),
    ...twoPeople(await selectConflicts(tx, accountId, { start, end, employeeIds }), calendar),
    ...(await findOvertaken(tx, accountId, { days, calendar, now: minute, employeeIds })).map(({ added, records }) => {
      const { employeeId, day, at, direction, recordAt, correctionId } = added;
      const clock = (text: string) => clockOf(calendar, Date.parse(text));
      const detail = msg('{direction} {time} was added; the record of {recordTime} came afterwards', {
        direction: direction.toUpperCase(),
        ...{ time: clock(at), recordTime: clock(recordAt) },
      });
      const evidence = records.map(({ recordId }) => recordId);
      return {
        ...made({ kind: 'overtaken', day, employeeId, what: correctionId, detail, evidence }),
        correctionIds: [correctionId],
        at: Date.parse(at),
        direction,
      };
    }),
    ...moves.flatMap(({ lockId, from, to, by, at, day, byRecords, version }) => {
      const shared = { kind: 'changed-after-lock', employeeId: null, evidence: [version] } as const;
      const given = { by, locked: localDateOf(zone, Date.parse(at)), day };
      const moved = byRecords
        ? msg('Records moved this day after {by} had locked it on {locked, date}', given)
        : msg(
            'A payroll system, a restored backup or a change of devices moved this day after {by} had locked it on {locked, date}',
            given,
          );
      if (day >= from && day <= to) return made({ ...shared, day, what: lockId, detail: moved });
      if (day < from && !daysMoved(day).some((one) => one >= from && one <= to)) return [];
      const detail = byRecords
        ? msg(
            'Records moved {day, date}, which counts towards locked days, after {by} had locked them on {locked, date}',
            given,
          )
        : msg(
            'A payroll system, a restored backup or a change of devices moved {day, date}, which counts towards locked days, after {by} had locked them on {locked, date}',
            given,
          );
      return made({ ...shared, day: day < from ? from : to, what: `${lockId}:${day}`, detail });
    }),
  ];
  const locks = await selectLocks(tx, accountId, days);
  found.push(...found.flatMap((one) => afterLock(one, locks, zone)));
  const reviews = await selectReviews(tx, accountId, new Date(start.getTime() - DAY));
  const reviewed = new Set(reviews.map(({ key, evidence }) => `${key} ${evidence}`));
  const isOfThem = ({ employeeId, day, records }: Found) =>
    employeeId === null
      ? isEverybody(crew) || (isOfDevices !== undefined && records !== undefined)
      : (sees.isMember?.(employeeId, day) ?? true);
  const isReviewed = ({ key, evidence }: Found) => reviewed.has(`${key} ${evidence}`);
  const isLocked = ({ kind, day }: Found) =>
    !OF_LOCKED_DAYS.includes(kind) && locks.some(({ from, to }) => day >= from && day <= to);
  const own = found.filter(isOfThem);
  const seenOf = (some: Found[]) =>
    crew.lookup1 ? withWork(tx, accountId, some, { ...sees, calendar }) : Promise.resolve(some);
  return {
    open: await seenOf(own.filter((one) => !isReviewed(one) && !isLocked(one))),
    onLockedDays: (await seenOf(own.filter((one) => !isReviewed(one) && isLocked(one)))).length,
    absencesLeft: own.filter((one) => one.kind === 'absence' && isReviewed(one) && !isLocked(one)).length,
  };
}

/** The exceptions that are open, the number of those on locked days, and of absences that were left as they are. */
export type FoundIn = { open: Found[]; onLockedDays: number; absencesLeft: number };

/** Kinds that are found on locked days too: pay that was handed over waits for them. */
const OF_LOCKED_DAYS: readonly ExceptionKind[] = ['changed-after-lock', 'dispute', 'inactive-clocked'];
/** Kinds that follow from the entries of a day, perhaps from those alone. */
const OF_ENTRIES: readonly ExceptionKind[] = ['piecework-without-clock', 'inactive-clocked'];
/** Returns exceptions without those that follow from entries alone that a reader does not see; of the entries outside every interval at work, those seen. */
async function withWork(
  tx: Db,
  accountId: string,
  found: readonly Found[],
  sight: Pick<Sees, 'isOfWork'> & { calendar: Calendar },
): Promise<Found[]> {
  const outside = found.flatMap(({ kind, employeeId, day }) =>
    employeeId && OF_ENTRIES.includes(kind) ? [{ employeeId, day }] : [],
  );
  if (outside.length === 0) return [...found];
  const named = await selectNamed(
    tx,
    accountId,
    outside.map(({ employeeId }) => employeeId),
  );
  const people = new Map(named.map((one) => [one.employeeId, one]));
  const days = await readWorkDays(tx, accountId, outside, { ...sight, people });
  return found.flatMap((one) => {
    const { kind, employeeId, day } = one;
    if (!employeeId || !OF_ENTRIES.includes(kind)) return one;
    const records = days.get(dayKey({ employeeId, day }));
    if (kind === 'inactive-clocked') return records && records.punches.size + records.entries.size > 0 ? one : [];
    const count = records?.unclockedCount ?? 0;
    return count > 0 ? { ...one, detail: unclockedInWords(count) } : [];
  });
}

/**
 * Returns what says that a record arrived on a locked day after its lock, where it moves no figure: an unknown number, a second count, a rejected container.
 * The doubt itself is not listed on a locked day.
 */
function afterLock(
  { kind, day, employeeId, key, evidence, detail, records, arrivedAt = 0 }: Found,
  locks: Awaited<ReturnType<typeof selectLocks>>,
  zone: Zone,
): Found[] {
  const lock = locks.find(({ from, to, at }) => day >= from && day <= to && arrivedAt > Date.parse(at));
  if (!lock) return [];
  const { lockId, by, at } = lock;
  const given = {
    kind: toMessage(EXCEPTION_KINDS[kind]),
    detail: toMessage(detail),
    by,
    locked: localDateOf(zone, Date.parse(at)),
  };
  const said = msg('{kind}: {detail}; it came after {by} had locked this day on {locked, date}', given);
  const found = made({
    kind: 'changed-after-lock',
    day,
    employeeId,
    what: `${lockId}:${evidenceOf(key, [])}`,
    detail: said,
    evidence: [evidence],
  });
  return [{ ...found, ...(records && { records }) }];
}

function ofLoose(records: readonly LooseRecord[], calendar: Calendar): Found[] {
  const dayOf = ({ kind, at, receivedAt }: LooseRecord) =>
    localDateOf(calendar.zone, Date.parse(kind === 'future-clock' ? receivedAt : at));
  const groups = Map.groupBy(records, (record) =>
    JSON.stringify([record.kind, dayOf(record), record.employeeId ?? record.timeId]),
  );
  return [...groups.values()].flatMap((some): Found[] => {
    const [record] = some;
    if (!record) return [];
    const ids = some.map(({ recordId }) => recordId);
    const count = some.length;
    const what = {
      'unmatched-pin': msg('{count, plural, one {# record} other {# records}} waiting', { count }),
      'future-clock': msg(
        '{count, plural, one {# record} other {# records}} more than 5 minutes in the future, left out of every number',
        { count },
      ),
      'unverified-time': msg(
        '{count, plural, one {# record} other {# records}} whose time the device could not verify',
        { count },
      ),
    }[record.kind];
    const { kind, employeeId } = record;
    const found = made({
      kind,
      day: dayOf(record),
      employeeId,
      what: employeeId ? '' : (record.timeId ?? ''),
      detail: record.employeeId ? what : msg('{who}: {what}', { who: unknownInWords(record), what }),
      evidence: ids,
    });
    const arrivedAt = Math.max(...some.map(({ receivedAt }) => Date.parse(receivedAt)));
    return [{ ...found, records: some, arrivedAt }];
  });
}

/** Returns an exception for each entry of a container that was full. The other entry may be of an employee whom the reader does not see. */
function countedTwice(
  twice: Awaited<ReturnType<typeof selectCountedTwice>>,
  calendar: Calendar,
  { isOfWork }: Pick<Sees, 'isOfWork'>,
): Found[] {
  return twice.flatMap(
    ({ recordId, employeeId, at, units, lookup1, container, kind, firstAt, receivedAt }): Found[] => {
      if (!isOfWork(lookup1)) return [];
      const instant = Date.parse(at);
      const given = { container: kind === null ? container : `${kind} ${container}`, time: clockOf(calendar, instant) };
      const detail =
        firstAt === null
          ? msg('{container} at {time}; it does not count', given)
          : msg('{container} at {time}, counted already at {first}; it does not count', {
              ...given,
              first: clockOf(calendar, Date.parse(firstAt)),
            });
      const day = localDateOf(calendar.zone, instant);
      const found = made({
        kind: 'counted-twice',
        day,
        employeeId,
        what: recordId,
        detail,
        evidence: [recordId, firstAt],
      });
      const arrivedAt = Date.parse(receivedAt);
      return [{ ...found, at: instant, arrivedAt, twice: { recordId, units, container: given.container } }];
    },
  );
}

/** Returns an exception for each entry whose container was rejected at delivery. */
function rejected(
  containers: Awaited<ReturnType<typeof selectRejectedContainers>>,
  calendar: Calendar,
  { isOfWork }: Pick<Sees, 'isOfWork'>,
): Found[] {
  return containers.flatMap((one): Found[] => {
    const { recordId, employeeId, lookup1, container, kind, deliveryId, deliveredAt, receivedAt, reason, former } = one;
    if (!isOfWork(lookup1)) return [];
    const [counted, delivered] = [Date.parse(one.at), Date.parse(deliveredAt)];
    const detail = msg('{container}, counted at {time}, was rejected on {day, date} at {delivered}: {reason}', {
      container: kind === null ? container : `${kind} ${container}`,
      time: clockOf(calendar, counted),
      day: localDateOf(calendar.zone, delivered),
      delivered: clockOf(calendar, delivered),
      reason: reason ?? '–',
    });
    const day = localDateOf(calendar.zone, counted);
    const shared = { kind: 'rejected-container', day, employeeId, what: recordId, detail } as const;
    const found = made({ ...shared, evidence: [recordId, deliveryId] });
    return [{ ...found, at: counted, arrivedAt: Date.parse(receivedAt), rejected: { recordId, former } }];
  });
}

/** Returns an exception for each terminal whose keys contradict the days, from the day on which they were doubted. */
function doubtedKeys(doubted: Awaited<ReturnType<typeof selectDoubtedKeys>>, days: Days, calendar: Calendar): Found[] {
  return doubted.flatMap(({ deviceId, device, until, ...count }): Found[] => {
    const since = localDateOf(calendar.zone, Date.parse(until));
    if (since > days.to) return [];
    const detail = msg('{who}: {what}', { who: device, what: keysWords(count) });
    const found = made({ kind: 'doubted-keys', day: later(since, days.from), employeeId: null, detail, evidence: [] });
    // The same exception whichever day it is found on.
    return [{ ...found, key: `doubted-keys:${deviceId}`, evidence: until, keysOf: { deviceId } }];
  });
}

/** Returns an exception for each day on which a PIN clocked on a terminal that may know another person by it. */
function twoPeople(conflicts: readonly Conflict[], calendar: Calendar): Found[] {
  return conflicts.flatMap(
    ({ deviceId, deviceName: device, pin, employeeId, employeeName, name, isElsewhere, punches }) => {
      const other = name !== null && isAnotherName(name, employeeName) ? name : null;
      if (other === null && !isElsewhere) return [];
      const days = Map.groupBy(punches, ({ at }) => localDateOf(calendar.zone, Date.parse(at)));
      return [...days].map(([day, some]) => {
        const count = some.length;
        const detail =
          other === null
            ? msg(
                '{count, plural, one {# punch} other {# punches}} on {device}, to which others are assigned and they are not',
                { count, device },
              )
            : msg('{count, plural, one {# punch} other {# punches}} on {device}, which calls PIN {pin} {other}', {
                ...{ count, device, pin, other },
              });
        const evidence = [other, ...some.map(({ recordId }) => recordId)];
        const found = made({ kind: 'two-people', day, employeeId, what: deviceId, detail, evidence });
        return { ...found, recordIds: some.map(({ recordId }) => recordId) };
      });
    },
  );
}

type Waiting = Parameters<typeof selectQuarantined>[2] & { days: Days; calendar: Calendar };
async function quarantined(tx: Db, accountId: string, { days, calendar, ...asked }: Waiting): Promise<Found[]> {
  const rows = await selectQuarantined(tx, accountId, asked);
  return rows.map(({ employeeId, timeId, count, origin, address, deviceId, deviceName, lastReceived }) => {
    const received = localDateOf(calendar.zone, Date.parse(lastReceived));
    const day = later(earlier(received, days.to), days.from);
    const whose = timeId === null ? null : pinWords(timeId);
    const found = made({
      kind: 'quarantined',
      day,
      employeeId,
      what: `${deviceId}:${origin}:${timeId ?? ''}`,
      detail: msg('{punches}, {deviceName}', { punches: waitingFrom(origin, whose, count), deviceName }),
      evidence: [count, lastReceived],
    });
    return { ...found, quarantine: { ...sourceOf(origin, address), deviceId, deviceName, lastReceived } };
  });
}

/** Returns how many punches wait and why: '3 punches of PIN 30 older than 45 days when received'. */
function waitingFrom(origin: string, whose: Message | null, count: number): Message {
  const reason = quarantineReason(origin);
  const punches = count;
  if (reason === 'event')
    return msg('{punches, plural, one {# event} other {# events}} of a kind that is not known (code {code})', {
      punches,
      code: eventCodeOf(origin) ?? '',
    });
  if (reason === 'layout')
    return msg('{punches, plural, one {# event that cannot be read} other {# events that cannot be read}}', {
      punches,
    });
  if (reason === 'time')
    return msg(
      '{punches, plural, one {# event whose time cannot be read} other {# events whose time cannot be read}}',
      { punches },
    );
  if (reason === 'clock')
    return msg('{punches, plural, one {# punch} other {# punches}} while the clock was days behind', { punches });
  if (reason === 'age')
    return whose
      ? msg('{count, plural, one {# punch} other {# punches}} of {whose} older than 45 days when received', {
          ...{ count, whose },
        })
      : msg('{count, plural, one {# punch} other {# punches}} older than 45 days when received', { count });
  return whose
    ? msg('{count, plural, one {# punch} other {# punches}} of {whose} from another network ({origin})', {
        ...{ count, whose, origin },
      })
    : msg('{count, plural, one {# punch} other {# punches}} from another network ({origin})', { count, origin });
}

/** 'PIN 4711 matches no employee', 'Sipho Dlamini (number 4711) is no employee yet'. */
function unknownInWords({ timeId, name }: LooseRecord): Message {
  const number = numberOfPin(timeId ?? '');
  const what = pinWords(timeId ?? '');
  if (name)
    return number === undefined
      ? msg('{name} ({what}) is no employee yet', { name, what })
      : msg('{name} (number {number}) is no employee yet', { name, number });
  return number === undefined
    ? msg('{what} matches no employee', { what })
    : msg('Number {number} matches no employee', { number });
}
