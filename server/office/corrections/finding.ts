import type { ExceptionKind } from '#contract/office/exceptions.ts';
import { msg, words } from '#contract/platform/words.ts';
import type { Calendar } from '../../attendance/calendar.ts';
import { loadCalendar } from '../../attendance/calendars.ts';
import { dayKey, selectLocks } from '../../attendance/ledger.sql.ts';
import type { Sees } from '../../attendance/listed.ts';
import { selectReviews } from '../../attendance/reviewed.sql.ts';
import { type Crew, isEverybody, readMemberIds, readSees } from '../../figures/stats/crew.ts';
import { selectAccountState } from '../../figures/stats/day.sql.ts';
import type { DayModel } from '../../figures/stats/dayModel.ts';
import type { Db } from '../../platform/db/db.ts';
import { notFound } from '../../platform/http/errors.ts';
import { cutToMinute, DAY, dayBounds, type LocalDate } from '../../platform/zone.ts';
import { findOfContainers } from './containerExceptions.ts';
import { findWithoutShift, unclockedInWords } from './dayExceptions.ts';
import { findDisputes } from './disputes.ts';
import { type Days, selectConflicts, selectDoubtedKeys, selectLoose, selectNamed } from './exceptions.sql.ts';
import { clockOf, type Found, made } from './found.ts';
import type { FindDays } from './keptExceptions.ts';
import { afterLock, daysMovedSince } from './movedExceptions.ts';
import { findOvertaken } from './overtaken.ts';
import { findOfPay } from './payExceptions.ts';
import { ofLoose } from './recordExceptions.ts';
import { doubtedKeys, quarantined, twoPeople } from './terminalExceptions.ts';
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
  const found: Found[] = [
    ...(await findDays(tx, accountId, { calendar, days, now: minute, models })),
    ...(await findWithoutShift(tx, accountId, calendar, days.to)),
    ...ofLoose(loose, calendar),
    ...(await findOfContainers(tx, accountId, { calendar, days, employeeIds, isOfWork: sees.isOfWork })),
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
    ...(await daysMovedSince(tx, accountId, days, calendar, minute)),
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
