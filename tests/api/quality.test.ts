import { describe, expect, it } from 'vitest';
import type { Quality } from '#contract/figures/quality.ts';
import type { Defect } from '#contract/masterData/defects.ts';
import type { Permission } from '#contract/platform/permissions.ts';
import { sql } from '#server/platform/db/db.ts';
import { BIN, givenRecorder, givenSetup, sessionNow } from '#tests/support/containers.ts';
import { givenAccount, givenEmployer } from '#tests/support/factories.ts';
import { givenGroup } from '#tests/support/factories.work.ts';
import { alertsOf, eventInput } from '#tests/support/gates.ts';
import { CORRECTS, givenSupervised, MONDAY } from '#tests/support/ledger.ts';
import { useTestApp } from '#tests/support/testApp.ts';

/** Samples of what people pick (docs/reference/quality.md). */
const t = useTestApp();

describe('defects', () => {
  it('are added, renamed and deleted, each name once, twelve at most', async () => {
    const accountId = await givenAccount(t.db);
    const { token } = await givenEmployer(t.db, { accountId, permissions: ['Setup.MANAGE'] });
    const ask = async (path: string, body?: object, method?: 'PUT' | 'DELETE') => {
      const answer = await t.ask(`/v2/setup/defects${path}`, { token, body, ...(method && { method }) });
      return { status: answer.statusCode, body: answer.json() };
    };
    const { body: bruised } = await ask('', { name: 'Bruised' });
    expect((await ask('', { name: 'bruised ' })).body.errorCode).toBe('ALREADY_EXISTS');
    const { body: renamed } = await ask(`/${bruised._id}`, { name: 'Bruises', basis: bruised.basis }, 'PUT');
    expect((await ask(`/${bruised._id}?basis=${bruised.basis}`, undefined, 'DELETE')).body.errorCode).toBe('OUTDATED');
    for (let n = 2; n <= 12; n++) expect((await ask('', { name: `Defect ${n}` })).status).toBe(200);
    expect((await ask('', { name: 'Defect 13' })).body.message).toBe('At most 12 defects');
    expect((await ask(`/${bruised._id}?basis=${renamed.basis}`, undefined, 'DELETE')).status).toBe(200);
    expect((await ask('', { name: 'Defect 13' })).status).toBe(200);
    expect((await ask('')).body.defects).toHaveLength(12);
  });
});

