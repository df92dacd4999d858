import { MAX_RATES } from '#contract/payRules.ts';
import type { PayrollSyncBody } from '#contract/payroll.ts';
import { selectLocks } from '../attendance/ledger.sql.ts';
import type { LocalDate } from '../attendance/zone.ts';
import type { Db } from '../db/db.ts';
import { writePart } from './calendar.ts';
import { type ChangeScope, resultOf } from './change.ts';
import {
  deletePayRates,
  findPayRates,
  type PayRateValue,
  readPayRates,
  selectNameable,
  upsertPayRates,
} from './payRates.sql.ts';
import { readPart } from './readPart.ts';
import { REASONS, rateRecord } from './records.ts';

/** Returns a text that only rates for the same kind of pay, work, people and date share: two such rates tie (spec/pay.md E1). */
export const rateKey = ({
  kind,
  from,
  lookup1,
  lookup2,
  jobDescriptionId,
  employeeGroupId,
  employeeId,
}: Omit<PayRateValue, 'amount'>) =>
  JSON.stringify([kind, from, lookup1, lookup2, jobDescriptionId, employeeGroupId, employeeId]);

/**
 * Returns a function that says why what is in force from a date on cannot change; undefined: nothing from that date on is locked. `reachOf`: the last day that
 * is paid together with the last locked one.
 */
export async function lockedFrom(tx: Db, accountId: string, reachOf = (day: LocalDate): LocalDate => day) {
  const [last] = (await selectLocks(tx, accountId, { from: '0001-01-01', to: '9999-12-31' })).sort((a, b) =>
    a.to < b.to ? 1 : -1,
  );
  return (from: string | null) =>
    last && (from ?? '') <= reachOf(last.to)
      ? `${last.from} to ${last.to} was locked by ${last.by}: choose a later date.`
      : undefined;
}

/** Writes rates or minimums. Two that tie, and what would change locked days, are refused, whatever system owns them. */
export async function syncPayRates(scope: ChangeScope, body: PayrollSyncBody, part: 'rates' | 'minimums') {
  const isMinimum = part === 'minimums';
  const read = readPart(part, body, (value) => rateRecord(isMinimum).safeParse(value));
  if (!read.touched) return undefined;
  const { tx, accountId, systemId } = scope;
  const rejected = [...read.rejected];
  const locked = await lockedFrom(tx, accountId);
  const names = new Map(
    (await selectNameable(tx, accountId, systemId)).map(({ kind, key, id }) => [JSON.stringify([kind, key]), id]),
  );
  const moving = new Set([...read.listed, ...read.deleted]);
  const all = await findPayRates(tx, accountId);
  let count = all.length;
  const held = new Set(
    all
      .filter(
        (one) =>
          one.systemId !== systemId ||
          (one.kind === 'minimum') !== isMinimum ||
          !(read.complete || moving.has(one.code)),
      )
      .map(rateKey),
  );
  const stored = await readPayRates(tx, accountId, systemId, isMinimum);
  const live = new Map(stored.filter(({ isDeleted }) => !isDeleted).map((one) => [one.code, one]));
  const wanted: { code: string; value: PayRateValue }[] = [];
  for (const record of read.records) {
    const { code } = record;
    const refuse = (reason: string) => rejected.push({ part, code, reason });
    const idOf = (kind: string, of: string | null | undefined, field: string) => {
      if (of == null) return null;
      const id = names.get(JSON.stringify([kind, of]));
      if (id === undefined) unknown.push(field);
      return id ?? null;
    };
    const unknown: string[] = [];
    const value: PayRateValue = {
      kind: record.kind,
      amount: record.amount,
      from: record.from,
      lookup1: idOf('lookup1', record.lookup1Code, 'lookup1'),
      lookup2: idOf('lookup2', record.lookup2Code, 'lookup2'),
      jobDescriptionId: idOf('job', record.jobDescriptionCode, 'jobDescriptionId'),
      employeeGroupId: idOf('employee', record.employeeGroupCode, 'employeeGroupId'),
      employeeId: idOf('employee id', record.employeeCode, 'employeeId'),
    };
    const before = live.get(code);
    const isSame = before !== undefined && rateKey(before) === rateKey(value) && before.amount === value.amount;
    const isLocked = !isSame && (locked(value.from) ?? (before && locked(before.from)));
    if (unknown.length > 0) refuse(`${unknown[0]}: ${REASONS.unknownName}`);
    else if (isLocked) refuse(`from: ${isLocked}`);
    else if (held.has(rateKey(value))) refuse(REASONS.duplicateRate);
    else if (!before && count >= MAX_RATES) refuse(`Not more than ${MAX_RATES} rates and minimums`);
    else {
      if (!before) count++;
      held.add(rateKey(value));
      wanted.push({ code, value });
    }
  }
  const [deleted, listed] = [new Set(read.deleted), new Set(read.listed)];
  const isGoing = (code: string) => deleted.has(code) || (read.complete && !listed.has(code));
  const stays = new Set<string>();
  for (const { code, from } of live.values()) {
    const reason = isGoing(code) && locked(from);
    if (!reason) continue;
    stays.add(code);
    rejected.push({ part, code, reason: `from: ${reason}` });
  }
  const plan = await writePart<PayRateValue>(scope, {
    part,
    read: { ...read, deleted: read.deleted.filter((code) => !stays.has(code)), listed: [...read.listed, ...stays] },
    stored: stored.map(({ id, code, isDeleted, ...value }) => ({ id, code, isDeleted, value })),
    wanted,
    upsert: upsertPayRates,
    remove: deletePayRates,
  });
  return resultOf(plan, rejected);
}
