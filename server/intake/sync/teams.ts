import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { syncDevice } from '#contract/intake/sync.ts';
import { loadCalendar } from '../../attendance/calendars.ts';
import { insertOnce } from '../../attendance/insertOnce.ts';
import { noteFirstRecord, raiseDataVersion } from '../../attendance/records.sql.ts';
import type { Outcome } from '../../attendance/store.ts';
import { insertTeamEntries, selectUsedByTeamEntries, type TeamEntryRow } from '../../attendance/teams.sql.ts';
import { dayOfWork, divideAnew, membersOn } from '../../attendance/teams.ts';
import { readIndividualOutput } from '../../masterData/individualOutput.ts';
import type { Db } from '../../platform/db/db.ts';
import type { LocalDate } from '../../platform/zone.ts';
import { selectTeamMembers, selectTeamsTold } from './teams.sql.ts';

export type IncomingTeamEntry = Omit<TeamEntryRow, 'id' | 'date' | 'madeBy' | 'deviceId'> & { deviceId: string };

/**
 * Stores what teams made, as a device counted it, and divides it; of a team that was deleted too. Refused where the output of a member must be individual. The
 * caller holds the account's lock. Outcomes are in input order.
 */
export async function storeTeamEntries(
  tx: Db,
  accountId: string,
  entries: readonly IncomingTeamEntry[],
  receivedAt: Date,
): Promise<Outcome[]> {
  if (entries.length === 0) return [];
  const calendar = await loadCalendar(tx, accountId);
  const teams = new Map(
    (await selectTeamMembers(tx, accountId, [...new Set(entries.map(({ teamId }) => teamId))])).map((one) => [
      one.id,
      one,
    ]),
  );
  const everybody = [...teams.values()].flatMap(({ members }) => members.map(({ employeeId }) => employeeId));
  const isAlone = await readIndividualOutput(tx, accountId, everybody);
  const refusal = ({ teamId, at }: IncomingTeamEntry) => {
    const team = teams.get(teamId);
    if (!team) return 'unknown-team';
    const day = dayOfWork(calendar, { date: null, at: Date.parse(at) });
    return membersOn(team, day).some(({ employeeId }) => isAlone(employeeId, day)) ? 'individual-output' : undefined;
  };
  const good = entries.filter((entry) => refusal(entry) === undefined);
  const { stored, outcomes } = await insertOnce(good, receivedAt, {
    insert: (rows) =>
      insertTeamEntries(
        tx,
        accountId,
        receivedAt,
        rows.map((row) => ({ ...row, date: null, madeBy: null })),
      ),
    selectUsed: (rows) => selectUsedByTeamEntries(tx, accountId, rows),
  });
  if (stored.length > 0) {
    // Of a locked day too: it is listed there as any late record is.
    await divideAnew(tx, accountId, { entryIds: stored.map(({ id }) => id) }, receivedAt, true);
    await noteFirstRecord(tx, accountId, stored.map(({ at }) => at).sort()[0]);
    await raiseDataVersion(tx, accountId, receivedAt);
  }
  const ofGood = new Map(good.map((entry, nth) => [entry, outcomes[nth]]));
  return entries.map((entry) => ofGood.get(entry) ?? { rejected: refusal(entry) ?? 'unknown-team' });
}

type Told = NonNullable<z.input<typeof syncDevice.response>['teams']>;
/** Returns the teams that a device may count for, and their hash, by which they are sent only where they have changed. */
export async function teamsFor(
  tx: Db,
  of: { accountId: string; deviceId: string },
  today: LocalDate,
): Promise<{ teams: Told; mark: string }> {
  const told = await selectTeamsTold(tx, of, today);
  const isAlone = await readIndividualOutput(
    tx,
    of.accountId,
    told.flatMap(({ members }) => members.map(({ employeeId }) => employeeId)),
  );
  const teams = told.map(({ members, ...team }) => ({
    ...team,
    isIndividual: membersOn({ members }, today).some(({ employeeId }) => isAlone(employeeId, today)),
    members: members.map(({ employeeId, from, to }) => ({ employeeId, from, to })),
  }));
  return { teams, mark: createHash('sha256').update(JSON.stringify(teams)).digest('hex').slice(0, 16) };
}
