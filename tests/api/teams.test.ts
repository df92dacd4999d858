import { expect, it } from 'vitest';
import type { Team } from '#contract/masterData/teams.ts';
import type { TeamEntry } from '#contract/office/teamEntries.ts';
import { sql } from '#server/platform/db/db.ts';
import { backupCalls } from '#tests/support/backupCalls.ts';
import { sessionNow } from '#tests/support/containers.ts';
import { givenAdmin, givenEmployer } from '#tests/support/factories.ts';
import { givenGroup } from '#tests/support/factories.work.ts';
import { ASKED, CORRECTS, MONDAY } from '#tests/support/ledger.ts';
import { RULE } from '#tests/support/payWorld.ts';
import { clocked, givenTeam, member } from '#tests/support/teams.ts';
import { useTestApp } from '#tests/support/testApp.ts';

/** The work of a team (docs/reference/teams.md). */
const t = useTestApp();
const given = (division?: Team['division'], more?: object) => givenTeam(t, division, more);

it('divides by the hours of the day, also of a member who left at noon, and takes it back and counts it again as one', async () => {
  const one = await given();
  await clocked(one);
  const { status, body } = await one.add('230');
  expect(status, JSON.stringify(body)).toBe(200);
  expect(await one.units()).toEqual([90, 90, 50]);
  const [entry] = await one.list();
  expect(entry).toMatchObject({ team: { name: 'Blue' }, units: '230', counts: true, isKept: false });
  expect(entry?.parts.map(({ units }) => units).sort()).toEqual(['50', '90', '90']);
  const why = await one.site.explain(one.people[2] ?? '');
  expect(why.entries).toMatchObject([{ units: '50.000', team: { name: 'Blue', units: '230', people: 3 } }]);
  expect(why.flags ?? []).not.toContain('piecework-without-clock');
  expect((await one.site.ask(`/team-entries/${entry?._id}/counts`, { counts: false })).status).toBe(200);
  expect(await one.units()).toEqual([0, 0, 0]);
  expect((await one.site.ask(`/team-entries/${entry?._id}/counts`, { counts: false })).status).toBe(409);
  expect((await one.site.ask(`/team-entries/${entry?._id}/counts`, { counts: true })).status).toBe(200);
  expect(await one.units()).toEqual([90, 90, 50]);
});

it('is taken back with the parts that were corrected, which count again with the others as they were corrected', async () => {
  const one = await given('equal');
  await clocked(one);
  await one.add('90');
  const [, second = '', third = ''] = one.people;
  const recordOf = async (employeeId: string) => ((await one.site.explain(employeeId)).entries ?? [])[0]?.entryId ?? '';
  const change = await one.site.corrected(second, [
    { do: 'replace-entry', recordId: await recordOf(second), units: '80' },
  ]);
  await one.site.corrected(third, [
    { do: 'replace-entry', recordId: await recordOf(third), employeeId: one.people[0] ?? '' },
  ]);
  const parts = async () => (await one.list())[0]?.parts.map(({ employee, units }) => [employee._id, units]).sort();
  expect(await one.units()).toEqual([60, 80, 0]);
  expect(await parts()).toEqual(
    [
      [one.people[0], '30'],
      [one.people[0], '30'],
      [second, '80'],
    ].sort(),
  );
  const [entry] = await one.list();
  const counts = (counts: boolean) => one.site.ask(`/team-entries/${entry?._id}/counts`, { counts });
  expect((await counts(false)).status).toBe(200);
  expect(await one.units()).toEqual([0, 0, 0]);
  expect(await parts()).toEqual([]);
  const { piecework } = (await one.site.get(`/stats/person/${second}?from=${MONDAY}&to=${MONDAY}`)).days[0];
  expect(Number(piecework?.units ?? 0)).toBe(0);
  expect((await counts(true)).status).toBe(200);
  expect(await one.units()).toEqual([60, 80, 0]);
  // Undone while it is taken back, it is a part as the others.
  await counts(false);
  const [done] = change.results;
  const undone = await one.site.undo([done?.outcome === 'applied' ? done.correctionId : undefined]);
  expect(undone.status, JSON.stringify(undone.body)).toBe(200);
  expect(await one.units()).toEqual([0, 0, 0]);
  await counts(true);
  expect(await one.units()).toEqual([60, 30, 0]);
});

