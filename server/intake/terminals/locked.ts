import type { DirectionSource } from '#contract/intake/terminals.ts';
import { type Message, msg } from '#contract/platform/words.ts';
import { selectLocks } from '../../attendance/ledger.sql.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/errors.ts';
import {
  addDays,
  datesOf,
  EARLIEST,
  isSameClock,
  type LocalDate,
  localDateOf,
  type Zone,
  zoneOf,
} from '../../platform/zone.ts';
import { directionOf, type KeyTrust } from './line.ts';
import { type ReadPunches, selectReadPunches } from './rereading.sql.ts';

/** Settings by which punches are read, against locked days (docs/reference/corrections.md#locks). Called under the account's lock, or to preview a change. */

/** A punch changes the figures of days at most so far from its own: the work of a day ends within so many days. */
const REACH_DAYS = 7;

type Lock = Awaited<ReturnType<typeof selectLocks>>[number];
const around = ({ from, to }: Lock) => ({ from: addDays(from, -REACH_DAYS), to: addDays(to, REACH_DAYS) });
const locksOf = (tx: Db, accountId: string, zone: Zone, now: Date) => {
  const today = localDateOf(zone, now.getTime());
  return selectLocks(tx, accountId, { from: EARLIEST, to: today });
};
const refusal = ({ from, to, by }: Lock, change: Message) =>
  new Refusal(
    'PERIOD_LOCKED',
    msg('The days from {from} to {to} were locked by {by}. {change} Re-open the period first.', {
      from,
      to,
      by,
      change,
    }),
  );

/** Throws PERIOD_LOCKED where the clock of another time zone of the account differs on a locked day or on one within reach. */
export async function requireZoneUnlocked(tx: Db, accountId: string, before: string, after: string, now: Date) {
  const [zone, other] = [zoneOf(before), zoneOf(after)];
  const differs = (day: LocalDate) => !isSameClock(zone, other, day);
  for (const lock of await locksOf(tx, accountId, zone, now)) {
    const { from, to } = around(lock);
    if (datesOf(from, to).some(differs)) throw refusal(lock, msg('Another time zone would move them.'));
  }
}

type Reading = { timeZone: string; directions: DirectionSource };

/** Throws PERIOD_LOCKED where a terminal has punches of locked days, or of days within reach, that would have another time or direction. */
export async function requireReadingUnlocked(
  tx: Db,
  of: { accountId: string; deviceId: string },
  { before, after, zone: own, now }: { before: Reading; after: Reading; zone: string; now: Date },
) {
  const [zone, other] = [zoneOf(before.timeZone), zoneOf(after.timeZone)];
  const differs = ({ day, status, isLocal, found }: ReadPunches) => {
    const [was, is] = [before, after].map(({ directions }) => directionOf(status, trustOf(directions, found)));
    return was !== is || (isLocal && !isSameClock(zone, other, day));
  };
  for (const lock of await locksOf(tx, of.accountId, zoneOf(own), now)) {
    const punches = await selectReadPunches(tx, of, before.timeZone, around(lock));
    if (punches.some(differs))
      throw refusal(lock, msg('This terminal has punches of these days that would be read in another way.'));
  }
}

const trustOf = (directions: DirectionSource, found: KeyTrust): KeyTrust =>
  directions === 'found' ? found : directions === 'trust' ? 'all' : 'none';
