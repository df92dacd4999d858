import { expect, it } from 'vitest';
import type { Team } from '#contract/masterData/teams.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenRecorder } from '#tests/support/containers.ts';
import { CORRECTS, MONDAY } from '#tests/support/ledger.ts';
import { RULE } from '#tests/support/payWorld.ts';
import { clocked, givenTeam, member } from '#tests/support/teams.ts';
import { useTestApp } from '#tests/support/testApp.ts';

/** Work of a team, counted at a Recorder (docs/reference/teams.md#at-the-recorder). */
const t = useTestApp();

async function given(division: Team['division'] = 'hours', more: object = {}) {
  const one = await givenTeam(t, division, more);
  const sync = await givenRecorder(t, one.site, 'TEAMS');
  let serial = 0;
  const made = (units: string, over: object = {}) => ({
    ...{ recordId: `t${++serial}`, sequence: serial, at: one.site.at('11:00'), teamId: one.team._id, units },
    ...over,
  });
  const count = (units: string, over: object = {}) => sync({ teamEntries: [made(units, over)] });
  return { ...one, sync, made, count };
}

it('is divided as what the office adds is, once however often it is sent, and lists the device', async () => {
  const one = await given();
  const { sync, made, units, list } = one;
  const entry = made('230', { lookup1Code: 'APPLE' });
  expect(await sync({ teamEntries: [entry] })).toMatchObject({ accepted: 1, duplicates: 0, rejected: [] });
  // Before anybody has clocked: equally.
  expect((await units()).reduce((sum, own) => sum + own, 0)).toBeCloseTo(230, 9);
  await clocked(one);
  expect(await units()).toEqual([90, 90, 50]);
  expect(await sync({ teamEntries: [entry, entry] })).toMatchObject({ accepted: 0, duplicates: 2 });
  expect(await sync({ teamEntries: [{ ...entry, units: '231' }] })).toMatchObject({
    rejected: [{ recordId: entry.recordId, reason: 'id-used' }],
  });
  expect(await units()).toEqual([90, 90, 50]);
  expect(await list()).toMatchObject([{ units: '230', product: 'APPLE', by: 'New Device', counts: true }]);
});

it('takes back what it counted, and is taken back by the office', async () => {
  const { count, units, list, site } = await given('equal');
  await count('30');
  await count('-10');
  expect(await units()).toEqual([6.666, 6.667, 6.667]);
  const taken = (await list()).find((entry) => entry.units === '30');
  expect((await site.ask(`/team-entries/${taken?._id}/counts`, { counts: false })).status).toBe(200);
  expect((await units()).reduce((sum, own) => sum + own, 0)).toBeCloseTo(-10, 9);
});

it('rejects by itself what cannot be read, and what no team of the account made', async () => {
  const { sync, made, units } = await given('equal');
  const stranger = await given();
  const bad = [
    made('1', { teamId: 'Blue' }),
    made('1', { teamId: stranger.team._id }),
    made('1.2345'),
    made('1', { employeeNumber: '1' }),
    made('1', { at: 'today' }),
  ];
  const answer = await sync({ teamEntries: [...bad, made('3')] });
  expect(answer).toMatchObject({ accepted: 1, duplicates: 0 });
  expect(answer.rejected).toHaveLength(bad.length);
  expect(answer.rejected).toContainEqual({ recordId: bad[1]?.recordId, reason: 'unknown-team' });
  expect(await units()).toEqual([1, 1, 1]);
});

it('is refused with the reason where output must be individual, and taken once it need not be', async () => {
  const { sync, made, units, site } = await given('equal');
  const payer = await site.other([...CORRECTS, 'Pay.MANAGE']);
  const rule = { ...RULE, timeGroupId: null, from: null, individualOutput: true };
  const { body: saved } = await site.ask('/pay/rules', rule, payer);
  const entry = made('3');
  const told = await sync({ teamEntries: [entry] });
  expect(told.rejected).toEqual([{ recordId: entry.recordId, reason: 'individual-output' }]);
  expect(told.teams).toMatchObject([{ name: 'Blue', isIndividual: true }]);
  const answer = await t.ask(`/v2/pay/rules/${saved._id}?basis=${saved.basis}`, { token: payer, method: 'DELETE' });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(await sync({ teamEntries: [entry] })).toMatchObject({ accepted: 1, teams: [{ isIndividual: false }] });
  expect(await units()).toEqual([1, 1, 1]);
});