it('divides anew when hours, corrections, members or the way of division change', async () => {
  const one = await given();
  expect((await one.add('30')).status).toBe(200);
  // Nobody has clocked: equally.
  expect(await one.units()).toEqual([10, 10, 10]);
  await clocked(one);
  await one.add('200');
  expect(await one.units()).toEqual([90, 90, 50]);
  const made = await one.site.corrected(one.people[2] ?? '', [
    { do: 'void-punch', recordId: await one.site.recordOf(one.people[2] ?? '', '12:00') },
    { do: 'add-punch', employeeId: one.people[2] ?? '', at: one.site.at('16:00'), direction: 'out' },
  ]);
  expect(await one.units()).toEqual([76.667, 76.667, 76.666]);
  await one.site.undo(made.results.map((result) => (result.outcome === 'applied' ? result.correctionId : undefined)));
  expect(await one.units()).toEqual([90, 90, 50]);
  await one.change({ members: one.people.slice(0, 2).map((id) => member(id)) });
  expect(await one.units()).toEqual([115, 115, 0]);
  await one.change({
    division: 'shares',
    members: one.people.map((id, n) => member(id, { share: ['1', '1', '8'][n] })),
  });
  expect(await one.units()).toEqual([23, 23, 184]);
});

it('keeps the division of a locked day, says so, and divides anew once it is open again', async () => {
  const one = await given();
  await clocked(one);
  await one.add('230');
  const { body: lock } = await one.site.ask('/period-locks', { from: MONDAY, to: MONDAY });
  await one.change({ members: one.people.slice(0, 2).map((id) => member(id)) });
  expect(await one.units()).toEqual([90, 90, 50]);
  expect(await one.list()).toMatchObject([{ units: '230', isKept: true }]);
  expect((await one.add('1')).body.errorCode).toBe('PERIOD_LOCKED');
  const [entry] = await one.list();
  expect((await one.site.ask(`/team-entries/${entry?._id}/counts`, { counts: false })).body.errorCode).toBe(
    'PERIOD_LOCKED',
  );
  await one.site.ask(`/period-locks/${lock._id}/reopen`, { reason: 'Members were wrong' });
  expect(await one.units()).toEqual([115, 115, 0]);
});

it('refuses who may not: own days, days out of reach, and where output must be individual', async () => {
  const one = await given();
  expect((await one.add('0')).status).toBe(400);
  expect((await one.add('1', { day: '2027-01-01' })).body.errorCode).toBe('DATE_OUT_OF_RANGE');
  expect((await one.add('1', { teamId: one.people[0] })).status).toBe(404);
  const self = await one.site.other(CORRECTS, one.people[0] ?? '');
  const own = { teamId: one.team._id, day: MONDAY, units: '1', lookup1Code: null, lookup2Code: null };
  expect((await one.site.ask('/team-entries', own, self)).body.errorCode).toBe('OWN_RECORD');
  // Nor through the hours of another member.
  await clocked(one);
  await one.add('230');
  const recordId = await one.site.recordOf(one.people[2] ?? '', '12:00');
  const items = await one.site.items(one.people[2] ?? '', [{ do: 'void-punch', recordId }], MONDAY);
  expect((await one.site.ask('/corrections', { reason: 'wrong-person', items }, self)).body.errorCode).toBe(
    'OWN_RECORD',
  );
  expect(await one.units()).toEqual([90, 90, 50]);
  const empty = await given('equal', { members: [] });
  expect((await empty.add('1')).body.errorCode).toBe('CONFLICT');
  // One who left the team the week before has no part.
  const left = await given('equal');
  await left.change({ members: left.people.map((id, n) => member(id, n === 0 ? { to: '2026-11-16' } : {})) });
  await left.add('1');
  expect(await left.units()).toEqual([0, 0.5, 0.5]);
});

