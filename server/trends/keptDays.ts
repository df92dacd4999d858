import { hash } from 'node:crypto';
import {
  addDays,
  cutToMinute,
  DAY,
  dayBounds,
  type LocalDate,
  localDateOf,
  midnightUtc,
  zoneOf,
} from '../attendance/zone.ts';
import type { Db } from '../db/db.ts';
import { notFound } from '../http/errors.ts';
import { createSizedCache } from '../sizedCache.ts';
import type { DayModel } from '../stats/dayModel.ts';
import { everybodysFigures } from './dayFigures.ts';
import { type KeptDay, keptDayOf } from './keptDay.ts';
import { type BasisRow, selectBasis, selectKept, upsertKept } from './keptDays.sql.ts';
import { packDay, unpackDay } from './packedDay.ts';

export type DaysAsked = { accountId: string; timeZone: string; dataVersion: number; now: Date };
export type KeptDays = { get(asked: DaysAsked, from: LocalDate, to: LocalDate): Promise<KeptDay[]> };
type Load = (asked: {
  accountId: string;
  dataVersion: number;
  date: LocalDate;
  now: Date;
  isToday: boolean;
}) => Promise<DayModel>;

/** At most this many people's days and lines in memory, all accounts together, each about 330 bytes. */
const MAX_PEOPLE = 600_000;

type Kept = { basis: string; day: KeptDay };

/**
 * Keeps what past days contribute, in the database and the newest of it in memory, each as long as everything that it was judged from is
 * the same (`basisOf`) and time alone does not judge it anew. Today is read from its model each time. What a day was judged from is asked
 * of the database each time: any number of processes agree.
 */
export function createKeptDays(db: Db, load: Load): KeptDays {
  const kept = createSizedCache<Kept>(MAX_PEOPLE, ({ day }) => 1 + day.people.length + day.lines.length);
  const loading = new Map<string, Promise<KeptDay>>();
  /** Several who ask in the same minute wait for one reading of a day. */
  const once = (key: string, read: () => Promise<KeptDay>) => {
    const running = loading.get(key) ?? read().finally(() => loading.delete(key));
    loading.set(key, running);
    return running;
  };
  return {
    async get(asked, from, to) {
      const { accountId, timeZone, now } = asked;
      const at = cutToMinute(now.getTime());
      const today = localDateOf(zoneOf(timeZone), at);
      const bases = await db.tenant(accountId, (tx) => readBases(tx, accountId, from, to), { snapshot: true });
      const holds = (known: Kept | undefined, basis: string) =>
        known !== undefined && known.basis === basis && known.day.madeAt <= at && at < known.day.validUntil;
      const isMissing = (date: LocalDate) => !holds(kept.peek(`${accountId} ${date}`), bases.get(date) ?? '');
      const missing = [...bases.keys()].filter((date) => date < today && isMissing(date));
      const stored = await readStored(db, accountId, missing, at, bases);
      const days: KeptDay[] = [];
      for (let date = from; date <= to; date = addDays(date, 1)) {
        const key = `${accountId} ${date}`;
        const basis = bases.get(date) ?? '';
        const known = kept.get(key);
        if (known && holds(known, basis)) {
          days.push(known.day);
          continue;
        }
        const day =
          stored.get(date) ??
          (await once(`${key} ${basis} ${at}`, async () => {
            const made = keptDayOf(await load({ ...asked, date, isToday: date === today }), today, at);
            if (made.validUntil > at) await store(db, accountId, made, basis);
            return made;
          }));
        days.push(day);
        if (day.validUntil > at) kept.set(key, { basis, day });
        else kept.delete(key);
      }
      return days;
    },
  };
}

/** Reads of some dates what is stored and still holds. */
async function readStored(
  db: Db,
  accountId: string,
  dates: readonly LocalDate[],
  at: number,
  bases: ReadonlyMap<LocalDate, string>,
): Promise<Map<LocalDate, KeptDay>> {
  const [from, to] = [dates[0], dates.at(-1)];
  const found = new Map<LocalDate, KeptDay>();
  if (from === undefined || to === undefined) return found;
  const wanted = new Set(dates);
  const rows = await db.tenant(accountId, (tx) => selectKept(tx, accountId, { from, to, at: new Date(at) }));
  for (const { day: date, basis, content } of rows) {
    if (!wanted.has(date) || basis !== bases.get(date)) continue;
    const day = await unpackDay(content);
    if (day) found.set(date, day);
  }
  return found;
}

async function store(db: Db, accountId: string, day: KeptDay, basis: string) {
  const content = await packDay(day);
  const validUntil = Number.isFinite(day.validUntil) ? new Date(day.validUntil) : null;
  const figures = everybodysFigures(day);
  const row = { day: day.date, basis, madeAt: new Date(day.madeAt), validUntil, figures, content };
  await db.tenant(accountId, (tx) => upsertKept(tx, accountId, row));
}

const fingerprint = (parts: readonly unknown[]) => hash('sha1', JSON.stringify(parts), 'base64');

/** Returns a fingerprint of everything that each past day is judged from, by date. */
export async function readBases(
  tx: Db,
  accountId: string,
  from: LocalDate,
  to: LocalDate,
): Promise<Map<LocalDate, string>> {
  const found = await selectBasis(tx, accountId, { from: addDays(from, -2), to: addDays(to, 3) });
  if (!found) throw notFound('Account');
  const bases = new Map<LocalDate, string>();
  for (let date = from; date <= to; date = addDays(date, 1)) bases.set(date, basisOf(found, date));
  return bases;
}

function basisOf(row: BasisRow, date: LocalDate): string {
  const { end } = dayBounds(zoneOf(row.timeZone), date);
  // Who was received later counts from the first work day of a record of theirs (rule 13), which any earlier day may bring.
  const isArriving = row.lastReceived !== null && row.lastReceived > date;
  const version = isArriving
    ? Math.max(0, row.before, ...row.changes.filter(({ day }) => day <= date).map((change) => change.version))
    : (row.changes.find(({ day }) => day === date)?.version ?? 0);
  const waiting = row.quarantined.filter(({ day }) => Math.abs(midnightUtc(day) - midnightUtc(date)) <= 3 * DAY);
  // A device is silent by its last contact before the end of the day.
  const contacts = row.devices.map(({ id, lastContact }) => [
    id,
    lastContact && Math.min(Date.parse(lastContact), end),
  ]);
  return fingerprint([row.account, version, waiting, contacts]);
}
