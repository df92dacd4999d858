import { expect, it } from 'vitest';
import { sql } from '#server/platform/db/db.ts';
import { givenEmployer } from '../support/factories.ts';
import { givenDevice, givenEmployee, givenGroup } from '../support/factories.work.ts';
import { fillFacts, givenManyAccounts, PEOPLE } from '../support/manyAccounts.ts';
import { rowsReadBy, statementsOf } from '../support/replayed.ts';
import { useTestApp } from '../support/testApp.ts';

/** The devices that a user sees whose scope names people: which they clocked on is looked up each time that the strip is shown (docs/reference/scope.md). */
const t = useTestApp();

it('are looked up in the last 30 days of these people, and not among the punches of all accounts', async () => {
  const { accountId, deviceId } = await givenManyAccounts(t);
  const group = await givenGroup(t.db, accountId, 'time');
  await t.db.run(sql`update employee set time_group_id = ${group} where account_id = ${accountId}`);
  // Another's, so that their punches alone make the first one theirs, and nothing the second.
  const other = await givenEmployee(t.db, accountId, { timeId: '9999' });
  const second = await givenDevice(t.db, accountId, { employeeIds: [other] });
  await t.db.run(
    sql`insert into device_employee (account_id, device_id, employee_id) values (${accountId}, ${deviceId}, ${other})`,
  );
  await fillFacts(t);
  const { token } = await givenEmployer(t.db, { accountId, scope: { timeGroups: [group] } });
  const devices = async () => (await t.ask('/v2/account/sync-status', { token })).json().devices;
  expect((await devices()).map(({ id }: { id: string }) => id)).toEqual([deviceId]);
  expect(second.deviceId).not.toBe(deviceId);
  const read = await rowsReadBy(t.connectionString, await statementsOf(devices));
  const lookUps = read.filter(({ text }) => text.includes('clock_record'));
  // Two punches a day, and the people themselves.
  for (const { rows, text } of lookUps) expect(rows, text).toBeLessThan(PEOPLE * 2 * 30 + 1_500);
  expect(lookUps).not.toEqual([]);
});
