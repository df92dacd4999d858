import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { MAX_RANGE_DAYS } from '#contract/limits.ts';
import { centsOf } from '#contract/money.ts';
import type { PayFile } from '#contract/payFiles.ts';
import { msg, words } from '#contract/words.ts';
import { sortedByNumber } from '../attendance/order.ts';
import { recalculatingSince } from '../attendance/recalculating.sql.ts';
import { selectDataVersion } from '../attendance/recordChanges.sql.ts';
import type { LocalDate } from '../attendance/zone.ts';
import { audit, by, type UserCall } from '../audit/audit.ts';
import { chunksOf } from '../chunksOf.ts';
import { selectLock } from '../corrections/locks.sql.ts';
import type { Db } from '../db/db.ts';
import { Money } from '../earnings/money.ts';
import { readEarnings } from '../earnings/read.ts';
import { conflict, notFound } from '../http/errors.ts';
import { readCurrency } from '../masterData/currency.sql.ts';
import type { Services } from '../services.ts';
import { lockAccount } from '../tenant/account.ts';
import type { JudgedDays } from '../trends/judgedDays.ts';
import { added, differences, type Earned, type FileLine, type Lines, linesOf } from './lines.ts';
import { insertPayFile, lastNumber, type Part, selectSentParts } from './payFiles.sql.ts';
import { packed } from './stored.ts';

/** The most lines of a stored part: a person's further lines are another part. */
const PART_LINES = 500;

type Employee = { employeeId: string; number: string; firstName: string; lastName: string };
export type Contents = Pick<PayFile, 'from' | 'to' | 'isDelta' | 'currency' | 'people' | 'lines' | 'total' | 'leftOut'>;
export type Computed = {
  contents: Contents;
  cents: number;
  people: readonly (Employee & { lines: FileLine[] })[];
  dataVersion: number;
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
 * Computes what a file of a locked period would hold: what its days come to now, without what earlier files have of them (spec/pay.md X2, X4). CONFLICT
 * where the period is open or figures are being worked out anew.
 */
export async function computeFile(
  db: Db,
  days: JudgedDays,
  lockId: string,
  { caller, now }: Pick<UserCall, 'caller' | 'now'>,
): Promise<Computed> {
  const { accountId, timeZone } = caller;
  if (await recalculatingSince(db, accountId))
    throw conflict(words('Figures are being worked out anew. Try again when that is done.'));
  const { from, to, last, currency, sent } = await db.tenant(accountId, async (tx) => {
    const { from: first, to: until } = await lockInForce(tx, accountId, lockId);
    const newest = await lastNumber(tx, accountId);
    const parts = await selectSentParts(tx, accountId, { from: first, to: until });
    return {
      from: first,
      to: until,
      last: newest,
      currency: await readCurrency(tx, accountId),
      sent: sentBy(parts, first, until),
    };
  });
  // Read after the last file: what it has was computed from no newer data.
  const dataVersion = await selectDataVersion(db, accountId);
  const cents = centsOf(currency);
  // The lines of each employee are made as their days are read: the windows of thousands are not held.
  const earnings = await readEarnings(
    db,
    days,
    { caller: { accountId, timeZone, dataVersion, scope: null }, now, query: { from, to } },
    ({ rostered: { employeeId, number, firstName, lastName }, windows }) => {
      const earned = linesOf(windows, currency === null ? null : cents);
      const isLeftOut = earned.openHours.size > 0 || (currency !== null && earned.openMoney.size > 0);
      const lines = differences(earned, sent.get(employeeId)?.lines ?? NOTHING.lines);
      return { employeeId, number, firstName, lastName, isLeftOut, lines };
    },
    { most: MAX_RANGE_DAYS },
  );
  const isThere = new Set(earnings.people.map(({ employeeId }) => employeeId));
  const gone = [...sent.values()].filter(({ employeeId }) => !isThere.has(employeeId));
  const found = [
    ...earnings.people.map(({ isLeftOut, ...employee }) => employee),
    ...gone.map(({ lines, ...employee }) => ({ ...employee, lines: differences(NOTHING, lines) })),
  ];
  const people = sortedByNumber(
    found.filter(({ lines }) => lines.length > 0),
    ({ number }) => number,
  );
  const all = people.flatMap(({ lines }) => lines);
  const total = all.reduce((sum, { amount }) => sum.plus(amount), new Money(0)).toFixed(cents);
  const isDelta = [...sent.values()].some(({ lines }) => lines.size > 0);
  const leftOut = earnings.people.filter(({ isLeftOut }) => isLeftOut).length;
  const contents = { from, to, isDelta, currency, people: people.length, lines: all.length, total, leftOut };
  return { contents, cents, people, dataVersion, last };
}

const NOTHING: Earned = { lines: new Map(), openHours: new Set(), openMoney: new Set() };
/** Returns what earlier files have of some days, by employee, named as in the newest. */
function sentBy(parts: readonly Part[], from: LocalDate, to: LocalDate) {
  const found = new Map<string, Employee & { lines: Lines }>();
  for (const [employeeId, own] of Map.groupBy(parts, (part) => part.employeeId)) {
    const lines = added(own.flatMap((part) => part.lines.filter(({ date }) => date >= from && date <= to)));
    for (const { number, firstName, lastName } of own.slice(-1))
      found.set(employeeId, { employeeId, number, firstName, lastName, lines });
  }
  return found;
}

/** Makes the file of a locked period, numbered and with its hash; CONFLICT as `computeFile`, where it has nothing, where more is left out than is known, and as `check` throws. */
export async function makeFile(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  days: JudgedDays,
  { lockId, knownLeftOut }: { lockId: string; knownLeftOut: number },
  call: UserCall,
  check: (computed: Computed) => Promise<void>,
): Promise<PayFile> {
  const { caller } = call;
  const { accountId } = caller;
  const computed = await computeFile(db, days, lockId, call);
  const { contents, cents, people, dataVersion, last } = computed;
  if (contents.lines === 0)
    throw conflict(
      contents.isDelta
        ? words('Nothing has changed since the last file.')
        : words('There is nothing to pay in this period yet.'),
    );
  if (contents.leftOut > knownLeftOut)
    throw conflict(
      msg('The pay of {count, plural, one {# person} other {# people}} is not settled, and would be left out.', {
        count: contents.leftOut,
      }),
    );
  await check(computed);
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
      // Under the account's lock: a backup has every file that was made before its instant, and its restore leaves those made since (S-65).
      const now = clock.now();
      const made = { _id: uuidv7({ msecs: now.getTime() }), number: last + 1, lockId, hash: hash.digest('hex') };
      await lockInForce(tx, accountId, lockId);
      if ((await lastNumber(tx, accountId)) !== last)
        throw conflict(words('Another payroll file was made just now. Try again.'));
      const file = { ...contents, ...made };
      const { userId, fullName } = caller;
      await insertPayFile(tx, accountId, { ...file, dataVersion, madeBy: userId, madeByName: fullName, now }, parts);
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
