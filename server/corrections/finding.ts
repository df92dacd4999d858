import { pinWords } from '#contract/cards.ts';
import type { ExceptionKind } from '#contract/exceptions.ts';
import { words } from '#contract/words.ts';
import type { Calendar } from '../attendance/calendar.ts';
import { loadCalendar } from '../attendance/calendars.ts';
import { dayKey, selectLocks } from '../attendance/ledger.sql.ts';
import type { Sees } from '../attendance/listed.ts';
import { cutToMinute, DAY, dayBounds, type LocalDate, localDateOf } from '../attendance/zone.ts';
import { counted } from '../counted.ts';
import type { Db } from '../db/db.ts';
import { notFound } from '../http/errors.ts';
import { weekAfter } from '../pay/weekAfter.ts';
import { type Crew, isEverybody, readMemberIds, readSees } from '../stats/crew.ts';
import { dayInWords } from '../stats/dates.ts';
import { selectAccountState } from '../stats/day.sql.ts';
import type { DayModel } from '../stats/dayModel.ts';
import { sourceOf } from '../terminals/networks.ts';
import { findWithoutShift, unclockedInWords } from './dayExceptions.ts';
import { findDisputes } from './disputes.ts';
import {
  type Days,
  type LooseRecord,
  selectLoose,
  selectNamed,
  selectQuarantined,
  selectReviews,
} from './exceptions.sql.ts';
import { clockOf, earlier, type Found, later, made } from './found.ts';
import type { FindDays } from './keptExceptions.ts';
import { selectMoved } from './locks.sql.ts';
import { numberOfPin } from './newPerson.ts';
import { findOvertaken } from './overtaken.ts';
import { findOfPay } from './payExceptions.ts';
import { readWorkDays } from './workDays.ts';

/** `isDefault`: no dates were asked for, so locked days are left out. */
export type Asked = Days & { isDefault: boolean };
type Finding = {
  now: Date;
  days: Asked;
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
  { now, days, findDays, crew = {}, isOfDevices, own, payOf, seesPieces = false }: Finding,
): Promise<Found[]> {
  const minute = new Date(cutToMinute(now.getTime()));
  const calendar = await loadCalendar(tx, accountId);
  const { zone } = calendar;
  const [start, end] = [dayBounds(zone, days.from).start, dayBounds(zone, days.to).end].map((at) => new Date(at));
  if (!start || !end) throw new Error('A span has two ends');
  const state = await selectAccountState(tx, accountId, minute);
  if (!state) throw notFound(words('Account not found'));
  const models = new Map(own && own.dataVersion === state.dataVersion ? [[own.date, own]] : []);
  const employeeIds = await readMemberIds(tx, accountId, crew);
  const sees = await readSees(tx, accountId, crew, employeeIds);
  const loose = (await selectLoose(tx, accountId, { start, end, employeeIds })).filter(
    ({ employeeId, deviceId, isEntry, lookup1 }) =>
      (employeeId !== null || (isOfDevices?.(deviceId) ?? true)) && (!isEntry || sees.isOfWork(lookup1)),
  );
  const found: Found[] = [
    ...(await findDays(tx, accountId, { calendar, days, now: minute, models })),
    ...(await findWithoutShift(tx, accountId, calendar, days.to)),
    ...ofLoose(loose, calendar),
    ...(payOf
      ? await findOfPay(tx, accountId, { ...days, judged: payOf }, { lookup1: crew.lookup1, employeeIds })
      : []),
    ...(await findDisputes(tx, accountId, { days, calendar, employeeIds, seesPieces, isOfWork: sees.isOfWork })),
    ...(await quarantined(tx, accountId, { start, end, days, calendar, employeeIds })),
    ...(await findOvertaken(tx, accountId, { days, calendar, now: minute, employeeIds })).map(({ added, records }) => {
      const { employeeId, day, at, direction, recordAt, correctionId } = added;
      const clock = (text: string) => clockOf(calendar, Date.parse(text));
      const detail = `${direction.toUpperCase()} ${clock(at)} was added; the record of ${clock(recordAt)} came afterwards`;
      const evidence = records.map(({ recordId }) => recordId);
      return {
        ...made({ kind: 'overtaken', day, employeeId, what: correctionId, detail, evidence }),
        correctionIds: [correctionId],
      };
    }),
    ...(await selectMoved(tx, accountId, days)).flatMap(({ lockId, from, by, at, day, byRecords, version }) => {
      const who = byRecords ? 'Records' : 'A payroll system, a restored backup or a change of devices';
      const shared = { kind: 'changed-after-lock', employeeId: null, evidence: [version] } as const;
      const told = (what: string, it: string) =>
        `${who} moved ${what} after ${by} had locked ${it} on ${dayInWords(localDateOf(zone, Date.parse(at)))}`;
      if (day >= from) return made({ ...shared, day, what: lockId, detail: told('this day', 'it') });
      if (!weekAfter(calendar.hoursRules, day).includes(from)) return [];
      const what = `${dayInWords(day)}, whose hours count towards this week,`;
      return made({ ...shared, day: from, what: `${lockId}:${day}`, detail: told(what, 'this day') });
    }),
  ];
  const locks = days.isDefault ? await selectLocks(tx, accountId, days) : [];
  const reviews = await selectReviews(tx, accountId, new Date(start.getTime() - DAY));
  const reviewed = new Set(reviews.map(({ key, evidence }) => `${key} ${evidence}`));
  const isOfThem = ({ employeeId, day, records }: Found) =>
    employeeId === null
      ? isEverybody(crew) || (isOfDevices !== undefined && records !== undefined)
      : (sees.isMember?.(employeeId, day) ?? true);
  const open = found
    .filter(({ key, evidence }) => !reviewed.has(`${key} ${evidence}`))
    .filter(({ kind, day }) => OF_LOCKED_DAYS.includes(kind) || !locks.some(({ from, to }) => day >= from && day <= to))
    .filter(isOfThem);
  return crew.lookup1 ? withWork(tx, accountId, open, { ...sees, calendar }) : open;
}

