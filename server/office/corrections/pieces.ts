import type { CorrectionItem } from '#contract/figures/corrections.ts';
import type { PieceAct, PieceChange, PieceChoice, PieceOrder, PiecesResult } from '#contract/intake/pieces.ts';
import { MAX_PIECES } from '#contract/platform/limits.ts';
import { msg, words } from '#contract/platform/words.ts';
import { loadCalendar } from '../../attendance/calendars.ts';
import { selectMembers } from '../../attendance/facts.sql.ts';
import { dayKey } from '../../attendance/ledger.sql.ts';
import type { Start } from '../../attendance/piecework.ts';
import { readCrew, readMemberIds, readMembers } from '../../figures/stats/crew.ts';
import type { UserCall } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, invalid, Refusal } from '../../platform/http/errors.ts';
import { addDays, datesOf, localDateOf, type Zone } from '../../platform/zone.ts';
import { actIn, actInBulk, attempt } from './act.ts';
import type { Attempt } from './attempts.ts';
import {
  basisOf,
  doublesOf,
  isOfWorkDays,
  itemOfEntry,
  itemOfPunch,
  type OfWorkDay,
  peopleOf,
  spansOfChoice,
  sumsOf,
  wordsOfChoice,
} from './chosenPieces.ts';
import {
  type ChosenEntry,
  type ChosenPunch,
  MOST_READ,
  selectChosenEntries,
  selectChosenPunches,
} from './pieces.sql.ts';
import { resolveItem } from './resolve.ts';
import { type Owned, requireInReach } from './resolved.ts';
import { requireSeen } from './seen.ts';
import { readWorkDays } from './workDays.ts';

const LISTED = 200;

type Records = { entries: OfWorkDay<ChosenEntry>[]; punches: OfWorkDay<ChosenPunch>[] };
/** The records of an act, and those that fit by now but were received after its preview. */
type Chosen = Records & { later: Records };

/**
 * Changes, gives away or sets aside all entries that fit a choice, in one act under the account's lock (docs/reference/corrections.md#pieces-in-bulk). A preview carries the same act out
 * and rolls it back. Records that were received after the preview stay as they are and are counted: on a working day more arrive all the time. Refused as a whole
 * where nothing can be applied, with the first reason; CONFLICT where the preview was of another act: of what had been received by then other entries fit, other
 * ones are refused, or something else is asked for.
 */
export function actOnPieces(
  db: Db,
  order: PieceOrder | PieceAct,
  call: UserCall,
  preview: boolean,
): Promise<PiecesResult> {
  return actInBulk(db, call, preview, async (tx) => {
    const answer = await carriedOut(tx, order, call, preview);
    return { answer, written: answer.applied + answer.punches };
  });
}

async function carriedOut(
  tx: Db,
  order: PieceOrder | PieceAct,
  call: UserCall,
  preview: boolean,
): Promise<PiecesResult> {
  const { choice, change } = order;
  const people = choice.employeeIds ?? [];
  const until = ('basis' in order && order.receivedUntil) || call.now.toISOString();
  const known: { chosen?: Chosen; arrived?: number } = {};
  const { result, attempts, employees } = await actIn(tx, call, {
    reason: order.reason,
    note: order.note || null,
    action: 'correction.make',
    preview,
    judges: change.do !== 'void' && Boolean(change.withPunches),
    summary: (applied) =>
      msg('{applied} of piecework, {choice}: {change, select, change {change} void {void} other {swap}}', {
        ...{ applied, choice: wordsOfChoice(choice), change: change.do },
      }),
    async attempts(_tx, read, seen, zone) {
      const chosen = await readChosen(tx, call, order, zone, new Date(until));
      const items = itemsOf(chosen, change, people);
      known.chosen = chosen;
      known.arrived = itemsOf(chosen.later, change, people).length;
      const context = await read({ changes: items.map((item) => item.change), rows: [] });
      return items.map((item) =>
        attempt(null, call.now, () => {
          const whole: CorrectionItem = { ...item, basis: '' };
          requireUnits(whole);
          requireSeen(whole, context, seen);
          return resolveItem(whole, context);
        }),
      );
    },
  });
  const { entries, punches } = known.chosen ?? { entries: [], punches: [] };
  const refused = attempts.filter((one) => one instanceof Refusal);
  const applied = attempts.filter((one): one is Exclude<Attempt, Refusal> => !(one instanceof Refusal));
  const [first] = refused;
  if (applied.length === 0 && first) throw first;
  const outcomes = attempts.map((one) => (one instanceof Refusal ? one.errorCode : ''));
  const basis = basisOf({ choice, change, entries, punches, outcomes });
  if ('basis' in order && order.basis !== basis)
    throw conflict(words('Other pieces fit by now, or other ones are refused. Look at them again.'));
  const before = applied.flatMap(({ resolved }) => entriesOf(resolved.removed));
  const after = applied.flatMap(({ resolved }) => entriesOf(resolved.added));
  const touched = peopleOf(before, after).flatMap(({ employeeId, ...sides }) => {
    const employee = employees.get(employeeId);
    if (!employee) return [];
    const { number, firstName, lastName } = employee;
    return [{ employee: { _id: employeeId, number, firstName, lastName }, ...sides }];
  });
  const corrected = [...entries, ...punches].filter(({ correctionId }) => correctionId !== null).length;
  const reasons = Map.groupBy(refused, ({ errorCode }) => errorCode);
  return {
    actId: result.actId,
    basis,
    receivedUntil: until,
    arrived: known.arrived ?? 0,
    chosen: entries.length,
    applied: applied.filter(({ resolved: { row } }) => row.table === 'entry').length,
    punches: applied.filter(({ resolved: { row } }) => row.table === 'punch').length,
    unchanged: [
      ...(corrected > 0 ? [{ errorCode: 'CONFLICT' as const, message: CORRECTED, count: corrected }] : []),
      ...[...reasons].map(([errorCode, some]) => ({
        errorCode,
        message: some[0]?.message ?? '',
        words: some[0]?.words,
        count: some.length,
      })),
    ],
    before: sumsOf(before).slice(0, LISTED),
    after: sumsOf(after).slice(0, LISTED),
    people: touched.sort((a, b) => b.before.entries - a.before.entries).slice(0, LISTED),
    peopleCount: touched.length,
    effects: result.effects,
  };
}
const CORRECTED = words('Typed in or corrected already: undo that first.');

