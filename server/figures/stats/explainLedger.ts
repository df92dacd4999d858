import type { DayExplanation } from '#contract/figures/explain.ts';
import { english, msg } from '#contract/platform/words.ts';
import { directed } from '../../attendance/corrections.sql.ts';
import { dayKey, selectBases, selectExcusesOf, selectLocks } from '../../attendance/ledger.sql.ts';
import { withBases } from '../../attendance/listed.ts';
import type { Start } from '../../attendance/piecework.ts';
import type { Db } from '../../platform/db/db.ts';
import { Units } from '../../platform/units.ts';
import { clockTime, dayBounds, HOUR, isoOf, type LocalDate } from '../../platform/zone.ts';
import { type Crew, isEverybody } from './crew.ts';
import { listedOfCrew } from './crewLedger.ts';
import type { DayModel } from './dayModel.ts';
import { selectEntries, selectSetAside } from './explain.sql.ts';
import type { Person } from './person.ts';

const MOST = 200;

/** `knows`: with notes and kinds of excuse. `dateOf`: the work day of a record by its start. */
type Reader = { knows: boolean; crew: Crew; dateOf: (start: Start) => LocalDate };
/** Returns the ledger's part of 'Why?': how the day can be corrected, and how it was corrected (docs/reference/corrections.md). */
export async function explainLedger(
  tx: Db,
  { accountId, date, zone }: DayModel,
  person: Person,
  { knows, crew, dateOf }: Reader,
) {
  const employeeId = person.employee._id;
  const iso = (at: string) => isoOf(zone, Date.parse(at));
  const bounds = dayBounds(zone, date);
  const span = {
    from: new Date(Math.min(bounds.start, person.shift?.windowStart ?? bounds.start)),
    // A work day without a shift continues after midnight (docs/reference/attendance.md#work-day).
    to: new Date(
      Math.max(bounds.end, person.shift?.windowEnd ?? bounds.end, bounds.end + (person.shift ? 0 : 16 * HOUR)),
    ),
  };
  const day = { employeeId, day: date };
  const which = { from: date, to: date, employeeId, offset: 0, limit: MOST };
  const listed = await listedOfCrew(tx, accountId, which, crew);
  const excuses = await selectExcusesOf(tx, accountId, day);
  const [lock] = await selectLocks(tx, accountId, { from: date, to: date });
  const entries = await selectEntries(tx, accountId, employeeId, span, crew.lookup1, isEverybody(crew));
  const setAside = await selectSetAside(tx, accountId, employeeId, span, crew.lookup1);
  const own = (at: string, only: LocalDate | null) => dateOf(only ?? Date.parse(at)) === date;
  return {
    basis: (await selectBases(tx, accountId, [day])).get(dayKey(day)) ?? '',
    corrections: await withBases(tx, accountId, listed, zone, knows),
    excuses: excuses.map((excuse) => ({ ...excuse, kind: knows ? excuse.kind : null })),
    excusedMs: person.excusedMs,
    locked: lock ? { lockId: lock.lockId, by: lock.by, at: iso(lock.at) } : null,
    entries: entries
      .filter(({ startedAt, date: only }) => own(startedAt, only))
      .map((entry) => ({
        ...entry,
        startedAt: iso(entry.startedAt),
        endedAt: entry.endedAt === null ? null : iso(entry.endedAt),
        receivedAt: iso(entry.receivedAt),
      })),
    setAside: setAside
      .filter(({ at, date: only }) => own(at, only))
      .map(({ direction, units, at, date: _only, ...record }) => {
        const whatWords =
          units === null
            ? directed(direction, clockTime(zone, Date.parse(at)))
            : msg('{units} units', { units: new Units(units).toFixed() });
        return { ...record, what: english(whatWords), whatWords, at: iso(at) };
      }),
  } satisfies Partial<DayExplanation>;
}