/** Kinds that are found on locked days too. */
const OF_LOCKED_DAYS: readonly ExceptionKind[] = ['changed-after-lock', 'dispute'];
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
    const who = record.employeeId ? '' : `${unknownInWords(record)}: `;
    const many = counted(some.length, 'record');
    const what = {
      'unmatched-pin': `${many} waiting`,
      'future-clock': `${many} more than 5 minutes in the future, left out of every number`,
      'unverified-time': `${many} whose time the device could not verify`,
    }[record.kind];
    const { kind, employeeId } = record;
    const found = made({
      kind,
      day: dayOf(record),
      employeeId,
      what: employeeId ? '' : (record.timeId ?? ''),
      detail: who + what,
      evidence: ids,
    });
    return [{ ...found, records: some }];
  });
}

type Waiting = Parameters<typeof selectQuarantined>[2] & { days: Days; calendar: Calendar };
async function quarantined(tx: Db, accountId: string, { days, calendar, ...asked }: Waiting): Promise<Found[]> {
  const rows = await selectQuarantined(tx, accountId, asked);
  return rows.map(({ employeeId, timeId, count, origin, address, deviceId, deviceName, lastReceived }) => {
    const received = localDateOf(calendar.zone, Date.parse(lastReceived));
    const day = later(earlier(received, days.to), days.from);
    const from = origin === 'age' ? 'older than 45 days when received' : `from another network (${origin})`;
    const of = timeId === null ? '' : ` of ${pinWords(timeId)}`;
    const found = made({
      kind: 'quarantined',
      day,
      employeeId,
      what: `${deviceId}:${origin}:${timeId ?? ''}`,
      detail: `${counted(count, 'punch', 'punches')}${of} ${from}, ${deviceName}`,
      evidence: [count, lastReceived],
    });
    return { ...found, quarantine: { ...sourceOf(origin, address), deviceId, deviceName, lastReceived } };
  });
}

/** 'PIN 4711 matches no employee', 'Sipho Dlamini (number 4711) is no employee yet'. */
function unknownInWords({ timeId, name }: LooseRecord): string {
  const number = numberOfPin(timeId ?? '');
  const what = pinWords(timeId ?? '');
  if (name) return `${name} (${number === undefined ? what : `number ${number}`}) is no employee yet`;
  return `${number === undefined ? what : `Number ${number}`} matches no employee`;
}
