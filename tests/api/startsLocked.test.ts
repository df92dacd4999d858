import { expect, it } from 'vitest';
import type { Team } from '#contract/masterData/teams.ts';
import { BIN, givenSetup } from '../support/containers.ts';
import { givenSupervised, MONDAY } from '../support/ledger.ts';
import { useTestApp } from '../support/testApp.ts';

/**
 * Acts on work that is given to others, which would move the first day on which one of them counts (docs/reference/attendance.md#who-counts) before a locked
 * day: they would be absent on it.
 */
const t = useTestApp();
const TUESDAY = '2026-11-24';
const WEDNESDAY = '2026-11-25';
const LOCKED = { status: 409, body: { errorCode: 'PERIOD_LOCKED' } };

/** The first works from Monday on; the second is first seen on Wednesday. */
async function given() {
  const site = await givenSupervised(t);
  const { _id: kindId } = await givenSetup(t, site.accountId, 'container-kinds', BIN);
  const first = await site.person('1');
  const second = await site.person('2', { receivedAt: `${WEDNESDAY}T09:00:00Z` });
  await site.send('1', ['07:00', '16:00', `${TUESDAY} 07:00`, `${TUESDAY} 16:00`]);
  const fill = (pin: string, time: string) =>
    site.work(pin, [{ startedAt: new Date(site.at(time)), units: '350', container: { number: '4711', kindId } }]);
  const members = [first, second].map((employeeId) => ({ employeeId, from: null, to: null, share: null }));
  const { _id: teamId } = await givenSetup<Team>(t, site.accountId, 'teams', {
    ...{ name: 'Mixed', division: 'equal', members },
  });
  const lock = () => site.ask('/period-locks', { from: TUESDAY, to: TUESDAY });
  const people = async (date: string): Promise<string[]> =>
    (await site.get(`/stats/employee/by-attendance-status/total?referenceDate=${date}`)).entries.map(
      ({ employee, status }: { employee: { number: string }; status: string }) => `${employee.number} ${status}`,
    );
  const make = () =>
    site.ask('/team-entries', { teamId, day: MONDAY, units: '10', lookup1Code: null, lookup2Code: null });
  return { site, first, fill, lock, people, make };
}

it('is refused of what a team made before it', async () => {
  const { site, lock, people, make } = await given();
  await site.send('2', [`${WEDNESDAY} 07:00`]);
  const { _id } = (await lock()).body;
  const was = await people(TUESDAY);
  expect(await make()).toMatchObject(LOCKED);
  expect(await people(TUESDAY)).toEqual(was);
  await site.ask(`/period-locks/${_id}/reopen`, { reason: 'Their first day' });
  expect(await make()).toMatchObject({ status: 200 });
  expect(await people(TUESDAY)).toEqual(['1 present', '2 absent']);
});

it('is refused of a container that would be theirs', async () => {
  const { site, first, fill, lock, people } = await given();
  await fill('1', '09:00');
  await fill('2', '09:30');
  await site.send('2', [`${WEDNESDAY} 07:00`]);
  await lock();
  const was = await people(TUESDAY);
  const recordId = await site.recordOf(first, '09:00');
  expect(await site.correct(first, [{ do: 'void-entry', recordId }])).toMatchObject(LOCKED);
  expect(await people(TUESDAY)).toEqual(was);
});