it('is refused with the reason where the pay rules of a member want individual output', async () => {
  const one = await given('equal');
  const payer = await one.site.other([...CORRECTS, 'Pay.MANAGE']);
  const rule = { ...RULE, timeGroupId: null, from: null, individualOutput: true };
  expect((await one.site.ask('/pay/rules', rule, payer)).status).toBe(200);
  expect(await one.add('3')).toMatchObject({ status: 409, body: { errorCode: 'CONFLICT' } });
  expect((await one.add('3')).body.message).toBe(
    'The pay rules of Thandi Nkosi want individual output: what a team made cannot be paid by the piece.',
  );
  expect(await one.list()).toEqual([]);
});

it('is that of teams all of whose members a user with a scope may know', async () => {
  const one = await given('equal');
  await one.add('3');
  const { accountId } = one.site;
  const asked = async (scope: object) => {
    const { userId } = await givenEmployer(t.db, { accountId, permissions: [...CORRECTS], scope });
    const token = await sessionNow(t, accountId, userId);
    const { entries, teams } = (await t.ask(`/v2/team-entries?from=${MONDAY}&to=${MONDAY}`, { token })).json();
    const body = { teamId: one.team._id, day: MONDAY, units: '3', lookup1Code: null, lookup2Code: null };
    const [{ _id }] = (await one.list()) as [TeamEntry];
    const set = await t.ask(`/v2/team-entries/${_id}/counts`, { token, body: { counts: false } });
    const added = await t.ask('/v2/team-entries', { token, body });
    return [entries.length, teams.length, added.statusCode, set.statusCode];
  };
  const group = await givenGroup(t.db, accountId, 'employee');
  await t.db.run(
    sql`update employee set employee_group_id = ${group} where account_id = ${accountId} and number <> '1'`,
  );
  expect(await asked({ employeeGroups: [group] })).toEqual([0, 0, 404, 404]);
  await t.db.run(sql`update employee set employee_group_id = ${group} where account_id = ${accountId}`);
  expect(await asked({ employeeGroups: [group] })).toEqual([1, 1, 200, 200]);
});

it('comes to the same parts in whatever order punches, members and entries arrive', async () => {
  const punches = [
    ['1', '07:00'],
    ['1', '15:20'],
    ['2', '06:30'],
    ['2', '12:10'],
    ['3', '09:00'],
    ['3', '16:00'],
  ] as const;
  const seen: number[][] = [];
  for (const turn of [0, 2, 4]) {
    const one = await given('equal');
    const acts = [
      ...punches.map(
        ([pin, time]) =>
          () =>
            one.site.send(pin, [time], ASKED),
      ),
      () => one.add('100.001'),
      () => one.change({ division: 'hours' }),
    ];
    for (const act of [...acts.slice(turn), ...acts.slice(0, turn)]) await act();
    seen.push(await one.units());
  }
  const [first] = seen;
  expect(seen).toEqual([first, first, first]);
  expect(first?.reduce((sum, units) => sum + units, 0)).toBeCloseTo(100.001, 9);
});

it('is divided anew by a restore, which has the parts of then and the entries and members of now', async () => {
  const one = await given('equal');
  await clocked(one);
  await one.add('90');
  const admin = await givenAdmin(t.db);
  const token = await sessionNow(t, admin.accountId, admin.userId);
  const calls = backupCalls(t, () => token);
  const { archive } = await calls.backUp(one.site.accountId);
  const merge = async () => {
    const { status } = await calls.restore(archive, one.site.accountId, 'merge', ['Payroll Data', 'Clock Records']);
    expect(status).toMatchObject({ status: 'Successful' });
  };
  const [entry] = await one.list();
  await one.site.ask(`/team-entries/${entry?._id}/counts`, { counts: false });
  await merge();
  expect([await one.units(), (await one.list())[0]?.counts]).toEqual([[0, 0, 0], false]);
  await one.site.ask(`/team-entries/${entry?._id}/counts`, { counts: true });
  await one.change({ members: [member(one.people[0] ?? '')] });
  expect(await one.units()).toEqual([90, 0, 0]);
  await merge();
  expect((await one.units()).reduce((sum, units) => sum + units, 0)).toBe(90);
});