describe('a sample', () => {
  const given = async () => {
    const site = await givenSupervised(t);
    const { _id: kindId } = await givenSetup(t, site.accountId, 'container-kinds', BIN);
    const bruised = await givenSetup<Defect>(t, site.accountId, 'defects', { name: 'Bruised' });
    const green = await givenSetup<Defect>(t, site.accountId, 'defects', { name: 'Green' });
    const [one, two] = [await site.person('1'), await site.person('2', { firstName: 'Sipho', lastName: 'Dube' })];
    const count = (pin: string, time: string, number = '4711') =>
      site.work(pin, [{ units: '350', startedAt: new Date(site.at(time)), container: { number, kindId } }]);
    const sync = await givenRecorder(t, site, 'QUALITY');
    let serial = 0;
    const look = (time: string, pieces: number, found: [Defect, number][], over: object = {}) => {
      const sample = {
        ...{ recordId: `s${++serial}`, at: new Date(site.at(time)).toISOString(), container: '4711', pieces },
        found: found.map(([{ _id: defectId }, some]) => ({ defectId, pieces: some })),
      };
      return sync({ samples: [{ ...sample, ...over }] });
    };
    const quality = (query = ''): Promise<Quality> => site.get(`/quality?from=${MONDAY}&to=${MONDAY}${query}`);
    return { site, bruised, green, one, two, count, sync, look, quality };
  };

  it('of a defect that was deleted and is added again is in one column with the earlier ones', async () => {
    const { site, bruised, count, look, quality } = await given();
    await count('1', '09:12');
    await look('09:30', 50, [[bruised, 2]]);
    const { userId } = await givenEmployer(t.db, { accountId: site.accountId, permissions: ['Setup.MANAGE'] });
    const token = await sessionNow(t, site.accountId, userId);
    const path = `/v2/setup/defects/${bruised._id}?basis=${bruised.basis}`;
    expect((await t.ask(path, { token, method: 'DELETE' })).statusCode).toBe(200);
    const again = await givenSetup<Defect>(t, site.accountId, 'defects', { name: 'bruised' });
    await look('09:40', 50, [[again, 3]]);
    const { defects, people } = await quality();
    expect(defects.map(({ name }) => name)).toEqual(['bruised', 'Green']);
    expect(people).toMatchObject([{ found: [5, 0] }]);
  });

  it('is of the person who filled the container, whichever arrives first, and follows a correction', async () => {
    const { site, bruised, green, one, two, count, look, quality } = await given();
    expect(await look('09:30', 50, [[bruised, 2]])).toMatchObject({ accepted: 1, rejected: [] });
    expect(await quality()).toMatchObject({ people: [], uncounted: 1 });
    await count('1', '09:00');
    await look('09:40', 50, [
      [bruised, 1],
      [green, 4],
    ]);
    const all = { samples: 2, pieces: 100, found: [3, 4] };
    expect(await quality()).toMatchObject({
      defects: [{ name: 'Bruised' }, { name: 'Green' }],
      people: [{ employee: { _id: one }, ...all }],
      ...{ all, days: [{ day: MONDAY, ...all }], uncounted: 0, setAside: 0 },
    });
    const recordId = await site.recordOf(one, '09:00');
    await site.corrected(one, [{ do: 'replace-entry', recordId, employeeId: two }]);
    expect((await quality()).people).toMatchObject([{ employee: { _id: two }, ...all }]);
    // The container is filled anew by another person.
    await count('1', '09:35');
    expect((await quality()).people).toHaveLength(1);
    const { containers, defects } = await site.get(`/containers?from=${MONDAY}&to=${MONDAY}`);
    expect(defects).toEqual(['Bruised', 'Green']);
    expect(containers.map(({ quality: own }: { quality: object | null }) => own)).toContainEqual(all);
  });

  it('is of a count exactly seven days before, and of none a second earlier', async () => {
    const { bruised, count, look, quality, one } = await given();
    await count('1', '2026-11-16 09:30');
    await look('09:30:01', 50, [[bruised, 1]]);
    expect(await quality()).toMatchObject({ people: [], uncounted: 1 });
    await look('09:30', 50, [[bruised, 2]]);
    expect(await quality()).toMatchObject({
      people: [{ employee: { _id: one }, pieces: 50, found: [2, 0] }],
      uncounted: 1,
    });
  });

  it('whose time is ahead of its receipt is in no figure, and is said', async () => {
    const { site, bruised, count, look } = await given();
    await count('1', '09:12');
    const ahead = { at: new Date(t.clock.now().getTime() + 600_000).toISOString(), recordId: 's' };
    expect(await look('09:30', 50, [[bruised, 2]], ahead)).toMatchObject({ accepted: 1 });
    const today = t.clock.now().toISOString().slice(0, 10);
    const found = await site.get(`/quality?from=${MONDAY}&to=${today}`);
    expect(found).toMatchObject({ people: [], uncounted: 0, setAside: 1 });
    expect(await look('09:30', 50, [[bruised, 2]], { recordId: 's' })).toMatchObject({ accepted: 1 });
    const again = await site.get(`/quality?from=${MONDAY}&to=${today}`);
    expect(again).toMatchObject({ all: { samples: 1 }, setAside: 0 });
  });

  const copies = 50_000;
  it('is one of very many, which are added up', async () => {
    const { site, bruised, green, one, count, look, quality } = await given();
    await count('1', '09:12');
    await look('09:30', 50, [[bruised, 2]]);
    await t.db.run(sql`insert into quality_sample select account_id, gen_random_uuid(), container, at, pieces, found, device_id, source,
        'copy ' || n, clock, means, received_at
      from quality_sample, generate_series(1, ${copies}) n where account_id = ${site.accountId}`);
    await look('09:40', 50, [[green, 1]]);
    const all = { samples: copies + 2, pieces: 50 * (copies + 2), found: [2 * (copies + 1), 1] };
    expect(await quality()).toMatchObject({ people: [{ employee: { _id: one }, ...all }], all, days: [all] });
    const { containers } = await site.get(`/containers?from=${MONDAY}&to=${MONDAY}`);
    expect(containers).toMatchObject([{ quality: all }]);
  });

  it('is asked about for fewer days where there are very many days of employees; not of one of them', async () => {
    const { site, bruised, one, two, look, count, quality } = await given();
    await count('1', '09:12');
    await count('2', '09:12', '4712');
    await look('09:30', 50, [[bruised, 2]]);
    await look('09:30', 50, [[bruised, 2]], { container: '4712' });
    await t.db.run(sql`insert into piecework_entry (account_id, piecework_entry_id, employee_id, lookup1_code, units, started_at, source, record_id, received_at,
        standing, container, full_until)
      select account_id, gen_random_uuid(), employee_id, 'code ' || n, units, started_at, source, 'copy ' || n, received_at, standing, 'copy ' || n, full_until
      from piecework_entry, generate_series(1, ${copies}) n where account_id = ${site.accountId} and employee_id = ${two}`);
    await t.db.run(sql`insert into quality_sample select account_id, gen_random_uuid(), 'copy ' || n, at, pieces, found, device_id, source,
        'copy ' || n, clock, means, received_at
      from quality_sample, generate_series(1, ${copies}) n where account_id = ${site.accountId} and container = '4712'`);
    await t.db.run(sql`analyze piecework_entry, quality_sample`);
    const refused = await site.ask(`/quality?from=${MONDAY}&to=${MONDAY}`);
    expect(refused).toMatchObject({ status: 413, body: { errorCode: 'TOO_LARGE' } });
    expect(refused.body.message).toBe('More than 50000 days of employees. Choose fewer days.');
    const crew = await givenGroup(t.db, site.accountId, 'employee', { name: 'Orchard' });
    await t.db.run(
      sql`update employee set employee_group_id = ${crew} where account_id = ${site.accountId} and employee_id = ${one}`,
    );
    expect(await quality(`&employeeId=${one}`)).toMatchObject({ all: { samples: 1, found: [2, 0] } });
    const scope = { employeeGroups: [crew] };
    const { userId } = await givenEmployer(t.db, { accountId: site.accountId, permissions: [...CORRECTS], scope });
    const token = await sessionNow(t, site.accountId, userId);
    const seen = await t.ask(`/v2/quality?from=${MONDAY}&to=${MONDAY}`, { token });
    expect(seen.json()).toMatchObject({ people: [{ employee: { _id: one } }], all: { samples: 1 } });
  });

  it('is stored once, and one that names what the account does not have is refused', async () => {
    const { bruised, look, sync } = await given();
    const sent = { recordId: 's' };
    expect(await look('09:30', 50, [[bruised, 2]], sent)).toMatchObject({ accepted: 1, duplicates: 0 });
    expect(await look('09:30', 50, [[bruised, 2]], sent)).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(await look('09:30', 50, [[bruised, 3]], sent)).toMatchObject({ rejected: [{ reason: 'id-used' }] });
    const other = await givenSetup<Defect>(t, await givenAccount(t.db), 'defects', { name: 'Bruised' });
    expect(await look('09:30', 50, [[other, 2]])).toMatchObject({ rejected: [{ reason: 'unknown-defect' }] });
    expect(await look('09:30', 50, [[bruised, 51]])).toMatchObject({ accepted: 0, rejected: [{}] });
    expect((await sync()).defects).toMatchObject([{ _id: bruised._id, name: 'Bruised' }, { name: 'Green' }]);
  });

  it('compares a person with their crew, and a user with a scope sees their people’s alone', async () => {
    const { site, bruised, one, two, count, look, quality } = await given();
    const crew = await givenGroup(t.db, site.accountId, 'employee', { name: 'Orchard' });
    await t.db.run(sql`update employee set employee_group_id = ${crew} where account_id = ${site.accountId}`);
    await count('1', '09:00');
    await count('2', '09:00', '4712');
    await look('09:30', 100, [[bruised, 3]]);
    await look('09:30', 100, [[bruised, 1]], { container: '4712' });
    const own = await quality(`&employeeId=${one}`);
    expect(own).toMatchObject({
      people: [{ crew: 'Orchard', pieces: 100, found: [3, 0] }],
      all: { samples: 2, pieces: 200, found: [4, 0] },
    });
    const timeGroup = await givenGroup(t.db, site.accountId, 'time', { name: 'Crew' });
    await t.db.run(sql`update employee set time_group_id = ${timeGroup}
      where account_id = ${site.accountId} and employee_id = ${two}`);
    const scope = { timeGroups: [timeGroup] };
    const { userId } = await givenEmployer(t.db, { accountId: site.accountId, permissions: [...CORRECTS], scope });
    const token = await sessionNow(t, site.accountId, userId);
    const ask = (query = '') => t.ask(`/v2/quality?from=${MONDAY}&to=${MONDAY}${query}`, { token });
    expect((await ask()).json()).toMatchObject({ people: [{ employee: { _id: two } }], all: { pieces: 100 } });
    expect((await ask(`&employeeId=${one}`)).statusCode).toBe(404);
    expect((await ask(`&employeeId=${two}`)).json()).toMatchObject({ all: { pieces: 100, found: [1, 0] } });
    const { containers } = (await t.ask(`/v2/containers?from=${MONDAY}&to=${MONDAY}`, { token })).json();
    expect(containers).toMatchObject([{ number: '4712', quality: { pieces: 100 } }]);
  });

  it('makes an alert where the last three pass a limit, once a day and for users who see piecework', async () => {
    const { site, bruised, count, look } = await given();
    const given3 = eventInput({ kind: 'defects', percent: 3 });
    const { userId } = await givenEmployer(t.db, { accountId: site.accountId });
    const create = async (permissions?: Permission[]) => {
      const user = permissions
        ? (await givenEmployer(t.db, { accountId: site.accountId, permissions })).userId
        : userId;
      const token = await sessionNow(t, site.accountId, user);
      const mailed = { viaEmail: true, emailRecipients: ['boss@example.com'] };
      return (await t.ask('/v2/alert', { token, body: { ...given3, ...(permissions && mailed) } })).statusCode;
    };
    expect(await create()).toBe(200);
    expect(await create(['GET_ALL_ALERTS', 'MANAGE_ALERTS', 'Stats.GET_ATTENDANCE_INFORMATION'])).toBe(401);
    const { at, subjects } = alertsOf(t);
    const now = t.clock.now().getTime();
    const ago = (minutes: number) => ({ at: new Date(now - minutes * 60_000).toISOString() });
    await site.work('1', [
      { units: '350', startedAt: new Date(now - 3_600_000), container: { number: '4711', kindId: bruised._id } },
    ]);
    await count('2', '09:00', '4712');
    const after = (minutes: number) => at(new Date(now + minutes * 60_000).toISOString());
    await look('09:00', 50, [[bruised, 1]], ago(30));
    await look('09:00', 50, [[bruised, 1]], ago(29));
    await after(1);
    expect(await subjects(site.accountId)).toEqual([]);
    await look('09:00', 50, [[bruised, 3]], ago(28));
    // However many others were taken.
    await t.db.run(sql`insert into quality_sample select account_id, gen_random_uuid(), '4712', at - interval '1 hour', pieces, '{}', device_id, source,
        'copy ' || n, clock, means, received_at
      from quality_sample, generate_series(1, ${copies}) n where account_id = ${site.accountId} and record_id = 's1'`);
    await after(7);
    await after(13);
    expect((await subjects(site.accountId)).map((one) => one.replace(/^\S+ /, ''))).toEqual([
      'Gates: Defects: 1 Thandi Nkosi: Bruised 3.3% in the last three samples',
    ]);
  });
});
