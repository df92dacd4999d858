import { MAX_TOLD_DAYS, ownDayFigures } from '#contract/figures/ownDays.ts';
import type { syncDevice } from '#contract/intake/sync.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { addDays, type LocalDate } from '../../platform/zone.ts';
import { idsOf } from '../batchIds.ts';
import { dayKey } from '../ledger.sql.ts';
import { raiseDataVersion } from '../records.sql.ts';
import { ID_USED, type Outcome } from '../store.ts';
import {
  type ActRow,
  type Answering,
  countActsFrom,
  countActsOf,
  findEmployees,
  hashOf,
  insertActs,
  readFigures,
  saveWrongPins,
  selectAgreedOn,
  selectStored,
  selectUsed,
} from './acts.sql.ts';
import { judgeProof, openPin } from './pin.ts';

export type IncomingAct = Omit<ActRow, 'id' | 'shownHash' | 'deviceId'>;
type Of = { accountId: string; deviceId: string };
type Known = ActRow & { employeeId: string };

/** The acts that are stored of an employee's day, and of a device in 24 hours, with the bytes of what they show. */
const MOST_OF_A_DAY = 20;
const MOST_OF_A_DEVICE = { acts: 2_000, bytes: 4_000_000 };
/** The wrong proofs of a PIN after which a device is believed none, until the office makes another PIN. */
const MOST_WRONG_PINS = 5;
const DAY_MS = 24 * 3_600_000;

/**
 * Stores what employees say of their own days (docs/reference/privacy.md#their-own-day), after the records of the same delivery, so that an agreement is compared with
 * these. The caller holds the account's lock. Outcomes are in input order. Rejected are: a number of nobody whom the device knows, another act under the
 * id of one that was stored, an act of an employee with a PIN that does not prove it, and what is more than an employee can have to say.
 */
export async function storeActs(
  tx: Db,
  { accountId, deviceId, secrets }: Of & { secrets: Secrets },
  acts: readonly IncomingAct[],
  receivedAt: Date,
): Promise<Outcome[]> {
  if (acts.length === 0) return [];
  const of = { accountId, deviceId };
  const nextId = idsOf(receivedAt, acts.length);
  const rows = acts.map((act): ActRow => ({ ...act, deviceId, id: nextId(), shownHash: hashOf(act.shown) }));
  const rejected = new Map<string, string>();
  const answering = new Map((await findEmployees(tx, of, rows)).map((one) => [one.id, one]));
  const named = rows.flatMap((row): Known[] => {
    const { employeeId, isKnown } = answering.get(row.id) ?? {};
    if (employeeId && isKnown) return [{ ...row, employeeId }];
    rejected.set(row.id, 'unknown-employee');
    return [];
  });
  const before = new Set((await selectStored(tx, accountId, named)).map(recordKey));
  const fresh = named.filter((row) => !before.has(recordKey(row)));
  const believed = await withProof(tx, { ...of, secrets }, fresh, answering, rejected);
  await refuseTooMany(tx, of, believed, rejected, receivedAt);
  const taken = named.filter(({ id }) => !rejected.has(id));
  const proved = new Map(believed.map((row) => [row.id, row.proof]));
  const present = await readFigures(tx, accountId, taken);
  const held = taken.map((row) => ({
    ...row,
    proof: proved.get(row.id) ?? null,
    officeHash: hashOf(present.get(dayKey(row)) ?? NO_FIGURES),
  }));
  const stored = new Set((await insertActs(tx, accountId, receivedAt, held)).map(({ id }) => id));
  const repeated = held.filter(({ id }) => !stored.has(id));
  for (const { id } of await selectUsed(tx, accountId, repeated)) rejected.set(id, ID_USED);
  if (stored.size > 0) await raiseDataVersion(tx, accountId, receivedAt);
  return rows.map(({ id }) => {
    const reason = rejected.get(id);
    if (reason !== undefined) return { rejected: reason };
    return stored.has(id) ? 'accepted' : 'duplicate';
  });
}
const NO_FIGURES = { in: null, out: null, pieces: [] };
const recordKey = ({ source, recordId }: { source: string; recordId: string }) => JSON.stringify([source, recordId]);