/** Returns the items of records that are as they were received; none for those that are so already. */
function itemsOf({ entries, punches }: Records, change: PieceChange, people: readonly string[]) {
  const isOwn = <R extends OfWorkDay<ChosenEntry | ChosenPunch>>(one: R): one is R & { recordId: string } =>
    one.recordId !== null && one.correctionId === null;
  return [
    ...entries.filter(isOwn).map((one) => itemOfEntry(one, change, people)),
    ...punches.filter(isOwn).map((one) => itemOfPunch(one, change, people)),
  ].filter((item) => item !== null);
}

const entriesOf = (some: readonly Owned[]) =>
  some.flatMap(({ employeeId, entry }) => (entry ? [{ employeeId, entry }] : []));

const isLater = (one: ChosenEntry | ChosenPunch) => one.isLater;
const isKnown = (one: ChosenEntry | ChosenPunch) => !one.isLater;

/** Units beyond what an entry can hold are refused, as they are of a device. */
function requireUnits({ change }: CorrectionItem) {
  if ('units' in change && String(change.units ?? '').replace(/^-|\..*$/g, '').length > 12)
    throw invalid('change.factor', words('These are too many units'));
}

/** Reads the entries of the caller's people that fit, and the clock-ins that go with them. */
async function readChosen(
  tx: Db,
  { caller, now }: UserCall,
  { choice, change }: PieceOrder,
  zone: Zone,
  until: Date,
): Promise<Chosen> {
  const { accountId } = caller;
  requireInReach(choice, zone, now);
  const spans = spansOfChoice(choice, zone);
  const { timeGroups, employeeGroups, jobDescriptions } = choice;
  const crew = await readCrew(tx, caller, { timeGroups, employeeGroups, jobDescriptions });
  const isMember = await readMembers(tx, accountId, crew, choice.employeeIds);
  const employeeIds = await readMemberIds(tx, accountId, crew, choice.employeeIds);
  const read = await selectChosenEntries(tx, accountId, { ...choice, employeeIds, spans, own: crew.lookup1, until });
  if (read.length > MOST_READ) throw tooMany();
  const withPunches = change.do !== 'void' && change.withPunches && choice.employeeIds;
  const clocked = withPunches
    ? await selectChosenPunches(tx, accountId, { spans, employeeIds: choice.employeeIds, until })
    : [];
  const dayOf = await readWorkDayOf(tx, accountId, [...read, ...clocked], choice, zone);
  const own = <R extends { employeeId: string }>(some: readonly R[], startIn: (one: R) => Start) =>
    some.flatMap((one): OfWorkDay<R>[] => {
      const day = dayOf(one.employeeId, startIn(one));
      const isChosen = !isOfWorkDays(choice) || (day >= choice.from && day <= choice.to);
      return isChosen && (isMember?.(one.employeeId, day) ?? true) ? [{ ...one, day }] : [];
    });
  // One of which only the date is known began at no time of a day.
  const timely = isOfWorkDays(choice) ? read : read.filter(({ date }) => date === null);
  const fitting = own(timely, ({ startedAt, date }) => date ?? Date.parse(startedAt));
  const chosenOf = (some: OfWorkDay<ChosenEntry>[]) =>
    choice.doublesWithin === undefined ? some : doublesOf(some, choice.doublesWithin);
  const entries = chosenOf(fitting.filter(isKnown));
  const clockIns = own(clocked, ({ at }) => Date.parse(at));
  const punches = clockIns.filter(isKnown);
  if (entries.length + punches.length > MAX_PIECES) throw tooMany();
  return {
    entries,
    punches,
    later: { entries: chosenOf(fitting).filter(isLater), punches: clockIns.filter(isLater) },
  };
}

/** Reads the work days of some records around the days of a choice; of a record that no day is derived of its date. */
async function readWorkDayOf(
  tx: Db,
  accountId: string,
  records: readonly { employeeId: string }[],
  { from, to }: PieceChoice,
  zone: Zone,
) {
  const ids = [...new Set(records.map(({ employeeId }) => employeeId))];
  const members = await selectMembers(tx, accountId, ids);
  const calendar = await loadCalendar(tx, accountId);
  const days = { from: addDays(from, -2), to: addDays(to, 2) };
  const asked = ids.flatMap((employeeId) => datesOf(days.from, days.to).map((day) => ({ employeeId, day })));
  const people = new Map(members.map((one) => [one.employeeId, one]));
  const work = await readWorkDays(tx, accountId, asked, { calendar, people, isOfWork: () => true });
  return (employeeId: string, start: Start) => {
    if (typeof start === 'string') return start;
    const near = localDateOf(zone, start);
    const found = [0, -1, 1, -2, 2]
      .map((plus) => addDays(near, plus))
      .find((day) => {
        const own = work.get(dayKey({ employeeId, day }));
        return own?.entries.has(start) || own?.punches.has(start);
      });
    return found ?? near;
  };
}

const tooMany = () =>
  new Refusal(
    'TOO_LARGE',
    msg('More than {most} entries fit. Choose fewer days, people or times.', { most: MAX_PIECES }),
  );
