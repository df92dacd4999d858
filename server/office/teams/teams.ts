import { v7 as uuidv7 } from 'uuid';
import { type addTeamEntry, MAX_LISTED_TEAM_ENTRIES, type TeamEntry } from '#contract/office/teamEntries.ts';
import type { ParsedRequestOf } from '#contract/platform/endpoint.ts';
import { msg, words } from '#contract/platform/words.ts';
import { loadCalendar } from '../../attendance/calendars.ts';
import { raiseDataVersion } from '../../attendance/records.sql.ts';
import { insertTeamEntries, selectTeamWork, setRemoved, type TeamWork } from '../../attendance/teams.sql.ts';
import { dayOfWork, differs, divideAnew, dividedNow, membersOn, readIsKept } from '../../attendance/teams.ts';
import { readLocked } from '../../masterData/daysMoved.ts';
import { selectNames } from '../../masterData/employees.sql.ts';
import { readIndividualOutput } from '../../masterData/individualOutput.ts';
import { selectTeams } from '../../masterData/teams.sql.ts';
import { audit, by, type UserCall } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import type { UserCaller } from '../../platform/http/callers.ts';
import { conflict, notFound } from '../../platform/http/errors.ts';
import { lockAccount } from '../../platform/tenant/account.ts';
import { dayBounds, type LocalDate, localDateOf } from '../../platform/zone.ts';
import { movesLockedDay, ownRecord, periodLocked } from '../corrections/attempts.ts';
import { selectActing } from '../corrections/corrections.sql.ts';
import { oldestOf, requireInReach, tooOld } from '../corrections/resolved.ts';
import { requireNoRestore } from '../corrections/restoring.ts';
import { readSeen, type Seen } from '../corrections/seen.ts';
import { selectNamesOfWork } from './teams.sql.ts';

const noTeam = () => notFound(words('Team not found'));
const noEntry = () => notFound(words('Entry not found'));

const areSeen = (seen: Seen, employeeIds: readonly string[], day: LocalDate) =>
  !seen || employeeIds.every((id) => seen.isMember?.(id, day) ?? true);
/** Tells whether work of a team is within a scope: all of its members, and what it made. */
const isSeen = (seen: Seen, employeeIds: readonly string[], day: LocalDate, lookup1: string | null) =>
  areSeen(seen, employeeIds, day) && (seen?.isOfWork(lookup1) ?? true);
const peopleOf = (work: TeamWork, day: LocalDate) => [
  ...new Set([...membersOn(work, day), ...work.parts].map(({ employeeId }) => employeeId)),
];

/** Returns whose a part is, and of how many units, as the office corrected it. */
const countedAs = (part: TeamWork['parts'][number]) => part.corrected ?? part;

/** Locks the account and reads what every act on a team's work asks. */
async function begin(tx: Db, { caller, now }: UserCall) {
  const { accountId } = caller;
  await lockAccount(tx, accountId);
  const calendar = await loadCalendar(tx, accountId);
  const acting = await selectActing(tx, accountId, caller.userId);
  requireNoRestore(acting.isRestoring);
  const oldest = oldestOf({ today: localDateOf(calendar.zone, now.getTime()), correctionDays: acting.correctionDays });
  return { calendar, oldest, ...acting, seen: await readSeen(tx, caller, now) };
}
type Begun = Awaited<ReturnType<typeof begin>>;

/** Divides work that was added, taken back or made to count again; refuses where that moves a locked day or one's own. */
async function settle(
  tx: Db,
  { caller, now }: UserCall,
  { calendar, ownEmployeeId }: Begun,
  id: string,
  day: LocalDate,
) {
  const { accountId } = caller;
  const { isLocked, movesLocked } = await readLocked(tx, accountId, calendar, now);
  const moved = await divideAnew(tx, accountId, { entryIds: [id] }, now, true);
  const changed = [day, ...moved.flatMap(({ days }) => days)];
  if (movesLocked(changed)) throw changed.some(isLocked) ? periodLocked() : movesLockedDay();
  if (moved.some(({ employeeId }) => employeeId === ownEmployeeId)) throw ownRecord();
  await raiseDataVersion(tx, accountId, now);
}

/** Refuses what could not be paid: of a team without members, or with one whose output must be individual (docs/reference/pay.md#piece-pay). */
async function requireShareable(tx: Db, accountId: string, employeeIds: readonly string[], day: LocalDate) {
  if (employeeIds.length === 0) throw conflict(words('This team has no members on that day.'));
  const isAlone = await readIndividualOutput(tx, accountId, employeeIds);
  const [first] = await selectNames(
    tx,
    accountId,
    employeeIds.filter((id) => isAlone(id, day)),
  );
  if (first)
    throw conflict(
      msg('The pay rules of {name} want individual output: what a team made cannot be paid by the piece.', {
        name: `${first.firstName} ${first.lastName}`.trim(),
      }),
    );
}