/**
 * Returns the acts of people without a PIN, and those that prove it; the others are rejected and counted. An act of before the PIN was made needs none and
 * proves none.
 */
async function withProof(
  tx: Db,
  { accountId, deviceId, secrets }: Of & { secrets: Secrets },
  rows: readonly Known[],
  answering: ReadonlyMap<string, Answering>,
  rejected: Map<string, string>,
): Promise<Known[]> {
  const wrong = new Map<string, number>();
  const believed = rows.flatMap((row): Known[] => {
    const { employeeId } = row;
    const { sealedPin = null, wrongPins = 0 } = answering.get(row.id) ?? {};
    const check = openPin(secrets, { accountId, employeeId }, sealedPin);
    const judged = check === undefined ? 'before' : judgeProof(check, row);
    if (judged === 'before') return [{ ...row, proof: null }];
    const tries = wrong.get(employeeId) ?? wrongPins;
    if (judged === 'missing') rejected.set(row.id, 'pin-needed');
    else if (tries >= MOST_WRONG_PINS) rejected.set(row.id, 'pin-locked');
    else if (judged === 'proved') return [row];
    else {
      wrong.set(employeeId, tries + 1);
      rejected.set(row.id, 'wrong-pin');
    }
    return [];
  });
  if (wrong.size > 0) await saveWrongPins(tx, { accountId, deviceId }, wrong);
  return believed;
}

/** Rejects the acts that are more than is stored of an employee's day, or of a device in a day. */
async function refuseTooMany(
  tx: Db,
  of: Of,
  rows: readonly Known[],
  rejected: Map<string, string>,
  receivedAt: Date,
): Promise<void> {
  if (rows.length === 0) return;
  const ofDays = new Map((await countActsOf(tx, of.accountId, rows)).map((row) => [dayKey(row), row.acts]));
  const ofDevice = await countActsFrom(tx, of, new Date(receivedAt.getTime() - DAY_MS));
  for (const row of rows) {
    const acts = ofDays.get(dayKey(row)) ?? 0;
    const isFull = ofDevice.acts >= MOST_OF_A_DEVICE.acts || ofDevice.bytes >= MOST_OF_A_DEVICE.bytes;
    if (acts >= MOST_OF_A_DAY || isFull) {
      rejected.set(row.id, 'too-many');
      continue;
    }
    ofDays.set(dayKey(row), acts + 1);
    ofDevice.acts++;
    ofDevice.bytes += JSON.stringify(row.shown).length;
  }
}

/** A device forgets an act after so many days, and is not asked to show a day again for longer. */
const TOLD_DAYS = 14;
type Answer = ReturnType<typeof syncDevice.response.parse>;
type Told = { ownDays: NonNullable<Answer['ownDays']>; otherDays: NonNullable<Answer['otherDays']> };
/**
 * Returns the days to which a device's people agreed and of which the office has other figures now; those that the device may not be told, or that have more
 * products or longer units than an answer may, without figures. `today`: the account's date.
 */
export async function changedSinceAgreed(tx: Db, of: Of, today: LocalDate): Promise<Told> {
  const agreed = await selectAgreedOn(tx, of, addDays(today, -TOLD_DAYS));
  const present = await readFigures(tx, of.accountId, agreed);
  const told: Told = { ownDays: [], otherDays: [] };
  for (const { employeeId, day, shownHash, isTold } of agreed) {
    const now = present.get(dayKey({ employeeId, day })) ?? NO_FIGURES;
    if (hashOf(now) === shownHash) continue;
    const figures = isTold ? ownDayFigures.safeParse(now).data : undefined;
    if (figures) told.ownDays.push({ employeeId, day, figures });
    else told.otherDays.push({ employeeId, day });
  }
  return { ownDays: told.ownDays.slice(0, MAX_TOLD_DAYS), otherDays: told.otherDays.slice(0, MAX_TOLD_DAYS) };
}
