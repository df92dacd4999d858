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
import type { DayModel } from '../stats/dayModel.ts';
import { type KeptDay, keptDayOf } from './keptDay.ts';
import { type BasisRow, selectBasis } from './keptDays.sql.ts';

export type DaysAsked = { accountId: string; timeZone: string; dataVersion: number; now: Date };
export type KeptDays = { get(asked: DaysAsked, from: LocalDate, to: LocalDate): Promise<KeptDay[]> };
type Load = (asked: {
  accountId: string;
  dataVersion: number;
  date: LocalDate;
  now: Date;
  isToday: boolean;
}) => Promise<DayModel>;

/** At most this many people's days in memory, all accounts together; each is about 200 bytes. */
const MAX_PEOPLE = 600_000;

type Kept = { basis: string; day: KeptDay; size: number };

/**
 * Keeps what past days contribute, each as long as everything that it was judged from is the same (`basisOf`) and time alone does not
 * judge it anew. Today is read from its model each time. What was read is asked of the database: any number of processes agree.
 */
export function createKeptDays(db: Db, load: Load): KeptDays {
  const kept = new Map<string, Kept>();
  const loading = new Map<string, Promise<KeptDay>>();
  let people = 0;
  const forget = (key: string) => {
    people -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  };
  const keep = (key: string, entry: Kept) => {
    forget(key);
    kept.set(key, entry);
    people += entry.size;
    for (const oldest of kept.keys()) {
      if (people <= MAX_PEOPLE || oldest === key) return;
      forget(oldest);
    }
  };
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
      const days: KeptDay[] = [];
      for (let date = from; date <= to; date = addDays(date, 1)) {
        const key = `${accountId} ${date}`;
        const basis = bases.get(date) ?? '';
        const known = kept.get(key);
        if (known && known.basis === basis && known.day.madeAt <= at && at < known.day.validUntil) {
          // Re-inserting keeps the map in order of use.
          kept.delete(key);
          kept.set(key, known);
          days.push(known.day);
          continue;
        }
        const day = await once(`${key} ${basis} ${at}`, async () =>
          keptDayOf(await load({ ...asked, date, isToday: date === today }), today, at),
        );
        days.push(day);
        if (day.validUntil > at) keep(key, { basis, day, size: 1 + day.people.length + day.lines.length });
        else forget(key);
      }
      return days;
    },
  };
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