/** Adds what a team made on a day, in one act. */
export function addWork(db: Db, body: ParsedRequestOf<typeof addTeamEntry>['body'], call: UserCall) {
  const { caller, now } = call;
  const { accountId } = caller;
  const { teamId, day, units } = body;
  return db.tenant(accountId, async (tx) => {
    const begun = await begin(tx, call);
    const { calendar, seen, oldest } = begun;
    requireInReach({ from: day, to: day }, calendar.zone, now);
    if (day < oldest) throw tooOld(oldest);
    const team = (await selectTeams(tx, accountId)).find(({ id }) => id === teamId);
    const members = team ? membersOn(team, day).map(({ employeeId }) => employeeId) : [];
    if (!team || !isSeen(seen, members, day, body.lookup1Code || null)) throw noTeam();
    await requireShareable(tx, accountId, members, day);
    const id = uuidv7({ msecs: now.getTime() });
    const at = new Date(dayBounds(calendar.zone, day).start).toISOString();
    await insertTeamEntries(tx, accountId, now, [
      {
        ...{ id, teamId, units, at, date: day, lookup1: body.lookup1Code || null, lookup2: body.lookup2Code || null },
        ...{ deviceId: null, source: 'office', recordId: id, clock: null, means: null, madeBy: caller.fullName },
      },
    ]);
    await settle(tx, call, begun, id, day);
    await audit(tx, {
      ...by(call),
      ...{ accountId, action: 'correction.make', target: team.name },
      detail: msg('{units} of a team, {day}', { units, day }),
    });
    return call.answered(tx, { ok: true } as const);
  });
}

/** Takes back what a team made, or makes it count again. */
export function setCounts(db: Db, id: string, counts: boolean, call: UserCall) {
  const { caller, now } = call;
  const { accountId } = caller;
  return db.tenant(accountId, async (tx) => {
    const begun = await begin(tx, call);
    const { calendar, seen, oldest } = begun;
    const [work] = await selectTeamWork(tx, accountId, { entryIds: [id] });
    const day = work ? dayOfWork(calendar, work) : '';
    if (!work || !isSeen(seen, peopleOf(work, day), day, work.lookup1)) throw noEntry();
    if (work.isRemoved !== counts)
      throw conflict(counts ? words('This counts already.') : words('This was undone already.'));
    if (day < oldest) throw tooOld(oldest);
    const members = membersOn(work, day).map(({ employeeId }) => employeeId);
    if (counts) await requireShareable(tx, accountId, members, day);
    await setRemoved(tx, accountId, id, counts ? null : now);
    await settle(tx, call, begun, id, day);
    const name = (await selectTeams(tx, accountId)).find(({ id: teamId }) => teamId === work.teamId)?.name;
    await audit(tx, {
      ...by(call),
      ...{ accountId, action: counts ? 'correction.make' : 'correction.undo', target: name ?? id },
      detail: msg('{units} of a team, {day}', { units: work.units, day }),
    });
    return call.answered(tx, { ok: true } as const);
  });
}

/** Returns what teams made on some days, newest first, and the teams that a user may choose, which are those whose members they may know. */
export async function listWork(
  tx: Db,
  caller: UserCaller,
  { from, to }: { from: LocalDate; to: LocalDate },
  now: Date,
) {
  const { accountId } = caller;
  const calendar = await loadCalendar(tx, accountId);
  const seen = await readSeen(tx, caller, now);
  const span = {
    from: new Date(dayBounds(calendar.zone, from).start),
    to: new Date(dayBounds(calendar.zone, to).end - 1),
  };
  const all = (await selectTeamWork(tx, accountId, span)).filter((work) => {
    const day = dayOfWork(calendar, work);
    return isSeen(seen, peopleOf(work, day), day, work.lookup1);
  });
  const shown = all.reverse().slice(0, MAX_LISTED_TEAM_ENTRIES);
  const wanted = await dividedNow(tx, accountId, calendar, shown);
  const isKept = await readIsKept(tx, accountId, calendar);
  const names = await selectNamesOfWork(
    tx,
    accountId,
    shown.map(({ id }) => id),
  );
  const employeeIds = new Set(shown.flatMap(({ parts }) => parts.flatMap((part) => countedAs(part).employeeId ?? [])));
  const employees = new Map(
    (await selectNames(tx, accountId, [...employeeIds])).map(({ id: _id, ...name }) => [_id, { _id, ...name }]),
  );
  const entries = shown.map((work): TeamEntry => {
    const { id, date, at, units, isRemoved, parts } = work;
    const now = wanted.get(id) ?? [];
    const { teamId = '', team = '', product = null, block = null, by: source = null } = names.get(id) ?? {};
    return {
      ...{ _id: id, team: { _id: teamId, name: team }, day: dayOfWork(calendar, work) },
      ...{ at: date === null ? new Date(at).toISOString() : null, units, product, block, by: source },
      ...{ counts: !isRemoved, isKept: differs(work, now) && isKept(work, now) },
      parts: parts.map(countedAs).flatMap(({ employeeId, units: own }) => {
        const employee = employees.get(employeeId ?? '');
        return employee && own !== null && own !== '0' && !isRemoved ? [{ employee, units: own }] : [];
      }),
    };
  });
  const teams = (await selectTeams(tx, accountId)).filter((team) =>
    areSeen(
      seen,
      membersOn(team, to).map(({ employeeId }) => employeeId),
      to,
    ),
  );
  return {
    entries,
    more: all.length > shown.length,
    teams: teams.map(({ id: _id, name }) => ({ _id, name })),
  };
}
