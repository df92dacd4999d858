import { expect, it } from 'vitest';
import type { Team } from '#contract/masterData/teams.ts';
import type { TeamEntry } from '#contract/office/teamEntries.ts';
import { givenPay, MONDAY, TUESDAY, WEEK } from '#tests/support/payWorld.ts';
import { useTestApp } from '#tests/support/testApp.ts';

/** Members, shares and divisions of teams whose work is paid together with locked days (docs/reference/corrections.md#locks), and what nobody is left for. */
const t = useTestApp();
const WEDNESDAY = '2026-11-11';
const nine = (crate?: number) => ({ from: '07:00', to: '16:00', ...(crate && { units: { crate } }) });
const eleven = { from: '07:00', to: '18:00', units: { crate: 150 } };
type People = Parameters<typeof givenPay>[1];

/** A team of two, who have the same part of what they make. */
async function given(people: People, rule: object, hours: object = {}) {
  const world = await givenPay(t, people, {}, hours);
  await world.rate('piece', '3.10', { lookup1: 'crate' });
  await world.rate('minimum', '28.79');
  await world.rule({ premiumBase: 'greater', ...rule });
  const { rows } = await world.people();
  const ids = rows.map(({ employee }) => employee._id);
  const member = (employeeId: string, more: object = {}) => ({
    employeeId,
    from: null,
    to: null,
    share: null,
    ...more,
  });
  const members = ids.map((id) => member(id));
  const { _id: teamId } = await world.ask('/setup/teams', { name: 'Blue', division: 'equal', members });
  const add = (units: string, day: string) =>
    world.asked('/team-entries', { teamId, day, units, lookup1Code: 'crate', lookup2Code: null });
  const change = async (fields: object) => {
    const { teams }: { teams: Team[] } = await world.ask('/setup/teams');
    const { name, division, basis } = teams.find(({ _id }) => _id === teamId) as Team;
    return world.asked(`/setup/teams/${teamId}`, { name, division, members, ...fields, basis }, 'PUT');
  };
  const list = async (): Promise<TeamEntry[]> => (await world.ask(`/team-entries?${WEEK}`)).entries;
  const parts = async () => (await list()).map((entry) => entry.parts.map(({ units }) => units));
  const paid = async () => JSON.stringify((await world.people()).rows);
  return { ...world, ids, member, add, change, list, parts, paid };
}
const LOCKED = { status: 409, body: { errorCode: 'PERIOD_LOCKED' } };

it('refuses members who would move the top-up of a locked week through an open day', async () => {
  const one = await given(
    { 1: { [MONDAY]: nine(), [TUESDAY]: nine(100) }, 2: { [MONDAY]: nine(), [TUESDAY]: nine(100) } },
    { window: 'workweek' },
  );
  expect(await one.add('100', MONDAY)).toMatchObject({ status: 200 });
  const { _id } = await one.ask('/period-locks', { from: TUESDAY, to: '2026-11-15' });
  const was = await one.paid();
  const [first = '', second = ''] = one.ids;
  const shares = [one.member(first, { share: '8' }), one.member(second, { share: '2' })];
  expect(await one.change({ division: 'shares', members: shares })).toMatchObject(LOCKED);
  expect(await one.change({ members: [one.member(first)] })).toMatchObject(LOCKED);
  expect([await one.paid(), await one.parts()]).toEqual([was, [['50', '50']]]);
  // What changes no figure is taken.
  expect(await one.change({ name: 'Green' })).toMatchObject({ status: 200 });
  expect(await one.change({ division: 'hours' })).toMatchObject({ status: 200 });
  await one.ask(`/period-locks/${_id}/reopen`, { reason: 'Wrong members' });
  expect(await one.change({ division: 'shares', members: shares })).toMatchObject({ status: 200 });
  expect((await one.parts())[0]?.toSorted()).toEqual(['20', '80']);
});

