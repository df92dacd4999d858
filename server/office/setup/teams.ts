import { v7 as uuidv7 } from 'uuid';
import { MAX_TEAMS, type TeamValue } from '#contract/masterData/teams.ts';
import { msg, words } from '#contract/platform/words.ts';
import { loadCalendar } from '../../attendance/calendars.ts';
import { joined } from '../../attendance/recalculated.ts';
import { selectTeamWork } from '../../attendance/teams.sql.ts';
import { dayOfWork, divideAnew, membersOn } from '../../attendance/teams.ts';
import { selectNames } from '../../masterData/employees.sql.ts';
import { withPaidDays } from '../../masterData/lockedPay.ts';
import { deleteTeams, selectTeams, type TeamRow, upsertTeam } from '../../masterData/teams.sql.ts';
import type { SetupRun } from './run.ts';
import { type Results, requireOthersPay, type Written } from './words.ts';

type Change = TeamValue & { ref: string; row: TeamRow | undefined };

/** Writes teams, which are the application's own, and divides what they made anew. */
export async function writeTeams(
  run: SetupRun,
  changes: readonly Change[],
  deleted: readonly TeamRow[] = [],
): Promise<Results> {
  const { tx, accountId, now } = run.scope;
  const results: Results = new Map();
  for (const change of changes) results.set(change.ref, await writeOne(run, change));
  const ids = deleted.map(({ id }) => id);
  if (ids.length > 0) {
    await deleteTeams(tx, accountId, ids, now);
    run.wrote = true;
  }
  for (const id of ids) results.set(id, { outcome: 'deleted', id });
  return results;
}

const membersOf = ({ members }: TeamValue) =>
  members.map(({ employeeId, from, to, share }) => ({ employeeId, from, to, share }));

async function writeOne(run: SetupRun, { row, name, division, ...given }: Change): Promise<Written> {
  const { tx, accountId, now } = run.scope;
  const members = membersOf({ name, division, ...given });
  const others = (await selectTeams(tx, accountId)).filter(({ id }) => id !== row?.id);
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    return { refused: msg('There is a team "{name}" already.', { name }), field: 'name', isTaken: true };
  if (!row && others.length >= MAX_TEAMS)
    return { refused: msg('At most {most} teams', { most: MAX_TEAMS }), field: 'name' };
  const known = await selectNames(
    tx,
    accountId,
    members.map(({ employeeId }) => employeeId),
  );
  if (known.length < members.length) return { refused: words('Employee not found'), field: 'members' };
  if (members.some(({ from, to }) => from !== null && to !== null && from > to))
    return { refused: words('The last day is before the first'), field: 'members' };
  const id = row?.id ?? uuidv7({ msecs: now.getTime() });
  const isDividedAsBefore = row?.division === division && JSON.stringify(membersOf(row)) === JSON.stringify(members);
  if (row?.name === name && isDividedAsBefore) return { outcome: 'unchanged', id };
  if (row && !isDividedAsBefore) {
    const day = await dayWithoutMembers(run, row, members);
    if (day)
      return {
        field: 'members',
        refused: msg(
          'Nobody would be left for what the team made on {day}. Take that back first, under Work, or keep a member.',
          { day },
        ),
      };
  }
  await upsertTeam(tx, accountId, { id, name, division, members });
  const divided = row && !isDividedAsBefore ? await divideAnew(tx, accountId, { teamId: id }, now) : [];
  requireOthersPay(run, ...divided.map(({ employeeId }) => employeeId));
  const days = new Map(divided.map((one) => [one.employeeId, one.days]));
  run.paid = joined(run.paid, await withPaidDays(tx, accountId, days));
  run.wrote = true;
  return { outcome: row ? 'changed' : 'added', id };
}

/** Returns a day on which a team made something that counts, and would have no members any more. */
async function dayWithoutMembers({ scope: { tx, accountId } }: SetupRun, row: TeamRow, members: TeamValue['members']) {
  const work = (await selectTeamWork(tx, accountId, { teamId: row.id })).filter(({ isRemoved }) => !isRemoved);
  const calendar = await loadCalendar(tx, accountId);
  return work
    .map((one) => dayOfWork(calendar, one))
    .find((day) => membersOn(row, day).length > 0 && membersOn({ members }, day).length === 0);
}
