import type { CorrectionItem } from '#contract/figures/corrections.ts';
import type { CrewPunch, CrewPunchResult, CrewSheet, CrewSheetResult } from '#contract/office/crewSheets.ts';
import { MAX_PIECES } from '#contract/platform/limits.ts';
import { english, msg, words } from '#contract/platform/words.ts';
import { readCrew, readMembers } from '../../figures/stats/crew.ts';
import type { UserCall } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/errors.ts';
import { Units } from '../../platform/units.ts';
import { addDays, HOUR, instantOn, MINUTE, type Zone } from '../../platform/zone.ts';
import { isCounted } from './absences.ts';
import { actIn, actInBulk, attempt } from './act.ts';
import type { Attempt } from './attempts.ts';
import { selectEmployed, selectTyped } from './crewSheet.sql.ts';
import { selectKnown } from './exceptions.sql.ts';
import { selectChosenPunches } from './pieces.sql.ts';
import { resolveItem } from './resolve.ts';
import { requireInReach } from './resolved.ts';
import { isSeenWork, requireSeen } from './seen.ts';

/** A cell that is not added. */
type Told = CrewSheetResult['notAdded'][number];

/**
 * Adds a sheet of pieces: each cell is an entry of the office over the time of the sheet. A cell that the office typed before for the same
 * work and an overlapping time is told and not added. Refused as a whole where everything is refused, with the first reason.
 */
export function addCrewSheet(db: Db, sheet: CrewSheet, call: UserCall, preview: boolean): Promise<CrewSheetResult> {
  return actInBulk(db, call, preview, async (tx) => {
    const told: Told[] = [];
    const cells: { employeeId: string; lookup1Code: string | null; units: string }[] = [];
    const { result, attempts } = await actIn(tx, call, {
      reason: sheet.reason,
      note: sheet.note || null,
      action: 'correction.make',
      preview,
      judges: false,
      summary: (added) =>
        msg('{added} of piecework typed, {day} {startTime}-{endTime}', {
          ...{ added, day: sheet.day, startTime: sheet.startTime, endTime: sheet.endTime },
        }),
      async attempts(_tx, read, seen, zone) {
        requireInReach({ from: sheet.day, to: sheet.day }, zone, call.now);
        const { startedAt, endedAt } = spanOf(sheet, zone);
        const typed = await typedBefore(tx, call.caller.accountId, sheet, startedAt, endedAt);
        for (const { employeeId, units } of sheet.rows)
          for (const [i, one] of units.entries()) {
            const lookup1Code = sheet.products[i] || null;
            if (one === null || new Units(one).isZero()) continue;
            const before = isSeenWork(seen, employeeId, sheet.day, lookup1Code)
              ? typed.get(keyOf(employeeId, lookup1Code))
              : undefined;
            if (!before) cells.push({ employeeId, lookup1Code, units: one });
            else {
              const said = { message: english(before), words: before };
              told.push({ employeeId, lookup1Code, errorCode: 'ALREADY_EXISTS', ...said });
            }
          }
        const items = cells.map(
          (cell): CorrectionItem => ({
            day: sheet.day,
            basis: '',
            change: {
              do: 'add-entry',
              ...cell,
              startedAt,
              endedAt,
              durationMs: null,
              lookup2Code: sheet.lookup2Code || null,
            },
          }),
        );
        const context = await read({ changes: items.map(({ change }) => change), rows: [] });
        return items.map((item) =>
          attempt(null, call.now, () => {
            requireSeen(item, context, seen);
            return resolveItem(item, context);
          }),
        );
      },
    });
    const typedCells = told.length;
    requireSome(attempts, typedCells);
    let units = new Units(0);
    for (const [i, one] of attempts.entries()) {
      const cell = cells[i];
      if (!cell) continue;
      if (!(one instanceof Refusal)) units = units.plus(cell.units);
      else
        told.push({
          employeeId: cell.employeeId,
          lookup1Code: cell.lookup1Code,
          errorCode: one.errorCode,
          message: one.message,
          ...(one.words && { words: one.words }),
        });
    }
    const written = attempts.filter((one) => !(one instanceof Refusal)).length;
    const answer = {
      actId: result.actId,
      added: written,
      units: units.toFixed(),
      typedBefore: typedCells,
      notAdded: told,
    };
    return { answer, written };
  });
}

const keyOf = (employeeId: string, lookup1Code: string | null) => JSON.stringify([employeeId, lookup1Code]);

/** Refuses an act of which nothing is left but refusals. */
function requireSome(attempts: readonly Attempt[], told: number) {
  const [first] = attempts;
  if (told === 0 && first instanceof Refusal && attempts.every((one) => one instanceof Refusal)) throw first;
}

function spanOf({ day, startTime, endTime }: CrewSheet, zone: Zone) {
  const start = instantOn(zone, day, startTime);
  const end = instantOn(zone, endTime <= startTime ? addDays(day, 1) : day, endTime);
  return { startedAt: new Date(start).toISOString(), endedAt: new Date(end).toISOString() };
}

