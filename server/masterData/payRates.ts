import type { z } from 'zod';
import type { PayrollSyncBody } from '#contract/intake/payroll.ts';
import { MAX_RATES } from '#contract/masterData/payRules.ts';
import { asText, english, type Message, msg } from '#contract/platform/words.ts';
import { selectLocks } from '../attendance/ledger.sql.ts';
import type { Db } from '../platform/db/db.ts';
import { EARLIEST, LATEST } from '../platform/zone.ts';
import { writePart } from './calendar.ts';
import { type ChangeScope, resultOf } from './change.ts';
import { lockedPaidWith } from './lockedPay.ts';
import {
  deletePayRates,
  findPayRates,
  type PayRateValue,
  readPayRates,
  selectNameable,
  upsertPayRates,
} from './payRates.sql.ts';
import { readPart } from './readPart.ts';
import { REASONS, type Rejection, rateRecord } from './records.ts';

/** Returns a text that only rates for the same kind of pay, work, people and date share: two such rates tie (docs/reference/pay.md#rates). */
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

/** Returns a function that says why what is in force from a date on cannot change; undefined: nothing from that date on is locked. */
export async function lockedFrom(tx: Db, accountId: string) {
  const [last] = (await selectLocks(tx, accountId, { from: EARLIEST, to: LATEST })).sort((a, b) =>
    a.to < b.to ? 1 : -1,
  );
  return (from: string | null) =>
    last && (from ?? '') <= last.to
      ? msg('{from} to {to} was locked by {by}: choose a later date.', { from: last.from, to: last.to, by: last.by })
      : undefined;
}

/** Writes rates or minimums. Two that tie, and what would change locked days, are refused, whatever system owns them. */
export async function syncPayRates(scope: ChangeScope, body: PayrollSyncBody, part: 'rates' | 'minimums') {
  const isMinimum = part === 'minimums';
  const read = readPart(part, body, (value) => rateRecord(isMinimum).safeParse(value));
  if (!read.touched) return undefined;
  const { tx, accountId, systemId } = scope;
  const locked = await lockedFrom(tx, accountId);
  const names = new Map(
    (await selectNameable(tx, accountId, systemId)).map(({ kind, key, id }) => [JSON.stringify([kind, key]), id]),
  );
  const all = await findPayRates(tx, accountId);
  const stored = await readPayRates(tx, accountId, systemId, isMinimum);
  const live = new Map(stored.filter(({ isDeleted }) => !isDeleted).map((one) => [one.code, one]));
  const [deleted, listed] = [new Set(read.deleted), new Set(read.listed)];
  const isGoing = (code: string) => deleted.has(code) || (read.complete && !listed.has(code));
  const refusals = new Map<string, Pick<Rejection, 'reason' | 'words'>>();
  const stays = new Set<string>();
  for (const { code, from } of live.values()) {
    const reason = isGoing(code) && locked(from);
    if (!reason) continue;
    stays.add(code);
    refusals.set(code, ofLock(reason));
  }
  const isOwn = ({ systemId: of, kind }: (typeof all)[number]) => of === systemId && (kind === 'minimum') === isMinimum;
  // Of two with the same code the second one is refused as the plan is made.
  const sent = new Map(read.records.toReversed().map((record) => [record.code, record]));
  // What is refused stays as it was, so that what was to take its place is refused as well: until nothing more is.
  for (let before = -1; before < refusals.size; ) {
    before = refusals.size;
    const isLeaving = (code: string) => !refusals.has(code) && (sent.has(code) || isGoing(code));
    const held = new Set(all.filter((one) => !isOwn(one) || !isLeaving(one.code)).map(rateKey));
    let count = all.length;
    for (const record of read.records) {
      if (sent.get(record.code) !== record) continue;
      if (refusals.has(record.code)) continue;
      const value = rateOf(record, names);
      const known = live.get(record.code);
      const reason = value.unknown
        ? { reason: `${value.unknown}: ${REASONS.unknownName}` }
        : reasonOf(value, { known, locked, held, isFull: !known && count >= MAX_RATES });
      if (reason) refusals.set(record.code, reason);
      else held.add(rateKey(value));
      if (!reason && !known) count++;
    }
  }
  const rejected = [...read.rejected, ...Array.from(refusals, ([code, why]) => ({ part, code, ...why }))];
  const wanted = read.records
    .filter(({ code }) => !refusals.has(code))
    .map((record) => {
      const { unknown: _, ...value } = rateOf(record, names);
      return { code: record.code, value };
    });
  const plan = await writePart<PayRateValue>(scope, {
    part,
    read: { ...read, deleted: read.deleted.filter((code) => !stays.has(code)), listed: [...read.listed, ...stays] },
    stored: stored.map(({ id, code, isDeleted, ...value }) => ({ id, code, isDeleted, value })),
    wanted,
    upsert: upsertPayRates,
    remove: deletePayRates,
  });
  const written = plan.upserts.flatMap(({ value, before }) => (before ? [value, before.value] : value));
  const [first] = [...written, ...plan.deletes.map(({ value }) => value)].map(({ from }) => from).sort();
  const paid = first === undefined ? undefined : await lockedPaidWith(scope, first);
  return { ...resultOf(plan, rejected), paid };
}

type RateRecord = z.infer<ReturnType<typeof rateRecord>>;
/** Returns a sent rate by the IDs of what it names; `unknown`: the first field that names nothing that there is. */
function rateOf(record: RateRecord, names: ReadonlyMap<string, string>): PayRateValue & { unknown?: string } {
  const unknown: string[] = [];
  const idOf = (kind: string, of: string | null | undefined, field: string) => {
    if (of == null) return null;
    const id = names.get(JSON.stringify([kind, of]));
    if (id === undefined) unknown.push(field);
    return id ?? null;
  };
  const value = {
    kind: record.kind,
    amount: record.amount,
    from: record.from,
    lookup1: idOf('lookup1', record.lookup1Code, 'lookup1'),
    lookup2: idOf('lookup2', record.lookup2Code, 'lookup2'),
    jobDescriptionId: idOf('job', record.jobDescriptionCode, 'jobDescriptionId'),
    employeeGroupId: idOf('employee', record.employeeGroupCode, 'employeeGroupId'),
    employeeId: idOf('employee id', record.employeeCode, 'employeeId'),
  };
  return { ...value, ...(unknown[0] && { unknown: unknown[0] }) };
}

type Against = {
  known: PayRateValue | undefined;
  locked: (from: string | null) => Message | undefined;
  held: ReadonlySet<string>;
  isFull: boolean;
};
/** Returns why a rate cannot be written; undefined: it can. */
function reasonOf(value: PayRateValue, { known, locked, held, isFull }: Against) {
  const isSame = known !== undefined && rateKey(known) === rateKey(value) && known.amount === value.amount;
  const lock = isSame ? undefined : (locked(value.from) ?? (known && locked(known.from)));
  if (lock) return ofLock(lock);
  if (held.has(rateKey(value))) return { reason: REASONS.duplicateRate };
  return isFull ? { reason: asText(msg('Not more than {most} rates and minimums', { most: MAX_RATES })) } : undefined;
}
const ofLock = (words: Message) => ({ reason: `from: ${english(words)}`, words });
