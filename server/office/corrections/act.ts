import { v7 as uuidv7 } from 'uuid';
import type { CorrectionBody, CorrectionResult, UndoItem } from '#contract/figures/corrections.ts';
import { type Message, msg, words } from '#contract/platform/words.ts';
import { loadCalendar } from '../../attendance/calendars.ts';
import { type Corrected, deriveCorrected, writeCorrected } from '../../attendance/corrected.ts';
import { daysOfMovedStarts } from '../../attendance/firstDays.ts';
import { dayKey, type EmployeeDay } from '../../attendance/ledger.sql.ts';
import { raiseDataVersion } from '../../attendance/records.sql.ts';
import { firstRetainedDay, type Touched } from '../../attendance/refresh.ts';
import { divideAround } from '../../attendance/teams.ts';
import { readLocked } from '../../masterData/daysMoved.ts';
import { audit, by, type UserCall } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { runOrPreview } from '../../platform/db/preview.ts';
import { conflict, notFound, Refusal } from '../../platform/http/errors.ts';
import { lockAccount } from '../../platform/tenant/account.ts';
import { dayBounds, type LocalDate, localDateOf, type Zone } from '../../platform/zone.ts';
import {
  type Applied,
  type Attempt,
  checkAttempts,
  movesLockedDay,
  notSafe,
  ownRecord,
  periodLocked,
  refuseByWorkDay,
  refuseInactive,
  workDaysOf,
} from './attempts.ts';
import { readContext } from './context.ts';
import {
  type ActRow,
  analyzeLedger,
  type EntryCorrectionRow,
  insertEntryCorrections,
  insertExcuses,
  insertPunchCorrections,
  selectActing,
  selectActRows,
  selectLedgerRows,
  UNDONE,
} from './corrections.sql.ts';
import { effectsOf, judgedDays } from './effects.ts';
import { daysTakenOtherwise } from './goneOn.ts';
import { resolveItem } from './resolve.ts';
import { type Context, changesOf, NO_ENTRY, oldestOf, type Resolved } from './resolved.ts';
import { resolveUndo } from './resolveUndo.ts';
import { requireNoRestore } from './restoring.ts';
import { unsafeOf } from './safety.ts';
import { isSeenRow, readSeen, requireSeen, requireSeenRow, type Seen } from './seen.ts';
import { settleActed } from './settleActed.ts';

type Order = {
  reason: string;
  note: string | null;
  action: 'correction.make' | 'correction.undo';
  /** Rolls back after everything was carried out, and returns the same answer. */
  preview: boolean;
  /** Refuses what is not safe for its employee, all items together (safety.ts). */
  onlySafe?: boolean;
  /** False: the days are not judged before and after, and no effects are answered. */
  judges?: boolean;
  /** The detail of the trail; by default the rows are named. */
  summary?(applied: number): Message;
  attempts(tx: Db, context: (ids: Named) => Promise<Context>, seen: Seen, zone: Zone): Promise<Attempt[]>;
};
type Named = Parameters<typeof readContext>[2];

/** Corrects, adds, voids, reassigns or excuses records (docs/reference/corrections.md), all in one transaction under the account's lock. */
export function makeCorrections(
  db: Db,
  { reason, note, items, onlySafe = false }: CorrectionBody,
  call: UserCall,
  preview: boolean,
) {
  return act(db, call, {
    onlySafe,
    reason: reason ?? EXCUSED,
    note: note || null,
    action: 'correction.make',
    preview,
    async attempts(_tx, read, seen) {
      const context = await read({ changes: items.map(({ change }) => change), rows: [] });
      return items.map(({ basis, ...item }) =>
        attempt(basis, call.now, () => {
          requireSeen({ ...item, basis }, context, seen);
          return resolveItem({ ...item, basis }, context);
        }),
      );
    },
  });
}

/** Undoes corrections and excuses. */
export function undoCorrections(db: Db, items: readonly UndoItem[], call: UserCall) {
  return act(db, call, {
    reason: UNDONE,
    note: null,
    action: 'correction.undo',
    preview: false,
    async attempts(tx, read, seen) {
      const ids = items.map(({ correctionId }) => correctionId);
      const rows = await selectLedgerRows(tx, call.caller.accountId, ids);
      const context = await read({ changes: [], rows });
      const byId = new Map(rows.map((row) => [row.correctionId, row]));
      return items.map(({ correctionId, basis }) =>
        attempt(basis, call.now, () => {
          requireSeenRow(byId.get(correctionId), context, seen);
          return resolveUndo(byId.get(correctionId), context);
        }),
      );
    },
  });
}

