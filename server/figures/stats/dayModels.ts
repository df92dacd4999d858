import { selectRecordChanges } from '../../attendance/recordChanges.sql.ts';
import type { Db } from '../../platform/db/db.ts';
import { cutToMinute, type LocalDate } from '../../platform/zone.ts';
import type { DayModel } from './dayModel.ts';
import { loadDayModel, readAccountState, readDayModel } from './loadDay.ts';
import { updatedDay } from './updatedDay.ts';

/** Keeps the day models of this process, so that a changed refresh is computed once for all callers. */
export type DayModels = {
  get(ask: Ask): Promise<DayModel>;
  /** Returns the models of the state that a snapshot of one account sees, which has a data version. */
  within(tx: Db, dataVersion: number): Pick<DayModels, 'get'>;
};
type Ask = { accountId: string; dataVersion: number; date: LocalDate; now: Date };

/** The most people in memory, in all kept models together; each takes about a kilobyte. */
const MAX_PEOPLE = 150_000;

type Kept = {
  dataVersion: number;
  minute: number;
  model: Promise<DayModel>;
  /** The model, once it is there. */
  settled?: DayModel;
  people: number;
};

/**
 * The newest model of each account and date, as of this minute. A change makes a new model, which replaces it; a caller who asked just before the change
 * gets the new one as well. Nobody asks for older ones again.
 */
export function createDayModels(db: Db): DayModels {
  const kept = new Map<string, Kept>();
  const keep = (key: string, entry: Kept) => {
    kept.set(key, entry);
    entry.model.then(
      (model) => {
        entry.settled = model;
        entry.dataVersion = Math.max(entry.dataVersion, model.dataVersion);
        entry.people = 1 + model.people.length + model.lines.length;
        forget(kept, entry.minute);
      },
      () => kept.get(key) === entry && kept.delete(key),
    );
    return entry.model;
  };
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
      return keep(key, { dataVersion, minute, model, people: 1 });
    },
    within(tx, dataVersion) {
      const own = new Map<LocalDate, Promise<DayModel>>();
      const read = ({ accountId, date, now }: Ask) => {
        const key = `${accountId} ${date}`;
        const minute = cutToMinute(now.getTime());
        const known = kept.get(key);
        // Never one that is on its way: it would wait for a connection while this caller has one.
        const settled = known?.minute === minute ? known.settled : undefined;
        if (settled?.dataVersion === dataVersion) return Promise.resolve(settled);
        const ask = { accountId, date, now };
        const isOlder = settled !== undefined && settled.dataVersion < dataVersion;
        const model = isOlder ? updatedIn(tx, settled, ask) : readDayModel(tx, accountId, date, now);
        // Kept once it is there: nobody else waits for what ends with this snapshot.
        model.then(
          () => {
            const newest = kept.get(key);
            const isNewest = !newest || newest.minute < minute || newest.dataVersion < dataVersion;
            if (isNewest && (newest?.minute ?? 0) <= minute) keep(key, { dataVersion, minute, model, people: 1 });
          },
          () => undefined,
        );
        return model;
      };
      return {
        get(ask) {
          const model = own.get(ask.date) ?? read(ask);
          own.set(ask.date, model);
          return model;
        },
      };
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
  return db.tenant(accountId, (tx) => updatedIn(tx, before, { accountId, date, now }), { snapshot: true });
}

async function updatedIn(tx: Db, before: DayModel, { accountId, date, now }: Omit<Ask, 'dataVersion'>) {
  const state = await readAccountState(tx, accountId, now);
  const versions = { since: before.dataVersion, upTo: state.dataVersion };
  const employeeIds = await selectRecordChanges(tx, accountId, versions);
  const fresh = employeeIds && (await readDayModel(tx, accountId, date, now, { employeeIds, state }));
  return (fresh && updatedDay(before, fresh, employeeIds)) ?? readDayModel(tx, accountId, date, now, { state });
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
