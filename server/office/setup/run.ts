import { APPLICATION_SYSTEM, NAMED_RECALCULATED, type RecalculationImpact } from '#contract/masterData/setupRecords.ts';
import { words } from '#contract/platform/words.ts';
import { withAfterwards } from '../../attendance/afterwards.ts';
import type { Calendar } from '../../attendance/calendar.ts';
import { loadCalendar } from '../../attendance/calendars.ts';
import { byNumber } from '../../attendance/order.ts';
import { daysOf, joined, type RecalculatedDays } from '../../attendance/recalculated.ts';
import { firstRetainedDay } from '../../attendance/refresh.ts';
import { deferReferences, lockMasterData, type MasterDataAccount } from '../../masterData/account.sql.ts';
import type { ChangeScope } from '../../masterData/change.ts';
import { applyEffects, type EmployeeEffects, NOBODY } from '../../masterData/effects.ts';
import { selectNames } from '../../masterData/employees.sql.ts';
import { MayAlterLocked } from '../../masterData/unlocked.ts';
import { comparing } from '../../money/payFiles/lockedFigures.ts';
import { runOrPreview } from '../../platform/db/preview.ts';
import type { UserCaller } from '../../platform/http/callers.ts';
import { Refusal } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import { requireEmployerAccount } from '../../platform/tenant/account.ts';
import { localDateOf, zoneOf } from '../../platform/zone.ts';
import { selectOwnEmployee, selectOwners } from './reading.sql.ts';
import { type Owners, ownersOf } from './views.ts';

/** One change of the set-up within its transaction; what it writes is collected for `finish`. */
export type SetupRun = {
  scope: ChangeScope;
  account: MasterDataAccount;
  today: string;
  /** The user who makes it. */
  by: { userId: string; name: string };
  /** The employee who is the caller; null for administrators and for users without an employee. */
  ownEmployeeId: string | null;
  owners: Owners;
  wrote: boolean;
  /** Set before the first standard time or holiday is written. */
  calendarBefore: Calendar | undefined;
  /** Locked days, by employee, that may be paid otherwise although nothing else of them changes. */
  paid: RecalculatedDays;
  employees: EmployeeEffects;
};

type Doing = Pick<Services, 'db' | 'clock' | 'jobs' | 'log'>;
type Of = { accountId: string; caller: UserCaller; isPreview?: boolean };

/**
 * Runs a change of the set-up under the account's lock, in one transaction, which a preview rolls back. One that may alter figures of locked days is rolled
 * back and made again, with these read before and after it: it is refused where one differs, and only there.
 */
export async function runSetup<T>(services: Doing, of: Of, change: (run: SetupRun) => Promise<T>): Promise<T> {
  let days: RecalculatedDays = new Map();
  for (let tries = 1; ; tries++)
    try {
      return await runOnce(services, of, days, change);
    } catch (error) {
      if (!(error instanceof MayAlterLocked) || tries >= MAX_TRIES) throw error;
      days = joined(days, error.days);
      if (!isComparable(days, of.caller.timeZone, services.clock.now())) throw error;
    }
}
/** After the first one it is known what may differ, unless another change comes between. */
const MAX_TRIES = 3;
/** The most days of employees that are compared, which takes seconds. */
const MOST_COMPARED = 50_000;
const isComparable = (days: RecalculatedDays, timeZone: string, now: Date) => {
  const kept = firstRetainedDay(localDateOf(zoneOf(timeZone), now.getTime()));
  const all = [...days.values()].flat();
  return all.length <= MOST_COMPARED && all.every((day) => day >= kept);
};

function runOnce<T>(
  services: Doing,
  { accountId, caller, isPreview = false }: Of,
  days: RecalculatedDays,
  change: (run: SetupRun) => Promise<T>,
): Promise<T> {
  const { db, clock } = services;
  return withAfterwards(services, (deferring) =>
    runOrPreview(
      db,
      accountId,
      isPreview,
      async (tx) => {
        await requireEmployerAccount(tx, accountId);
        const account = await lockMasterData(tx, accountId);
        // Not earlier: no record may get an instant from before a restore that began earlier.
        const now = clock.now();
        if (isPreview) await deferReferences(tx);
        const { timeZone } = account;
        const altered = days.size > 0 ? await comparing(tx, { accountId, timeZone, now }, days) : undefined;
        return change({
          scope: {
            tx,
            accountId,
            systemId: APPLICATION_SYSTEM,
            now,
            version: account.dataVersion + 1,
            deferring: isPreview ? undefined : deferring,
            isPreview,
            compared: altered && { days, altered },
          },
          account,
          by: { userId: caller.userId, name: caller.username },
          today: localDateOf(zoneOf(timeZone), now.getTime()),
          ownEmployeeId: await selectOwnEmployee(tx, accountId, caller.userId),
          owners: ownersOf(await selectOwners(tx, accountId)),
          wrote: false,
          calendarBefore: undefined,
          paid: new Map(),
          employees: NOBODY,
        });
      },
      { deadlineMs: 120_000 },
    ),
  );
}

/** Stores the present calendar, for `finish` to compare with; called before standard times or holidays are written. */
export async function rememberCalendar(run: SetupRun): Promise<void> {
  run.calendarBefore ??= await loadCalendar(run.scope.tx, run.scope.accountId);
}

/** Collects the effects of writing employees for `finish`; for an employee who is written twice, the first former state stays. */
export function noteEmployees(run: SetupRun, later: EmployeeEffects): void {
  const { added, moved, activities, arrived, terms, changesTotals } = run.employees;
  run.employees = {
    added: new Set([...added, ...later.added]),
    moved: new Map([...later.moved, ...moved]),
    activities: new Map([...later.activities, ...activities]),
    arrived: [...arrived, ...later.arrived],
    terms: new Map([...later.terms, ...terms]),
    changesTotals: changesTotals || later.changesTotals,
  };
}

/**
 * Derives the days that the change can alter, and raises the data version if anything was written; returns the employees who are judged again. Throws
 * PERIOD_LOCKED where one of these days is locked (docs/reference/corrections.md#locks), and OWN_RECORD where the caller's own past days would be judged again, or
 * punches that match no employee could become theirs.
 */
export async function finish(run: SetupRun): Promise<RecalculationImpact> {
  const { scope, today, ownEmployeeId, wrote, calendarBefore, paid, employees } = run;
  const judged = await applyEffects(scope, today, { wrote, calendarBefore, paid, employees });
  if (ownEmployeeId && (judged.has(ownEmployeeId) || employees.arrived.includes(ownEmployeeId)))
    throw new Refusal('OWN_RECORD', words('You cannot change how your own past days are judged. Another user can.'));
  const days = daysOf(judged);
  const people = await selectNames(scope.tx, scope.accountId, [...judged.keys()]);
  const named = people.sort((a, b) => byNumber(a.number, b.number)).slice(0, NAMED_RECALCULATED);
  return { people: judged.size, days: days.length, from: days[0] ?? null, employees: named };
}
