import { expect, it } from 'vitest';
import { z } from 'zod';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenAccount, givenEmployer, givenSession } from '../support/factories.ts';
import { givenGroup } from '../support/factories.work.ts';
import { ASKED, CORRECTS, givenSupervised, type Supervised } from '../support/ledger.ts';
import { useTestApp } from '../support/testApp.ts';

/** Messages that the caller's own device sends (docs/reference/privacy.md#messages). */
const t = useTestApp();

const given = async () => {
  const site = await givenSupervised(t);
  const [one, two] = [await site.person('1'), await site.person('2', { firstName: 'Sipho', lastName: 'Dube' })];
  await t.db.run(
    sql`update employee set phone_number = '+27 82 555 0142' where account_id = ${site.accountId} and employee_id = ${one}`,
  );
  return { site, one, two };
};
const trailOf = ({ accountId }: Supervised) =>
  t.db.rows(
    z.object({ target: z.string(), detail: z.string() }),
    sql`select target, detail from audit_entry where account_id = ${accountId} and action = 'message.open' order by audit_entry_id`,
  );
const as = async (site: Supervised, options: object) => {
  const { userId } = await givenEmployer(t.db, { accountId: site.accountId, permissions: [...CORRECTS], ...options });
  return givenSession(t.db, site.accountId, userId, { createdAt: ASKED, ttlSeconds: 86_400 });
};

it('gives numbers and a text in the account’s language, and is in the trail', async () => {
  const { site, one, two } = await given();
  await t.db.run(sql`update account set language = 'es', name = 'Bergvliet' where account_id = ${site.accountId}`);
  const { status, body } = await site.ask('/messages', { about: 'missing', ids: [one, two] });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.people).toEqual([
    { _id: two, firstName: 'Sipho', lastName: 'Dube', phoneNumber: null },
    { _id: one, firstName: 'Thandi', lastName: 'Nkosi', phoneNumber: '+27 82 555 0142' },
  ]);
  expect(body.text).toMatch(/Bergvliet: .*trabajo/);
  expect(await trailOf(site)).toEqual([{ target: 'missing', detail: 'people: 2' }]);
});

it('says what is planned, to the people of its Recorder', async () => {
  const { site, one } = await given();
  await t.db.run(
    sql`update device set device_type = 'V2' where account_id = ${site.accountId} and device_id = ${site.deviceId}`,
  );
  await t.db.run(
    sql`insert into device_employee (account_id, device_id, employee_id) values (${site.accountId}, ${site.deviceId}, ${one})`,
  );
  const work = { lookup1Code: null, lookup2Code: null, unitsPerScan: '1' };
  const plan = { deviceIds: [site.deviceId], day: '2026-11-26', time: '07:30', ...work };
  expect((await site.ask('/work-plans', plan)).status).toBe(200);
  const { recorders, plans } = await site.get('/work-plans');
  expect(recorders).toMatchObject([{ isStaffed: true }]);
  const { status, body } = await site.ask('/messages', { about: 'plan', ids: [plans[0]._id] });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.people).toMatchObject([{ _id: one }]);
  expect(body.text).toMatch(/: work on Thu 26 Nov from 07:30$/);
  const strange = await givenSupervised(t);
  expect((await strange.ask('/messages', { about: 'plan', ids: [plans[0]._id] })).status).toBe(404);
});

it('is not for who has left the company', async () => {
  const { site, one, two } = await given();
  await t.db.run(
    sql`update employee set inactive_from = '2026-11-01' where account_id = ${site.accountId} and employee_id = ${one}`,
  );
  const { body } = await site.ask('/messages', { about: 'crew', ids: [one, two] });
  expect(body.people).toMatchObject([{ _id: two }]);
  expect((await site.ask('/messages', { about: 'crew', ids: [one] })).status).toBe(404);
});

it('gives no number outside the scope or the account, nor to who may not correct', async () => {
  const { site, one, two } = await given();
  const crew = await givenGroup(t.db, site.accountId, 'time', { name: 'Crew' });
  await t.db.run(
    sql`update employee set time_group_id = ${crew} where account_id = ${site.accountId} and employee_id = ${two}`,
  );
  const foreman = await as(site, { scope: { timeGroups: [crew] } });
  const ask = (ids: string[], token: string) => t.ask('/v2/messages', { token, body: { about: 'crew', ids } });
  expect((await ask([one, two], foreman)).json().people).toMatchObject([{ _id: two }]);
  const [outside, never] = [await ask([one], foreman), await ask(['0193a000-0000-7000-8000-0000000000b1'], foreman)];
  expect([outside.statusCode, never.statusCode]).toEqual([404, 404]);
  expect(outside.json().message).toBe(never.json().message);
  const other = await givenEmployer(t.db, { accountId: await givenAccount(t.db), permissions: [...CORRECTS] });
  const elsewhere = await givenSession(t.db, other.accountId, other.userId, { createdAt: ASKED, ttlSeconds: 86_400 });
  expect((await ask([one], elsewhere)).statusCode).toBe(404);
  const reader = await as(site, { permissions: EMPLOYER_PERMISSIONS });
  expect((await ask([one], reader)).statusCode).toBe(401);
  expect(await trailOf(site)).toEqual([{ target: 'crew', detail: 'people: 1; within Crew' }]);
});
