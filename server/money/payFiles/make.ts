import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { PayFile } from '#contract/money/payFiles.ts';
import { MAX_RANGE_DAYS } from '#contract/platform/limits.ts';
import { centsOf } from '#contract/platform/money.ts';
import { msg, words } from '#contract/platform/words.ts';
import { loadCalendar } from '../../attendance/calendars.ts';
import type { HoursRule } from '../../attendance/hoursRules.ts';
import { selectLocks } from '../../attendance/ledger.sql.ts';
import { selectLock } from '../../attendance/locks.sql.ts';
import { sortedByNumber } from '../../attendance/order.ts';
import { recalculatingSince } from '../../attendance/recalculating.sql.ts';
import { selectDataVersion, selectRecordChanges } from '../../attendance/recordChanges.sql.ts';
import { type PayPeriod, payPeriodOn } from '../../figures/pay/payPeriods.ts';
import { selectValidDates } from '../../figures/trends/judgedDays.sql.ts';
import type { OneState, State } from '../../figures/trends/oneState.ts';
import { readCurrency } from '../../masterData/currency.sql.ts';
import { audit, by, type UserCall } from '../../platform/audit/audit.ts';
import { chunksOf } from '../../platform/chunksOf.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, notFound, Refusal } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import { lockAccount } from '../../platform/tenant/account.ts';
import { cutToMinute, EARLIEST, type LocalDate } from '../../platform/zone.ts';
import { Money } from '../earnings/money.ts';
import { readEarnings } from '../earnings/read.ts';
import { added, differences, type FileLine, fileDays, type Lines, linesOf, sumOf } from './lines.ts';
import { insertPayFile, lastNumber, type SentPart, selectSentParts } from './payFiles.sql.ts';
import { packed } from './stored.ts';

/** The most lines of a stored part: a person's further lines are another part. */
const PART_LINES = 500;

type Employee = { employeeId: string; number: string; firstName: string; lastName: string };
export type Contents = Pick<PayFile, 'from' | 'to' | 'isDelta' | 'currency' | 'people' | 'lines' | 'total' | 'leftOut'>;
export type Computed = {
  contents: Contents;
  cents: number;
  /** The amounts of days before its own, and those of its own days that come with a later period. */
  earlier: string;
  later: string;
  people: readonly (Employee & { lines: FileLine[] })[];
  /** The people whose pay is not settled, by number. */
  leftOut: readonly Employee[];
  dataVersion: number;
  /** The days of the file and of windows that end in it, with their versions, from the first one on. */
  days: ReadonlyMap<LocalDate, number>;
  first: LocalDate;
  /** The number of the newest file that was counted. */
  last: number;
};

async function lockInForce(tx: Db, accountId: string, lockId: string) {
  const lock = await selectLock(tx, accountId, lockId);
  if (!lock) throw notFound(words('Lock not found'));
  if (lock.reopened) throw conflict(words('This period was opened again: lock it first.'));
  return lock;
}

/**
 * Computes what a file of a locked period would hold: what its days come to in one state of the data, without what earlier files have of them. CONFLICT
 * where the period is open or figures are being worked out anew.
 */