it.each(['Payroll Data', 'Clock Records'] as const)(
  'has as many units after a restore of %s as its list says, also on a locked day',
  async (item) => {
    const one = await given('equal');
    await clocked(one);
    const admin = await givenAdmin(t.db);
    const calls = backupCalls(t, await sessionNow(t, admin.accountId, admin.userId).then((token) => () => token));
    const { archive: empty } = await calls.backUp(one.site.accountId);
    await one.add('90');
    const { archive: full } = await calls.backUp(one.site.accountId);
    const restore = async (archive: Parameters<typeof calls.restore>[0], strategy: 'merge' | 'replace') => {
      const { status } = await calls.restore(archive, one.site.accountId, strategy, [item]);
      expect(status).toMatchObject({ status: 'Successful' });
      const listed = (await one.list()).flatMap(({ parts }) => parts.map(({ units }) => Number(units)));
      const sum = (await one.units()).reduce((all, units) => all + units, 0);
      expect(sum).toBe(listed.reduce((all, units) => all + units, 0));
      return sum;
    };
    expect(await restore(empty, 'replace')).toBe(item === 'Payroll Data' ? 0 : 90);
    expect(await restore(full, 'replace')).toBe(90);
    // Of what was taken back, or divided among others, before its day was locked, no part comes back.
    await one.change({ members: [member(one.people[0] ?? '')] });
    const { body: lock } = await one.site.ask('/period-locks', { from: MONDAY, to: MONDAY });
    expect([await restore(full, 'merge'), await one.units()]).toEqual([90, [90, 0, 0]]);
    await one.site.ask(`/period-locks/${lock._id}/reopen`, { reason: 'Counted twice' });
    const [entry] = await one.list();
    await one.site.ask(`/team-entries/${entry?._id}/counts`, { counts: false });
    await one.site.ask('/period-locks', { from: MONDAY, to: MONDAY });
    expect(await restore(full, 'merge')).toBe(0);
  },
);

it('belongs to the account alone', async () => {
  const [one, other] = [await given(), await given()];
  await one.add('3');
  const [entry] = await one.list();
  expect(await other.list()).toEqual([]);
  expect((await other.add('1', { teamId: one.team._id })).status).toBe(404);
  expect((await other.site.ask(`/team-entries/${entry?._id}/counts`, { counts: false })).status).toBe(404);
});

it('is named in the report of piecework, with the units of each row that are parts, as they were corrected', async () => {
  const one = await given('equal');
  await clocked(one);
  await one.add('90');
  await one.site.work('1', [{ units: '5' }]);
  const { accountId } = one.site;
  const { userId } = await givenEmployer(t.db, {
    accountId,
    permissions: ['Stats.GENERATE_REPORTS', 'Stats.GET_PERFORMANCE_METRICS'],
  });
  const token = await sessionNow(t, accountId, userId);
  const report = async (options: object = {}) => {
    const columns = ['number', 'units', ...('sums' in options ? [] : ['teams']), 'teamUnits'];
    const body = {
      reportType: 'piecework-performance',
      dates: { from: MONDAY, to: MONDAY },
      options: { columns, ...options },
    };
    const answer = await t.ask('/v2/stats/generateReport', { token, body });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.body.trim().split('\r\n').slice(1);
  };
  expect(await report()).toEqual(['1,35,Blue,30', '2,30,Blue,30', '3,30,Blue,30']);
  const [, second = '', third = ''] = one.people;
  const recordOf = async (id: string) => ((await one.site.explain(id)).entries ?? [])[0]?.entryId ?? '';
  await one.site.corrected(second, [{ do: 'replace-entry', recordId: await recordOf(second), units: '80' }]);
  await one.site.corrected(third, [{ do: 'void-entry', recordId: await recordOf(third) }]);
  expect(await report()).toEqual(['1,35,Blue,30', '2,80,Blue,80']);
  expect(await report({ sums: { by: 'person' } })).toEqual(['1,35,30', '2,80,80']);
  // Of the next day: no units of this one.
  const [first = ''] = one.people;
  const entries = (await one.site.explain(first)).entries ?? [];
  const recordId = entries.find(({ team }) => team)?.entryId ?? '';
  await one.site.corrected(first, [{ do: 'replace-entry', recordId, startedAt: '2026-11-24T09:00:00+02:00' }]);
  expect(await report()).toEqual(['1,5,,', '2,80,Blue,80']);
});