/**
 * Runs an act on many records in one transaction of a minute at most; a preview carries it out and rolls it back. `run` returns the answer, and how many rows of
 * the ledger it wrote: after many, the planner is told of them, since it would read each account's ledger whole for every row of an account that it does not know.
 */
export async function actInBulk<T>(
  db: Db,
  call: UserCall,
  preview: boolean,
  run: (tx: Db) => Promise<{ answer: T; written: number }>,
): Promise<T> {
  const { accountId } = call.caller;
  const within = async (tx: Db) => {
    const { answer, written } = await run(tx);
    return { answer: preview ? answer : await call.answered(tx, answer), written };
  };
  const { answer, written } = await runOrPreview(db, accountId, preview, within, { deadlineMs: 60_000 });
  if (!preview && written >= MANY_ROWS) await analyzeLedger(db);
  return answer;
}
const MANY_ROWS = 500;

/**
 * Undoes what is still in force of an act, whatever its size: rows of days that are locked by now are refused. Rows outside the caller's scope stay as
 * they are, and are not counted.
 */
export function undoAct(db: Db, actId: string, call: UserCall) {
  return actInBulk(db, call, false, async (tx) => {
    const { attempts } = await actIn(tx, call, {
      reason: UNDONE,
      note: null,
      action: 'correction.undo',
      preview: false,
      judges: false,
      summary: (undone) => msg('{undone} of act {actId}', { undone, actId }),
      async attempts(_tx, read, seen) {
        const rows = await selectActRows(tx, call.caller.accountId, actId);
        const context = await read({ changes: [], rows });
        const own = rows.filter((row) => isSeenRow(row, context, seen));
        const open = own.filter(({ isUndone }) => !isUndone);
        if (own.length === 0) throw notFound(words('Correction not found'));
        if (open.length === 0) throw conflict(words('This was undone already.'));
        return open.map((row) => attempt(null, call.now, () => resolveUndo(row, context)));
      },
    });
    const [first, ...refused] = attempts.filter((one) => one instanceof Refusal);
    if (first && refused.length + 1 === attempts.length) throw first;
    const undone = attempts.filter((one) => !(one instanceof Refusal)).length;
    const answer = { undone, refused: attempts.length - undone, message: first?.message ?? null, words: first?.words };
    return { answer, written: undone };
  });
}
/** The kind of an excuse is its reason, as is what an approval says. */
const EXCUSED = 'excused';
const APPROVED = 'approved';

