import { z } from 'zod';
import { correctedEmployee } from '../figures/corrections.ts';
import { documentId, instant, line, localDate, ok, TYPED_UNITS } from '../platform/common.ts';
import { employer, endpoint } from '../platform/endpoint.ts';
import { words } from '../platform/words.ts';

/** Work of teams, as the office types and looks for it (docs/reference/teams.md). */
export const MAX_LISTED_TEAM_ENTRIES = 500;

export const teamEntry = z.object({
  _id: documentId,
  team: z.object({ _id: documentId, name: z.string() }),
  day: localDate,
  /** Null: of that day, at no time. */
  at: instant.nullable(),
  units: z.string(),
  product: z.string().nullable(),
  block: z.string().nullable(),
  /** The device or the user that it came from. */
  by: z.string().nullable(),
  /** False: a user took it back. */
  counts: z.boolean(),
  /** Its day is locked, and it would be divided otherwise now. */
  isKept: z.boolean(),
  parts: z.array(z.object({ employee: correctedEmployee, units: z.string() })),
});
export type TeamEntry = z.infer<typeof teamEntry>;

export const listTeamEntries = endpoint({
  method: 'GET',
  path: '/team-entries',
  access: employer('Stats.GET_PERFORMANCE_METRICS'),
  scope: 'people',
  summary: `What teams made on some days and the part of each member, newest first: at most ${MAX_LISTED_TEAM_ENTRIES}; and the teams that there are.`,
  query: z.strictObject({ from: localDate, to: localDate }),
  response: z.object({
    entries: z.array(teamEntry).max(MAX_LISTED_TEAM_ENTRIES),
    more: z.boolean(),
    teams: z.array(z.object({ _id: documentId, name: z.string() })),
  }),
  refusals: ['DATE_OUT_OF_RANGE'],
});

const acting = {
  method: 'POST',
  access: employer('Attendance.CORRECT'),
  scope: 'people',
  response: ok,
  refusals: ['CONFLICT', 'PERIOD_LOCKED', 'OWN_RECORD', 'DATE_OUT_OF_RANGE', 'NOT_FOUND', 'UNAVAILABLE'],
} as const;
const code = line(60).nullable();
export const addTeamEntry = endpoint({
  ...acting,
  path: '/team-entries',
  summary:
    'Add what a team made on a day; each member gets a part. Refused where the output of a member must be individual.',
  body: z.strictObject({
    teamId: documentId,
    day: localDate,
    units: z
      .string()
      .regex(TYPED_UNITS, words('A number of at most 3 decimals'))
      .refine((text) => Number(text) > 0, { error: words('More than 0') }),
    lookup1Code: code,
    lookup2Code: code,
  }),
});
export const setTeamEntryCounts = endpoint({
  ...acting,
  path: '/team-entries/:teamEntryId/counts',
  summary: 'Take back what a team made, from all members at once, or make it count again.',
  params: z.object({ teamEntryId: documentId }),
  body: z.strictObject({ counts: z.boolean() }),
});
