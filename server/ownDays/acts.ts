import { MAX_TOLD_DAYS } from '#contract/ownDays.ts';
import type { syncDevice } from '#contract/sync.ts';
import { idsOf } from '../attendance/batchIds.ts';
import { dayKey } from '../attendance/ledger.sql.ts';
import { raiseDataVersion } from '../attendance/records.sql.ts';
import { ID_USED, type Outcome } from '../attendance/store.ts';
import { addDays, type LocalDate } from '../attendance/zone.ts';
import type { Db } from '../db/db.ts';
import { type ActRow, findEmployees, hashOf, insertActs, readFigures, selectAgreedOn, selectUsed } from './acts.sql.ts';

export type IncomingAct = Omit<ActRow, 'id' | 'shownHash'>;

/**
 * Stores what employees say of their own days (spec/privacy.md V5), after the records of the same delivery, so that an agreement is compared with
 * these. The caller holds the account's lock. Outcomes are in input order: an unknown number is rejected, as a record's is, and so is another act
 * under the id of one that was stored.
 */
export async function storeActs(
  tx: Db,
  accountId: string,
  acts: readonly IncomingAct[],
  receivedAt: Date,
): Promise<Outcome[]> {
  if (acts.length === 0) return [];
  const nextId = idsOf(receivedAt, acts.length);
  const rows = acts.map((act): ActRow => ({ ...act, id: nextId(), shownHash: hashOf(act.shown) }));
  const employees = new Map((await findEmployees(tx, accountId, rows)).map(({ id, employeeId }) => [id, employeeId]));
  const known = rows.flatMap((row) => {
    const employeeId = employees.get(row.id);
    return employeeId ? { ...row, employeeId } : [];
  });
  const present = await readFigures(tx, accountId, known);
  const held = known.map((row) => ({ ...row, officeHash: hashOf(present.get(dayKey(row)) ?? NO_FIGURES) }));
  const stored = new Set((await insertActs(tx, accountId, receivedAt, held)).map(({ id }) => id));
  const repeated = held.filter(({ id }) => !stored.has(id));
  const used = new Set((await selectUsed(tx, accountId, repeated)).map(({ id }) => id));
  if (stored.size > 0) await raiseDataVersion(tx, accountId, receivedAt);
  return rows.map(({ id }) => {
    if (!employees.get(id)) return { rejected: 'unknown-employee' };
    if (stored.has(id)) return 'accepted';
    return used.has(id) ? { rejected: ID_USED } : 'duplicate';
  });
}
const NO_FIGURES = { in: null, out: null, pieces: [] };

/** A device forgets an act after so many days, and is not asked to show a day again for longer. */
const TOLD_DAYS = 14;
type Told = NonNullable<ReturnType<typeof syncDevice.response.parse>['ownDays']>;
/** Returns the days to which a device's people agreed and of which the office has other figures now. `today`: the account's date. */
export async function changedSinceAgreed(
  tx: Db,
  of: { accountId: string; deviceId: string },
  today: LocalDate,
): Promise<Told> {
  const agreed = await selectAgreedOn(tx, of, addDays(today, -TOLD_DAYS));
  const present = await readFigures(tx, of.accountId, agreed);
  return agreed
    .flatMap(({ employeeId, day, shownHash }) => {
      const figures = present.get(dayKey({ employeeId, day })) ?? NO_FIGURES;
      return hashOf(figures) === shownHash
        ? []
        : { employeeId, day, figures: { ...figures, pieces: [...figures.pieces] } };
    })
    .slice(0, MAX_TOLD_DAYS);
}