/** Returns what an item would change, or the reason why it is refused. */
export function attempt(basis: string | null, now: Date, resolve: () => Resolved): Attempt {
  try {
    return { resolved: resolve(), basis, id: uuidv7({ msecs: now.getTime() }) };
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function act(db: Db, call: UserCall, order: Order): Promise<CorrectionResult> {
  return runOrPreview(db, call.caller.accountId, order.preview, async (tx) => {
    const { result, attempts } = await actIn(tx, call, order);
    const [alone, ...others] = attempts;
    if (others.length === 0 && alone instanceof Refusal) throw alone;
    return order.preview ? result : call.answered(tx, result);
  });
}

/** Carries an act out within a transaction; each item is applied or refused. */
export async function actIn(
  tx: Db,
  call: UserCall,
  order: Order,
): Promise<{ result: CorrectionResult; attempts: readonly Attempt[]; employees: Context['employees'] }> {
  const { caller, now } = call;
  const { accountId } = caller;
  await lockAccount(tx, accountId);
  const calendar = await loadCalendar(tx, accountId);
  const acting = await selectActing(tx, accountId, caller.userId);
  requireNoRestore(acting.isRestoring);
  const today = localDateOf(calendar.zone, now.getTime());
  const known: { context?: Context } = {};
  const seen = await readSeen(tx, caller, now);
  const read = async (named: Named) => {
    const { correctionDays } = acting;
    known.context = await readContext(tx, accountId, named, { zone: calendar.zone, now, today, correctionDays });
    return known.context;
  };
  const tried = await order.attempts(tx, read, seen, calendar.zone);
  const { isLocked, movesLocked } = await readLocked(tx, accountId, calendar, now);
  const refusalOf = ({ resolved }: Applied) => (resolved.dates.some(isLocked) ? periodLocked() : movesLockedDay());
  const checked = await checkAttempts(tx, accountId, tried, acting.ownEmployeeId, isLocked);
  let attempts = checked.map((one) =>
    !(one instanceof Refusal) && one.resolved.isApproval && movesLocked(one.resolved.dates) ? refusalOf(one) : one,
  );

  // Whether an item is of a locked day, adds to a day on which its employee is not active, or changes a locked day through its effect on another one,
  // is known from the days that it leads to. Where it is refused, the employees concerned are derived again without it.
  let corrected: Corrected[] = [];
  let moved = new Map<string, LocalDate[]>();
  const kept = firstRetainedDay(today);
  for (;;) {
    corrected = await deriveCorrected(tx, accountId, calendar, changesOf(resolvedOf(attempts)), now);
    const open = refuseByWorkDay(attempts, corrected, {
      zone: calendar.zone,
      isLocked,
      oldest: oldestOf({ today, correctionDays: acting.correctionDays }),
      isSeen: (employeeId, day) => seen?.isMember?.(employeeId, day) ?? true,
    });
    const active = known.context ? refuseInactive(open, corrected, known.context) : open;
    if (active.some((one, i) => one !== attempts[i])) {
      attempts = active;
      continue;
    }
    moved = await daysOfMovedStarts(tx, accountId, corrected, kept);
    const shut = new Set(
      corrected
        .filter(
          (one) =>
            movesLocked([...one.changed, ...(moved.get(one.employeeId) ?? [])]) ||
            daysTakenOtherwise(one, calendar).some(isLocked),
        )
        .map(({ employeeId }) => employeeId),
    );
    const unsafe = order.onlySafe
      ? await unsafeOf(tx, accountId, corrected, { calendar, now, seesAllWork: seen?.seesAllWork ?? true })
      : new Set<string>();
    if (shut.size + unsafe.size === 0) break;
    for (const [i, one] of attempts.entries()) {
      if (one instanceof Refusal) continue;
      const isOf = (ids: ReadonlySet<string>) => one.resolved.employeeIds.some((id) => ids.has(id));
      if (isOf(shut)) attempts[i] = refusalOf(one);
      else if (isOf(unsafe)) attempts[i] = notSafe();
    }
  }
  const applied = attempts.flatMap((one) => (one instanceof Refusal ? [] : one));
  const results = attempts.map((one) =>
    one instanceof Refusal
      ? {
          outcome: one.errorCode === 'CONFLICT' ? ('conflict' as const) : ('refused' as const),
          errorCode: one.errorCode,
          message: one.message,
          ...(one.words && { words: one.words }),
        }
      : { outcome: 'applied' as const, correctionId: one.id },
  );
  const employees: Context['employees'] = known.context?.employees ?? new Map();
  if (applied.length === 0) return { result: { actId: null, results, effects: [] }, attempts, employees };

  const concerned = order.judges === false ? [] : daysConcerned(corrected, moved, applied, today);
  const days = concerned.filter(({ employeeId, day }) => seen?.isMember?.(employeeId, day) ?? true);
  const before = await judgedDays(tx, accountId, days, now, seen?.crew);
  const actRow: ActRow = {
    actId: uuidv7({ msecs: now.getTime() }),
    reason: order.reason,
    note: order.note,
    inBulk: attempts.length > 1,
    madeBy: caller.userId,
    madeByName: caller.fullName,
    receivedAt: now.toISOString(),
  };
  await writeLedger(tx, accountId, applied, corrected, actRow);
  await writeCorrected(tx, accountId, corrected);
  const settled = await settleActed(tx, accountId, applied, { zone: calendar.zone, now, movesLocked });
  const divided = await divideAround(
    tx,
    accountId,
    corrected.map(({ employeeId, span }) => spanOf(calendar.zone, employeeId, span)),
    now,
  );
  // By the records of others: a container that they counted, or the hours of a team's members.
  if ([...settled, ...divided].some((id) => id === acting.ownEmployeeId)) throw ownRecord();
  await raiseDataVersion(tx, accountId, now);
  const after = await judgedDays(tx, accountId, days, now, seen?.crew);
  if (!order.preview) {
    const numbers = [...new Set(applied.flatMap(({ resolved }) => resolved.employeeIds))]
      .slice(0, 20)
      .map((id) => employees.get(id)?.number ?? id);
    await audit(tx, {
      ...by(call),
      accountId,
      action: order.action,
      target: numbers.join(', ') || 'unmatched',
      // Without the note and the kind of excuse, which can say something about an employee's health.
      detail:
        order.summary?.(applied.length) ??
        applied.map(({ resolved: { row, dates } }) => `${row.table} ${row.kind} ${dates[0] ?? ''}`).join(', '),
    });
  }
  const effects = effectsOf(days, [before, after], employees);
  return { result: { actId: actRow.actId, results, effects }, attempts, employees };
}

const spanOf = (zone: Zone, employeeId: string, { from, to }: Corrected['span']): Touched => ({
  employeeId,
  first: dayBounds(zone, from).start,
  last: dayBounds(zone, to).end,
});
const resolvedOf = (attempts: readonly Attempt[]) =>
  attempts.flatMap((one) => (one instanceof Refusal ? [] : one.resolved));

/** Returns the days whose figures an act can change, in order; future days are not judged yet. */
function daysConcerned(
  corrected: readonly Corrected[],
  moved: ReadonlyMap<string, readonly LocalDate[]>,
  applied: readonly Applied[],
  today: LocalDate,
): EmployeeDay[] {
  const days = [
    ...[...moved].flatMap(([employeeId, dates]) => dates.map((day) => ({ employeeId, day }))),
    ...corrected.flatMap(({ employeeId, changed }) => changed.map((day) => ({ employeeId, day }))),
    ...applied.flatMap(({ resolved: { row, dates } }) => {
      const { employeeId } = row;
      return row.table === 'excuse' && employeeId ? dates.map((day) => ({ employeeId, day })) : [];
    }),
  ];
  const distinct = new Map(days.filter(({ day }) => day <= today).map((one) => [dayKey(one), one]));
  return [...distinct.values()].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)).slice(0, MOST_JUDGED);
}
const MOST_JUDGED = 1_000;

