import { selectRecordChanges } from '../../attendance/recordChanges.sql.ts';
import type { Db } from '../../platform/db/db.ts';
import { createSizedCache } from '../../platform/sizedCache.ts';
import type { Person } from '../stats/person.ts';
import type { People } from './people.ts';
import type { Range } from './range.ts';
import { livePeople } from './roll.ts';

/** The most employees in memory, of all questions together; each takes about a kilobyte. The newest question stays whatever its size. */
const MAX_PEOPLE = 20_000;

type Asked = {
  range: Range;
  dataVersion: number;
  /** A text that differs from question to question; pages of one question share it. */
  question: string;
  /** Facts that may change without the data version, and decide figures. */
  rest: unknown;
};
type Known<T> = {
  dataVersion: number;
  basis: string;
  live: ReadonlyMap<string, string>;
  figures: ReadonlyMap<string, T>;
};
/** Computes figures of some employees, or of all (null), by employee; those without any are missing. */
type Compute<T> = (employeeIds: ReadonlySet<string> | null) => Promise<Map<string, T>>;
export type KeptPeople<T> = (db: Db, asked: Asked, compute: Compute<T>) => Promise<ReadonlyMap<string, T>>;

/**
 * Keeps the figures of each employee over a range of days, and computes only those anew who may differ: those with new records, and those whose day
 * that is not over has changed. Where a stored date was judged whole, or anything but records has changed, it computes everybody.
 */
export function createKeptPeople<T>(): KeptPeople<T> {
  const kept = createSizedCache<Known<T>>(MAX_PEOPLE, ({ figures }) => 1 + figures.size);
  return async (db, { range, dataVersion, question, rest }, compute) => {
    const { accountId } = range;
    const key = `${accountId} ${question} ${range.key}`;
    const basis = JSON.stringify([[...range.wholeVersions], rest]);
    const live = liveTexts(range);
    const known = kept.get(key);
    // Another caller has read a newer state meanwhile.
    if (known && known.dataVersion > dataVersion) return compute(null);
    const changed = known?.basis === basis ? await changesSince(db, accountId, known, { dataVersion, live }) : null;
    const fresh = !known || changed === null || changed.size > 0 ? await compute(known ? changed : null) : new Map();
    const figures = known && changed ? replaced(known.figures, changed, fresh) : fresh;
    if ((kept.get(key)?.dataVersion ?? 0) <= dataVersion) kept.set(key, { dataVersion, basis, live, figures });
    return figures;
  };
}

/** Returns figures with those of some employees replaced, in order of employee, like figures that are computed anew. */
function replaced<T>(figures: ReadonlyMap<string, T>, changed: ReadonlySet<string>, fresh: ReadonlyMap<string, T>) {
  const others = [...figures].filter(([id]) => !changed.has(id));
  return new Map([...others, ...fresh].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the employees who may differ from what is known; null: everybody. */
async function changesSince(
  db: Db,
  accountId: string,
  known: Omit<Known<unknown>, 'figures'>,
  { dataVersion, live }: { dataVersion: number; live: ReadonlyMap<string, string> },
): Promise<Set<string> | null> {
  const versions = { since: known.dataVersion, upTo: dataVersion };
  const employeeIds = await db.tenant(accountId, (tx) => selectRecordChanges(tx, accountId, versions));
  if (employeeIds === null) return null;
  const differing = [...new Set([...known.live.keys(), ...live.keys()])].filter(
    (id) => known.live.get(id) !== live.get(id),
  );
  return new Set([...employeeIds, ...differing]);
}

const texts = new WeakMap<Person, string>();
/** Returns what figures read of an employee's live day; a model that is updated keeps the persons who have not changed. */
function textOf(person: Person): string {
  const known = texts.get(person);
  if (known !== undefined) return known;
  const { status, timeGroupId, workedMs, paid } = person;
  const text = JSON.stringify([status, timeGroupId, workedMs, paid]);
  texts.set(person, text);
  return text;
}
/** Returns the live days of a range's people, whatever their time group, by employee. */
function liveTexts(range: Range): ReadonlyMap<string, string> {
  const people: People = { ...range, crew: { ...range.crew, timeGroups: undefined, lookup1: undefined } };
  const live = new Map<string, string>();
  for (const [id, person, date] of livePeople(range, people))
    live.set(id, `${live.get(id) ?? ''}${date}${textOf(person)}`);
  return live;
}
