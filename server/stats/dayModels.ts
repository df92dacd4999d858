import { selectRecordChanges } from '../attendance/recordChanges.sql.ts';
import { cutToMinute, type LocalDate } from '../attendance/zone.ts';
import type { Db } from '../db/db.ts';
import type { DayModel } from './dayModel.ts';
import { loadDayModel, readAccountState, readDayModel } from './loadDay.ts';
import { updatedDay } from './updatedDay.ts';

/** Keeps the day models of this process, so that a changed refresh is computed once for all callers. */
export type DayModels = { get(ask: Ask): Promise<DayModel> };
type Ask = { accountId: string; dataVersion: number; date: LocalDate; now: Date };

/** The most people in memory, in all kept models together; each takes about a kilobyte. */
const MAX_PEOPLE = 150_000;

type Kept = { dataVersion: number; minute: number; model: Promise<DayModel>; people: number };

/**
 * The newest model of each account and date, as of this minute. A change makes a new model, which replaces it; a caller who asked just before the change
 * gets the new one as well. Nobody asks for older ones again.
 */
export function createDayModels(db: Db): DayModels {
  const kept = new Map<string, Kept>();
  return {
    get({ accountId, dataVersion, date, now }) {
      const key = `${accountId} ${date}`;
      const minute = cutToMinute(now.getTime());
      const known = kept.get(key);
      // The newest is last, so that the least recently used is forgotten first.
      kept.delete(key);
      if (known && known.minute === minute && known.dataVersion >= dataVersion) {
        kept.set(key, known);
        return known.model;
      }
      const model =
        known && known.minute === minute
          ? updated(db, known.model, { accountId, date, now })
          : loadDayModel(db, accountId, date, now);
      const entry: Kept = { dataVersion, minute, model, people: 1 };
      kept.set(key, entry);
      entry.model.then(
        (model) => {
          entry.dataVersion = Math.max(dataVersion, model.dataVersion);
          entry.people = 1 + model.people.length + model.lines.length;
          forget(kept, minute);
        },
        () => kept.get(key) === entry && kept.delete(key),
      );
      return entry.model;
    },
  };
}

/**
 * Returns the current day from an older model of the same minute: if only records of some employees have come since, only those employees are read
 * and judged again. With the next minute the whole day is made again.
 */
async function updated(db: Db, older: Promise<DayModel>, { accountId, date, now }: Omit<Ask, 'dataVersion'>) {
  const before = await older.catch(() => undefined);
  if (!before) return loadDayModel(db, accountId, date, now);
  return db.tenant(
    accountId,
    async (tx) => {
      const state = await readAccountState(tx, accountId, now);
      const versions = { since: before.dataVersion, upTo: state.dataVersion };
      const employeeIds = await selectRecordChanges(tx, accountId, versions);
      const fresh = employeeIds && (await readDayModel(tx, accountId, date, now, { employeeIds, state }));
      return (fresh && updatedDay(before, fresh, employeeIds)) ?? readDayModel(tx, accountId, date, now, { state });
    },
    { snapshot: true },
  );
}

/** Forgets models of earlier minutes, which are not asked for again; of the others the least recently used go first, and the newest stays whatever its size. */
function forget(kept: Map<string, Kept>, minute: number) {
  for (const [key, entry] of kept) if (entry.minute < minute) kept.delete(key);
  let people = [...kept.values()].reduce((sum, entry) => sum + entry.people, 0);
  for (const [key, entry] of kept) {
    if (people <= MAX_PEOPLE || kept.size === 1) return;
    kept.delete(key);
    people -= entry.people;
  }
}
