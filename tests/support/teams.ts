import { expect } from 'vitest';
import type { Team } from '#contract/masterData/teams.ts';
import type { TeamEntry } from '#contract/office/teamEntries.ts';
import { givenSetup, sessionNow } from './containers.ts';
import { givenEmployer } from './factories.ts';
import { givenSupervised, MONDAY } from './ledger.ts';
import type { useTestApp } from './testApp.ts';

export const member = (employeeId: string, more: object = {}) => ({
  employeeId,
  from: null,
  to: null,
  share: null,
  ...more,
});

/** A team of three, who work from seven to four, and the last only until noon. */
export async function givenTeam(
  t: ReturnType<typeof useTestApp>,
  division: Team['division'] = 'hours',
  more: object = {},
) {
  const site = await givenSupervised(t);
  const people: string[] = [];
  for (const number of ['1', '2', '3']) people.push(await site.person(number, { timeId: number }));
  const team = await givenSetup<Team>(t, site.accountId, 'teams', {
    ...{
      name: 'Blue',
      division,
      members: people.map((id, n) => member(id, division === 'shares' ? { share: String(n + 1) } : {})),
    },
    ...more,
  });
  const add = (units: string, fields: object = {}) =>
    site.ask('/team-entries', {
      teamId: team._id,
      day: MONDAY,
      units,
      lookup1Code: null,
      lookup2Code: null,
      ...fields,
    });
  const list = async (): Promise<TeamEntry[]> => (await site.get(`/team-entries?from=${MONDAY}&to=${MONDAY}`)).entries;
  const units = () =>
    Promise.all(
      people.map(async (id) =>
        ((await site.explain(id)).entries ?? []).reduce((sum, { units }) => sum + Number(units), 0),
      ),
    );
  const change = async (fields: object) => {
    const { userId } = await givenEmployer(t.db, { accountId: site.accountId, permissions: ['Setup.MANAGE'] });
    const token = await sessionNow(t, site.accountId, userId);
    const { teams } = (await t.ask('/v2/setup/teams', { token })).json();
    const { basis } = teams.find(({ _id }: Team) => _id === team._id);
    const { name, members } = team;
    const answer = await t.ask(`/v2/setup/teams/${team._id}`, {
      ...{
        token,
        method: 'PUT',
        body: {
          name,
          division,
          members: members.map(({ employeeId, from, to, share }) => ({ employeeId, from, to, share })),
          ...fields,
          basis,
        },
      },
    });
    expect(answer.statusCode, answer.body).toBe(200);
  };
  return { site, people, team, add, list, units, change };
}
/** The three clock in and out. */
export const clocked = async ({ site }: Awaited<ReturnType<typeof givenTeam>>) => {
  await site.send('1', ['07:00', '16:00']);
  await site.send('2', ['07:00', '16:00']);
  await site.send('3', ['07:00', '12:00']);
};