export async function computeFile(
  { db, days: judged, dataVersion }: State,
  lockId: string,
  { caller, now }: Pick<UserCall, 'caller' | 'now'>,
): Promise<Computed> {
  const { accountId, timeZone } = caller;
  if (await recalculatingSince(db, accountId))
    throw conflict(words('Figures are being worked out anew. Try again when that is done.'));
  const { own, dueFrom, last, currency, parts } = await db.tenant(accountId, async (tx) => {
    const lock = await lockInForce(tx, accountId, lockId);
    const { hoursRules } = await loadCalendar(tx, accountId);
    const newest = await lastNumber(tx, accountId);
    const locks = await selectLocks(tx, accountId, { from: EARLIEST, to: lock.to });
    const days = fileDays(lock, locks, periodsOf(hoursRules));
    const first = days.gap?.from ?? days.from;
    return {
      own: days,
      dueFrom: first,
      last: newest,
      currency: await readCurrency(tx, accountId),
      parts: await selectSentParts(tx, accountId, { from: days.from, to: days.to, dueFrom: first }),
    };
  });
  const { from, to } = own;
  const cents = centsOf(currency);
  const sent = sentBy(parts);
  const gone: typeof sent = new Map(sent);
  // The lines of each employee are made as their days are read: the windows of thousands are not held.
  const earnings = await readEarnings(
    db,
    judged,
    { caller: { accountId, timeZone, dataVersion, scope: null }, now, query: { from, to } },
    ({ rostered: { employeeId, number, firstName, lastName }, windows }) => {
      const earned = linesOf(windows, currency === null ? null : cents, own);
      const lines = differences(earned, sent.get(employeeId)?.lines ?? NO_LINES);
      return { employeeId, number, firstName, lastName, isLeftOut: earned.isLeftOut, later: earned.later, lines };
    },
    { most: MAX_RANGE_DAYS, windowsFrom: dueFrom },
  );
  for (const { employeeId } of earnings.people) gone.delete(employeeId);
  const nothing = linesOf([], cents, own);
  const found = [
    ...earnings.people.map(({ isLeftOut, later: _, ...employee }) => employee),
    ...[...gone.values()].map(({ lines, ...employee }) => ({ ...employee, lines: differences(nothing, lines) })),
  ];
  const people = sortedByNumber(
    found.filter(({ lines }) => lines.length > 0),
    ({ number }) => number,
  );
  const all = people.flatMap(({ lines }) => lines);
  const total = sumOf(all).toFixed(cents);
  const earlier = sumOf(all.filter(({ date }) => date < from)).toFixed(cents);
  const later = earnings.people.reduce((sum, one) => sum.plus(one.later), new Money(0)).toFixed(cents);
  const isDelta = parts.some((part) => part.isOfDays && part.lines.length > 0);
  const leftOut = sortedByNumber(
    earnings.people.filter(({ isLeftOut }) => isLeftOut),
    ({ number }) => number,
  );
  const counts = { people: people.length, lines: all.length, leftOut: leftOut.length };
  const contents = { from, to, isDelta, currency, total, ...counts };
  const days = new Map([...earnings.range.versions].filter(([date]) => date >= earnings.first && date <= to));
  return { contents, cents, earlier, later, people, leftOut, dataVersion, days, first: earnings.first, last };
}

const NO_LINES: Lines = new Map();
/** Returns a function that finds the pay period of a date, and remembers it. */
function periodsOf(rules: readonly HoursRule[]) {
  const known = new Map<LocalDate, PayPeriod>();
  return (date: LocalDate): PayPeriod => {
    const period = known.get(date) ?? payPeriodOn(rules, date);
    known.set(date, period);
    return period;
  };
}
/** Returns the lines of some parts by employee, named as in the newest. */
function sentBy(parts: readonly SentPart[]) {
  const found = new Map<string, Employee & { lines: Lines }>();
  for (const [employeeId, own] of Map.groupBy(parts, (part) => part.employeeId))
    for (const { number, firstName, lastName } of own.slice(-1)) {
      const lines = added(own.flatMap((part) => part.lines));
      found.set(employeeId, { employeeId, number, firstName, lastName, lines });
    }
  return found;
}

type Making = { lockId: string; knownLeftOut: number };
/** How often a file is made again because its days have changed meanwhile. */
const MAX_TRIES = 4;
/**
 * Makes the file of a locked period of one state of the data, numbered and with its hash. CONFLICT as `computeFile`, where it has nothing, where more is
 * left out than is known, and as `check` throws. UNAVAILABLE where its days keep changing.
 */
