import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { DASHBOARD_DATA_RETENTION_DAYS } from '#contract/limits.ts';
import type { PayFile } from '#contract/payFiles.ts';
import { sortedByNumber } from '../attendance/order.ts';
import { recalculatingSince } from '../attendance/recalculating.sql.ts';
import { selectDataVersion } from '../attendance/recordChanges.sql.ts';
import { addDays } from '../attendance/zone.ts';
import { audit, by, type UserCall } from '../audit/audit.ts';
import { chunksOf } from '../chunksOf.ts';
import { selectLock } from '../corrections/locks.sql.ts';
import { counted } from '../counted.ts';
import type { Db } from '../db/db.ts';
import { Money } from '../earnings/money.ts';
import { readEarnings } from '../earnings/read.ts';
import { conflict, notFound, Refusal } from '../http/errors.ts';
import type { Services } from '../services.ts';
import { pickableDays } from '../stats/loadDay.ts';
import { lockAccount } from '../tenant/account.ts';
import type { JudgedDays } from '../trends/judgedDays.ts';
import { added, differences, type FileLine, linesOf } from './lines.ts';
import { insertPayFile, lastNumber, selectSentParts } from './payFiles.sql.ts';
import { packed } from './stored.ts';

/** The most lines of a stored part: a person's further lines are another part. */
const PART_LINES = 500;
/** The days before a window that the hours of its first week depend on, beyond what is retained longer than days can be asked for. */
const DAYS_BEFORE = 14;

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
  if (!lock) throw notFound('Lock');
  if (lock.reopened) throw conflict('This period was opened again: lock it first.');
  return lock;
}

/**
 * Computes what a file of a locked period would hold: what its days come to now, without what earlier files have of them (spec/pay.md X2, X4). CONFLICT
 * where the period is open or figures are being worked out anew; DATE_OUT_OF_RANGE where days that count are no longer kept.
 */
export async function computeFile(
  db: Db,
  days: JudgedDays,
  lockId: string,
  { caller, now }: Pick<UserCall, 'caller' | 'now'>,
): Promise<Computed> {
  const { accountId, timeZone } = caller;
  if (await recalculatingSince(db, accountId))
    throw conflict('Figures are being worked out anew. Try again when that is done.');
  const { from, to, last } = await db.tenant(accountId, async (tx) => ({
    ...(await lockInForce(tx, accountId, lockId)),
    last: await lastNumber(tx, accountId),
  }));
  // Read after the last file: what it has was computed from no newer data.
  const dataVersion = await selectDataVersion(db, accountId);
  const earnings = await readEarnings(
    db,
    days,
    { caller: { accountId, timeZone, dataVersion, scope: null }, now, query: { from, to } },
    (earned) => earned,
    { most: DASHBOARD_DATA_RETENTION_DAYS },
  );
  if (addDays(earnings.first, -DAYS_BEFORE) < pickableDays(timeZone, now).from)
    throw new Refusal('DATE_OUT_OF_RANGE', 'Days before this period on which its pay depends are no longer kept.');
  const { currency, cents } = earnings;
  const sent = Map.groupBy(
    await db.tenant(accountId, (tx) => selectSentParts(tx, accountId, { from, to })),
    ({ employeeId }) => employeeId,
  );
  const sentOf = (employeeId: string) =>
    added((sent.get(employeeId) ?? []).flatMap(({ lines }) => lines.filter(({ date }) => date >= from && date <= to)));
  const found: (Employee & { lines: FileLine[] })[] = [];
  let leftOut = 0;
  const isThere = new Set<string>();
  for (const { rostered, windows } of earnings.people) {
    const { employeeId, number, firstName, lastName } = rostered;
    isThere.add(employeeId);
    const earned = linesOf(windows, currency === null ? null : cents);
    if (earned.openHours.size > 0 || (currency !== null && earned.openMoney.size > 0)) leftOut += 1;
    found.push({ employeeId, number, firstName, lastName, lines: differences(earned, sentOf(employeeId)) });
  }
  const nothing = { lines: new Map(), openHours: new Set<string>(), openMoney: new Set<string>() };
  for (const [employeeId, parts] of sent) {
    const newest = parts.at(-1);
    if (newest && !isThere.has(employeeId)) found.push({ ...newest, lines: differences(nothing, sentOf(employeeId)) });
  }
  const people = sortedByNumber(
    found.filter(({ lines }) => lines.length > 0),
    ({ number }) => number,
  );
  const all = people.flatMap(({ lines }) => lines);
  const total = all.reduce((sum, { amount }) => sum.plus(amount), new Money(0)).toFixed(cents);
  const isDelta = [...sent.keys()].some((employeeId) => sentOf(employeeId).size > 0);
  const contents = { from, to, isDelta, currency, people: people.length, lines: all.length, total, leftOut };
  return { contents, cents, people, dataVersion, last };
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
      contents.isDelta ? 'Nothing has changed since the last file.' : 'There is nothing to pay in this period yet.',
    );
  if (contents.leftOut > knownLeftOut)
    throw conflict(
      `The pay of ${counted(contents.leftOut, 'person', 'people')} is not settled, and would be left out.`,
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
        throw conflict('Another payroll file was made just now. Try again.');
      const file = { ...contents, ...made };
      const { userId, fullName } = caller;
      await insertPayFile(tx, accountId, { ...file, dataVersion, madeBy: userId, madeByName: fullName, now }, parts);
      const detail = `${from} to ${to}, ${contents.lines} lines`;
      await audit(tx, { ...by(call), accountId, action: 'pay-file.make', target: `File ${file.number}`, detail });
      return call.answered(tx, { ...file, at: now.toISOString(), by: fullName });
    },
    { deadlineMs: 60_000 },
  );
}