it('is offered where all members of a team are people of the device, and told again only once it changed', async () => {
  const { sync, site, people, team, change } = await given('equal');
  const first = await sync();
  expect(first.teams).toEqual([
    {
      ...{ _id: team._id, name: 'Blue', isIndividual: false },
      members: people.map((employeeId) => ({ employeeId, from: null, to: null })),
    },
  ]);
  const second = await sync({ cursor: first.cursor });
  expect(second.teams).toBeUndefined();
  await change({ members: people.map((id, n) => member(id, n === 0 ? { to: '2026-11-24' } : {})) });
  const third = await sync({ cursor: second.cursor });
  // A membership that is over is not told.
  expect(third.teams).toMatchObject([{ members: [{ employeeId: people[1] }, { employeeId: people[2] }] }]);
  await t.db.run(
    sql`update employee set is_active = false, changed_version = (select data_version + 1 from account a where a.account_id = employee.account_id)
      where account_id = ${site.accountId} and employee_id = ${people[1] ?? ''}`,
  );
  await t.db.run(sql`update account set data_version = data_version + 1 where account_id = ${site.accountId}`);
  // One who has left the company keeps nobody from counting for the others.
  expect((await sync({ cursor: third.cursor })).teams).toMatchObject([{ members: [{ employeeId: people[2] }] }]);
});

it('of a wrong clock is set aside, and counts once when it is sent with the right time', async () => {
  const { count, units, list, sync, made } = await given('equal');
  const late = made('3', { at: '1970-01-01T00:00:00Z' });
  const ahead = made('3', { at: '2027-01-01T00:00:00Z' });
  expect(await sync({ teamEntries: [late, ahead] })).toMatchObject({ accepted: 2 });
  expect(await units()).toEqual([0, 0, 0]);
  expect(await list()).toEqual([]);
  expect(await sync({ teamEntries: [{ ...late, at: `${MONDAY}T09:00:00Z` }] })).toMatchObject({ accepted: 1 });
  expect(await units()).toEqual([1, 1, 1]);
  await count('3', { clock: 'unverified' });
  expect(await units()).toEqual([2, 2, 2]);
});

it('of a team that was deleted or changed meanwhile goes to the members of its day', async () => {
  const { count, units, change, people, site, list, team } = await given('equal');
  await change({ members: people.map((id, n) => member(id, n === 0 ? { to: '2026-11-22' } : {})) });
  await count('3');
  expect(await units()).toEqual([0, 1.5, 1.5]);
  await t.db.run(sql`update team set deleted_at = now() where account_id = ${site.accountId}`);
  await count('1');
  expect(await units()).toEqual([0, 2, 2]);
  expect(await list()).toMatchObject([{ team: { _id: team._id } }, { team: { _id: team._id } }]);
});

it('for a locked day is divided and listed as changed after the lock; later changes leave it', async () => {
  const { count, units, change, people, site, list } = await given('equal');
  await site.ask('/period-locks', { from: MONDAY, to: MONDAY });
  await count('3');
  expect(await units()).toEqual([1, 1, 1]);
  const { exceptions } = await site.get(`/exceptions?from=${MONDAY}&to=${MONDAY}`);
  expect(exceptions.map(({ kind }: { kind: string }) => kind)).toContain('changed-after-lock');
  await change({ members: people.slice(0, 2).map((id) => member(id)) });
  expect(await units()).toEqual([1, 1, 1]);
  expect(await list()).toMatchObject([{ isKept: true }]);
});

it('without members stays undivided on a locked day, also when some are added', async () => {
  const { count, units, change, people, site, list } = await given('equal', { members: [] });
  await count('3');
  await site.ask('/period-locks', { from: MONDAY, to: MONDAY });
  await change({ members: people.map((id) => member(id)) });
  expect(await units()).toEqual([0, 0, 0]);
  expect(await list()).toMatchObject([{ units: '3', isKept: true, parts: [] }]);
});