/** Returns what the office typed before, in words, by employee and product: of the same block and an overlapping time. */
async function typedBefore(tx: Db, accountId: string, { rows, lookup2Code }: CrewSheet, from: string, to: string) {
  const ids = rows.map(({ employeeId }) => employeeId);
  const typed = await selectTyped(tx, accountId, ids, from, to);
  return new Map(
    typed
      .filter(({ lookup2 }) => lookup2 === (lookup2Code || null))
      .map(({ employeeId, lookup1, units, by }) => [
        keyOf(employeeId, lookup1),
        msg('Typed already by {by}: {units}. Undo that to type it again.', { by, units: new Units(units).toFixed() }),
      ]),
  );
}

const LISTED = 200;
/** A clock-in so near the time that everybody is clocked in at, or out: they need none. */
const NEAR = { in: { before: 3 * HOUR, after: 4 * HOUR }, out: { before: 60 * MINUTE, after: 6 * HOUR } } as const;
/** An OUT ends work that began at most so long before. */
const LONGEST_SHIFT_MS = 16 * HOUR;

/**
 * Clocks everybody of a crew in or out at one time, for example where the terminal was dead. Left out, and told, is who has clocked near
 * that time, and for an OUT, who has not clocked before.
 */
export function addCrewPunch(db: Db, order: CrewPunch, call: UserCall, preview: boolean): Promise<CrewPunchResult> {
  return actInBulk(db, call, preview, async (tx) => {
    const { accountId } = call.caller;
    const { day, time, direction } = order;
    const leftOut: { employeeId: string; message: string }[] = [];
    const added: string[] = [];
    const { result, attempts, employees } = await actIn(tx, call, {
      reason: order.reason,
      note: order.note || null,
      action: 'correction.make',
      preview,
      judges: false,
      summary: (count) =>
        msg('{count} {direction} {day} {time} of a crew', { count, direction: direction.toUpperCase(), day, time }),
      async attempts(_tx, read, seen, zone) {
        requireInReach({ from: day, to: day }, zone, call.now);
        const at = instantOn(zone, day, time);
        const people = await crewOf(tx, call, order);
        if (people.length > MAX_PIECES)
          throw new Refusal('TOO_LARGE', msg('More than {most} people. Choose a crew.', { most: MAX_PIECES }));
        const span = { from: at - LONGEST_SHIFT_MS, to: at + NEAR.out.after };
        const asked = { spans: [span], employeeIds: people, until: call.now };
        const punches = Map.groupBy(await selectChosenPunches(tx, accountId, asked), (one) => one.employeeId);
        for (const employeeId of people) {
          const own = (punches.get(employeeId) ?? []).map((one) => ({ ...one, at: Date.parse(one.at) }));
          const { before, after } = NEAR[direction];
          const isNear = own.some(
            (one) =>
              one.at >= at - before &&
              one.at <= at + after &&
              (one.direction === 'auto' || one.direction === direction),
          );
          if (isNear) leftOut.push({ employeeId, message: words('Has clocked already.') });
          else if (direction === 'out' && !own.some((one) => one.at < at))
            leftOut.push({ employeeId, message: words('Has not clocked in.') });
          else added.push(employeeId);
        }
        const items = added.map(
          (employeeId): CorrectionItem => ({
            day,
            basis: '',
            change: { do: 'add-punch', employeeId, at: new Date(at).toISOString(), direction },
          }),
        );
        const context = await read({
          changes: [
            ...items.map(({ change }) => change),
            // Read for their names.
            ...leftOut
              .slice(0, LISTED)
              .map(
                ({ employeeId }) =>
                  ({ do: 'add-punch', employeeId, at: new Date(at).toISOString(), direction }) as const,
              ),
          ],
          rows: [],
        });
        return items.map((item) =>
          attempt(null, call.now, () => {
            requireSeen(item, context, seen);
            return resolveItem(item, context);
          }),
        );
      },
    });
    requireSome(attempts, leftOut.length);
    for (const [i, one] of attempts.entries()) {
      const employeeId = added[i];
      if (employeeId && one instanceof Refusal)
        leftOut.push({ employeeId, message: one.message, ...(one.words && { words: one.words }) });
    }
    const written = attempts.filter((one) => !(one instanceof Refusal)).length;
    const answer = {
      actId: result.actId,
      added: written,
      leftOut: leftOut.slice(0, LISTED).flatMap(({ employeeId, message }) => {
        const employee = employees.get(employeeId);
        if (!employee) return [];
        const { number, firstName, lastName } = employee;
        return [{ employee: { _id: employeeId, number, firstName, lastName }, message }];
      }),
      leftOutCount: leftOut.length,
    };
    return { answer, written };
  });
}

/** Returns the employees of a crew who count on a day and are the caller's to correct. */
async function crewOf(tx: Db, { caller }: UserCall, { day, employeeIds, ...filters }: CrewPunch): Promise<string[]> {
  const { timeGroups, employeeGroups, jobDescriptions } = filters;
  const crew = await readCrew(tx, caller, { timeGroups, employeeGroups, jobDescriptions });
  const isMember = await readMembers(tx, caller.accountId, crew, employeeIds);
  const known = await selectKnown(tx, caller.accountId, [day]);
  const counted = new Set(known.filter((one) => isCounted(one, day)).map(({ employeeId }) => employeeId));
  const employed = await selectEmployed(tx, caller.accountId, employeeIds ?? null);
  return employed
    .filter(({ employeeId }) => counted.has(employeeId) && (isMember?.(employeeId, day) ?? true))
    .map(({ employeeId }) => employeeId);
}