/** Writes the rows of the ledger, each with the days that it concerns; if it is the only row of its employees, also with the days that it changed. */
async function writeLedger(
  tx: Db,
  accountId: string,
  applied: readonly Applied[],
  corrected: readonly Corrected[],
  actRow: ActRow,
) {
  const byEmployee = new Map(corrected.map((one) => [one.employeeId, one]));
  const uses = new Map<string, number>();
  for (const { resolved } of applied) for (const id of resolved.employeeIds) uses.set(id, (uses.get(id) ?? 0) + 1);
  const rows = applied.map(({ id, resolved }) => {
    const { row, dates, employeeIds } = resolved;
    const own = workDaysOf(resolved, byEmployee).map(({ day }) => day);
    const changed = employeeIds.every((one) => uses.get(one) === 1)
      ? employeeIds.flatMap((one) => byEmployee.get(one)?.changed ?? [])
      : [];
    const days = [...new Set([...(own.length > 0 ? own : dates), ...changed])].sort();
    return { ...row, id, days: days.length > 0 ? days : dates };
  });
  const punches = rows.filter((row) => row.table === 'punch');
  const entries = rows.flatMap((row): EntryCorrectionRow[] => {
    if (row.table !== 'entry') return [];
    const { recordId, employeeId, days, former, givesBack } = row;
    const id = uuidv7({ msecs: Date.parse(actRow.receivedAt) });
    if (former !== undefined)
      return [{ ...NO_ENTRY, id, kind: 'undo', recordId, employeeId, days, undoes: former }, row];
    return givesBack ? [row, { ...givesBack, id, kind: 'replace', recordId, days, undoes: null }] : [row];
  });
  const excuses = rows.filter((row) => row.table === 'excuse');
  if (punches.length > 0) await insertPunchCorrections(tx, accountId, punches, actRow);
  if (entries.length > 0) await insertEntryCorrections(tx, accountId, entries, actRow);
  const reasonOf = ({ kind, excusedAs }: (typeof excuses)[number]) =>
    kind === 'undo' ? actRow.reason : excusedAs === null ? APPROVED : EXCUSED;
  for (const [reason, some] of Map.groupBy(excuses, reasonOf))
    await insertExcuses(tx, accountId, some, { ...actRow, reason });
}
