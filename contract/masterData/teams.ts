import { z } from 'zod';
import { correctedEmployee } from '../figures/corrections.ts';
import { documentId, localDate, ok, requiredTypedLine } from '../platform/common.ts';
import { recordEndpoints } from '../platform/endpoint.ts';
import { words } from '../platform/words.ts';
import { access, basis, ownOrNamedAccount, setupRecord, withBasis, writes } from './setupRecords.ts';

/** Teams whose members share what they make together (docs/reference/teams.md). */
export const MAX_TEAMS = 200;
export const MAX_TEAM_MEMBERS = 100;
export const TEAM_DIVISIONS = ['equal', 'hours', 'shares'] as const;
export type TeamDivision = (typeof TEAM_DIVISIONS)[number];

/** A decimal text like '1' or '0.5'. */
const share = z.string().regex(/^\d{1,6}(\.\d{1,3})?$/, { error: words('Use a decimal with at most 3 places') });
export const teamMember = z.strictObject({
  employeeId: documentId,
  /** The first and the last day of the membership; null: not limited. */
  from: localDate.nullable(),
  to: localDate.nullable(),
  /** Of fixed shares; null: 1. */
  share: share.nullable(),
});
export type TeamMember = z.infer<typeof teamMember>;
const fields = {
  name: requiredTypedLine(words('Name is required'), 60),
  division: z.enum(TEAM_DIVISIONS),
  members: z
    .array(teamMember)
    .max(MAX_TEAM_MEMBERS)
    .refine((members) => new Set(members.map(({ employeeId }) => employeeId)).size === members.length, {
      error: words('Each employee once'),
    }),
};
export const team = z.object({
  ...setupRecord.shape,
  ...fields,
  name: z.string(),
  members: z.array(teamMember.extend({ employee: correctedEmployee.nullable() })),
});
export type Team = z.infer<typeof team>;
export type TeamValue = { name: string; division: TeamDivision; members: TeamMember[] };

const params = z.object({ teamId: documentId });
export const {
  list: listTeams,
  create: createTeam,
  update: updateTeam,
  remove: deleteTeam,
} = recordEndpoints(
  { path: '/setup/teams', access, params, refusals: writes },
  {
    list: {
      summary: 'Teams that are not deleted, by name, with their members.',
      query: ownOrNamedAccount,
      response: z.object({ teams: z.array(team) }),
    },
    create: { summary: 'Adds a team.', query: ownOrNamedAccount, body: z.strictObject(fields), response: team },
    update: {
      summary:
        'Changes a team; what it made is divided anew, except on locked days. 409 PERIOD_LOCKED where that would move a locked day through an open one.',
      query: ownOrNamedAccount,
      body: z.strictObject({ ...fields, basis }),
      response: team,
    },
    remove: { summary: 'Deletes a team; what it made stays, and is divided as ever.', query: withBasis, response: ok },
  },
);
