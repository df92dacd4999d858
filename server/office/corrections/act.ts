import { v7 as uuidv7 } from 'uuid';
import type { CorrectionBody, CorrectionResult, UndoItem } from '#contract/figures/corrections.ts';
import { type Message, msg, words } from '#contract/platform/words.ts';
import type { Calendar } from '../../attendance/calendar.ts';
import { loadCalendar } from '../../attendance/calendars.ts';
import { type Corrected, writeCorrected } from '../../attendance/corrected.ts';
import { dayKey, type EmployeeDay } from '../../attendance/ledger.sql.ts';
import { raiseDataVersion } from '../../attendance/records.sql.ts';
import type { Touched } from '../../attendance/refresh.ts';
import { divideAround } from '../../attendance/teams.ts';
import { readLocked } from '../../masterData/daysMoved.ts';
import { comparing } from '../../money/payFiles/lockedFigures.ts';
import { audit, by, type UserCall } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { runOrPreview } from '../../platform/db/preview.ts';
import { conflict, notFound, Refusal } from '../../platform/http/errors.ts';
import { lockAccount } from '../../platform/tenant/account.ts';
import { dayBounds, type LocalDate, localDateOf, type Zone } from '../../platform/zone.ts';
import { type Applied, type Attempt, checkAttempts, movesLockedDay, ownRecord, workDaysOf } from './attempts.ts';
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
import { type Decided, decide, refuseOf } from './decide.ts';
import { effectsOf, judgedDays } from './effects.ts';
import { resolveItem } from './resolve.ts';
import { type Context, NO_ENTRY, type Resolved } from './resolved.ts';
import { resolveUndo } from './resolveUndo.ts';
import { requireNoRestore } from './restoring.ts';
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
  const locked = await readLocked(tx, accountId, calendar, now);
  const checked = await checkAttempts(tx, accountId, tried, acting.ownEmployeeId, locked.isLocked);
  const { context } = known;
  const { correctionDays, ownEmployeeId } = acting;
  const deciding = {
    accountId,
    calendar,
    now,
    correctionDays,
    context,
    seen,
    locked,
    onlySafe: order.onlySafe ?? false,
  };
  const employees: Context['employees'] = context?.employees ?? new Map();
  for (let attempts = checked; ; ) {
    const decided = await decide(tx, attempts, deciding);
    try {
      const writing = { call, order, calendar, today, ownEmployeeId, seen, locked, employees, decided };
      return { result: await tx.tx((inner) => carryOut(inner, writing)), attempts: decided.attempts, employees };
    } catch (error) {
      if (!(error instanceof MovesLocked)) throw error;
      const { employeeIds } = error;
      attempts = refuseOf(decided.attempts, employeeIds, movesLockedDay);
    }
  }
}

/** Thrown to roll back an act that changes figures of locked days, paid together with open ones, of some employees. */
class MovesLocked extends Error {
  readonly employeeIds: ReadonlySet<string>;
  constructor(employeeIds: Iterable<string>) {
    super();
    this.employeeIds = new Set(employeeIds);
  }
}

type Writing = {
  call: UserCall;
  order: Order;
  calendar: Calendar;
  today: LocalDate;
  ownEmployeeId: string | null;
  seen: Seen;
  locked: Awaited<ReturnType<typeof readLocked>>;
  employees: Context['employees'];
  decided: Decided;
};
/** Writes what is not refused and derives its days. Throws MovesLocked where a locked day is paid otherwise by it. */
async function carryOut(tx: Db, writing: Writing): Promise<CorrectionResult> {
  const { call, order, calendar, today, seen, employees, decided } = writing;
  const { caller, now } = call;
  const { accountId } = caller;
  const { attempts, corrected, moved, paidTogether } = decided;
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
  if (applied.length === 0) return { actId: null, results, effects: [] };

  const concerned = order.judges === false ? [] : daysConcerned(corrected, moved, applied, today);
  const days = concerned.filter(({ employeeId, day }) => seen?.isMember?.(employeeId, day) ?? true);
  const before = await judgedDays(tx, accountId, days, now, seen?.crew);
  const account = { accountId, timeZone: calendar.zone.name, now };
  const altered = paidTogether.size > 0 ? await comparing(tx, account, paidTogether) : undefined;
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
  await deriveOthers(tx, applied, writing);
  await raiseDataVersion(tx, accountId, now);
  const paidOtherwise = await altered?.(new Map());
  if (paidOtherwise && paidOtherwise.size > 0) throw new MovesLocked(paidOtherwise.keys());
  const after = await judgedDays(tx, accountId, days, now, seen?.crew);
  if (!order.preview) await auditAct(tx, call, order, applied, employees);
  return { actId: actRow.actId, results, effects: effectsOf(days, [before, after], employees) };
}

/** Derives the days of others that an act moves: of who counted the same containers, and of the members of the same teams; refuses where one's own are. */
async function deriveOthers(tx: Db, applied: readonly Applied[], writing: Writing) {
  const { call, calendar, locked, ownEmployeeId, decided } = writing;
  const { zone } = calendar;
  const { now } = call;
  const { accountId } = call.caller;
  const settled = await settleActed(tx, accountId, applied, { zone, now, movesLocked: locked.movesLocked });
  const divided = await divideAround(
    tx,
    accountId,
    decided.corrected.map(({ employeeId, span }) => spanOf(zone, employeeId, span)),
    now,
  );
  if ([...settled, ...divided.map(({ employeeId }) => employeeId)].some((id) => id === ownEmployeeId))
    throw ownRecord();
  // Their locked days were not read before: by the day, for all of the act.
  if (divided.some(({ days }) => locked.movesLocked(days)))
    throw new MovesLocked(applied.flatMap(({ resolved }) => resolved.employeeIds));
}

async function auditAct(
  tx: Db,
  call: UserCall,
  order: Order,
  applied: readonly Applied[],
  employees: Context['employees'],
) {
  const numbers = [...new Set(applied.flatMap(({ resolved }) => resolved.employeeIds))]
    .slice(0, 20)
    .map((id) => employees.get(id)?.number ?? id);
  await audit(tx, {
    ...by(call),
    accountId: call.caller.accountId,
    action: order.action,
    target: numbers.join(', ') || 'unmatched',
    // Without the note and the kind of excuse, which can say something about an employee's health.
    detail:
      order.summary?.(applied.length) ??
      applied.map(({ resolved: { row, dates } }) => `${row.table} ${row.kind} ${dates[0] ?? ''}`).join(', '),
  });
}

const spanOf = (zone: Zone, employeeId: string, { from, to }: Corrected['span']): Touched => ({
  employeeId,
  first: dayBounds(zone, from).start,
  last: dayBounds(zone, to).end,
});

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