it('refuses members who would move the premium of a locked day before theirs', async () => {
  const people = { 1: { [MONDAY]: eleven, [WEDNESDAY]: nine() }, 2: { [MONDAY]: eleven, [WEDNESDAY]: nine() } };
  const one = await given(people, { window: 'day' }, { dayLimitMinutes: 540 });
  expect(await one.add('400', WEDNESDAY)).toMatchObject({ status: 200 });
  await one.ask('/period-locks', { from: MONDAY, to: TUESDAY });
  const was = await one.paid();
  expect(await one.change({ members: [one.member(one.ids[0] ?? '')] })).toMatchObject(LOCKED);
  expect([await one.paid(), await one.parts()]).toEqual([was, [['200', '200']]]);
});

it('refuses to leave nobody for what a team made on a day, whose units would be in no figure', async () => {
  const one = await given({ 1: { [MONDAY]: nine() }, 2: { [MONDAY]: nine() } }, {});
  expect(await one.add('10', MONDAY)).toMatchObject({ status: 200 });
  const [first = ''] = one.ids;
  const nobody = {
    status: 400,
    body: {
      message: `Nobody would be left for what the team made on ${MONDAY}. Take that back first, under Work, or keep a member.`,
    },
  };
  expect(await one.change({ members: [] })).toMatchObject(nobody);
  expect(await one.change({ members: [one.member(first, { from: TUESDAY })] })).toMatchObject(nobody);
  expect(await one.parts()).toEqual([['5', '5']]);
  expect(await one.change({ members: [one.member(first, { to: MONDAY })] })).toMatchObject({ status: 200 });
  const [entry] = await one.list();
  await one.ask(`/team-entries/${entry?._id}/counts`, { counts: false });
  expect(await one.change({ members: [] })).toMatchObject({ status: 200 });
  // Without members it cannot count again either.
  expect(await one.asked(`/team-entries/${entry?._id}/counts`, { counts: true })).toMatchObject({
    ...{ status: 409, body: { message: 'This team has no members on that day.' } },
  });
});

it('does not make count again what could not be paid by the piece', async () => {
  const one = await given({ 1: { [MONDAY]: nine() }, 2: { [MONDAY]: nine() } }, {});
  expect(await one.add('10', MONDAY)).toMatchObject({ status: 200 });
  const [entry] = await one.list();
  const counts = (counts: boolean) => one.asked(`/team-entries/${entry?._id}/counts`, { counts });
  await counts(false);
  await one.rule({ premiumBase: 'greater', individualOutput: true, from: MONDAY });
  expect(await counts(true)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('individual output') },
  });
});

it('refuses hours of a member by which another one has another part, whose top-up of a locked day it would move', async () => {
  const work = (crate: number) => ({ [MONDAY]: nine(crate), [TUESDAY]: nine(crate) });
  const one = await given({ 1: work(400), 2: work(10) }, { window: 'workweek', premiumBase: 'minimum' });
  expect(await one.change({ division: 'hours' })).toMatchObject({ status: 200 });
  expect(await one.add('100', MONDAY)).toMatchObject({ status: 200 });
  await one.ask('/period-locks', { from: TUESDAY, to: '2026-11-15' });
  const was = await one.paid();
  const [first = ''] = one.ids;
  const { basis } = await one.ask(`/stats/employee/${first}/day?referenceDate=${MONDAY}`);
  const items = ['17:00', '21:00'].map((time, nth) => ({
    ...{ day: MONDAY, basis },
    change: {
      ...{ do: 'add-punch', employeeId: first, at: `${MONDAY}T${time}:00+02:00` },
      direction: nth === 0 ? 'in' : 'out',
    },
  }));
  const { results } = await one.ask('/corrections', { reason: 'forgot-to-clock', items });
  expect(results.map(({ errorCode }: { errorCode?: string }) => errorCode)).toEqual(['PERIOD_LOCKED', 'PERIOD_LOCKED']);
  expect(await one.paid()).toBe(was);
});