export async function makeFile(
  services: Pick<Services, 'db' | 'clock'>,
  oneState: OneState,
  making: Making,
  call: UserCall,
  check: (state: State, computed: Computed) => Promise<void>,
): Promise<PayFile> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const computed = await oneState({ ...call.caller, now: call.now }, async (state) => {
      const found = await computeFile(state, making.lockId, call);
      requireContents(found, making);
      await check(state, found);
      return found;
    });
    const file = await storeFile(services, computed, making, call);
    if (file) return file;
  }
  throw new Refusal('UNAVAILABLE', words('Records of these days are arriving. Try again in a minute.'), {
    retryAfter: 60,
  });
}

function requireContents({ contents }: Computed, { knownLeftOut }: Making) {
  if (contents.lines === 0)
    throw conflict(
      contents.isDelta
        ? words('Nothing has changed since the last file.')
        : words('There is nothing to pay in this period yet.'),
    );
  if (contents.leftOut > knownLeftOut)
    throw conflict(
      msg('The pay of {count, plural, one {# person} other {# people}} is open, and would be left out.', {
        count: contents.leftOut,
      }),
    );
}

/** Stores a file under the account's lock; resolves to null where what it was made of has changed meanwhile. */
async function storeFile(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  computed: Computed,
  { lockId }: Making,
  call: UserCall,
): Promise<PayFile | null> {
  const { caller } = call;
  const { accountId } = caller;
  const { contents, cents, people, dataVersion, last } = computed;
  const { from, to, currency } = contents;
  const hash = createHash('sha256').update(`${from} ${to} ${currency ?? ''}\n`);
  let line = 1;
  const parts = people.flatMap(({ lines, ...employee }) =>
    [...chunksOf(packed(lines, cents), PART_LINES)].map((some) => {
      const part = { ...employee, firstLine: line, lines: some };
      line += some.length;
      const { employeeId, number, firstName, lastName } = employee;
      hash.update(`${JSON.stringify([employeeId, number, firstName, lastName, some])}\n`);
      return part;
    }),
  );
  return db.tenant(
    accountId,
    async (tx) => {
      await lockAccount(tx, accountId);
      // Under the account's lock: a backup has every file that was made before its instant, and its restore leaves those made since.
      const now = clock.now();
      if (await hasMoved(tx, accountId, computed, call.now)) return null;
      const made = { _id: uuidv7({ msecs: now.getTime() }), number: last + 1, lockId, hash: hash.digest('hex') };
      await lockInForce(tx, accountId, lockId);
      if ((await lastNumber(tx, accountId)) !== last)
        throw conflict(words('Another payroll file was made just now. Try again.'));
      const file = { ...contents, ...made, dataVersion };
      const { userId, fullName } = caller;
      await insertPayFile(tx, accountId, { ...file, madeBy: userId, madeByName: fullName, now }, parts);
      const detail = msg('{from} to {to}, {lines, plural, one {# line} other {# lines}}', {
        from,
        to,
        lines: contents.lines,
      });
      await audit(tx, { ...by(call), accountId, action: 'pay-file.make', target: `File ${file.number}`, detail });
      return call.answered(tx, { ...file, at: now.toISOString(), by: fullName });
    },
    { deadlineMs: 60_000 },
  );
}

/** Returns true if anything but records of other days has changed since a file was computed; records of other days arrive all day long. */
async function hasMoved(
  tx: Db,
  accountId: string,
  { dataVersion, days, first, contents: { to } }: Computed,
  now: Date,
) {
  const upTo = await selectDataVersion(tx, accountId);
  if (upTo === dataVersion) return false;
  if ((await selectRecordChanges(tx, accountId, { since: dataVersion, upTo })) === null) return true;
  const valid = await selectValidDates(tx, accountId, { from: first, to, at: new Date(cutToMinute(now.getTime())) });
  return valid.length !== days.size || valid.some(({ day, version }) => days.get(day) !== version);
}
