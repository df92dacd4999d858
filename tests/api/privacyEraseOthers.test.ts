import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import yauzl from 'yauzl';
import { z } from 'zod';
import { audit } from '#server/platform/audit/audit.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenEmployer } from '../support/factories.ts';
import { givenDevice, givenEmployee } from '../support/factories.work.ts';
import { useTestApp } from '../support/testApp.ts';

/** Erasing and exporting a person (docs/reference/privacy.md#export-of-a-person) beside others with a like name, PIN or number. */
const t = useTestApp();
/** Juan Garcia, number 22, PIN 5, who has left. */
async function given(person: object = {}) {
  const { accountId, token } = await givenEmployer(t.db, {
    permissions: ['Setup.MANAGE', 'Stats.GET_ATTENDANCE_INFORMATION'],
  });
  const id = await givenEmployee(t.db, accountId, {
    number: '22',
    timeId: '5',
    firstName: 'Juan',
    lastName: 'Garcia',
    ...person,
  });
  await t.db.run(sql`update employee set is_active = false, inactive_from = '2026-11-19' where employee_id = ${id}`);
  const erase = (number = '22') => t.ask(`/v2/setup/employees/${id}/erasure`, { token, body: { number } });
  const trail = async (target: string, detail?: string) =>
    t.db.tx((tx) =>
      audit(tx, { accountId, at: t.clock.now(), actor: 'office', action: 'setup.change', target, detail }),
    );
  const targets = () =>
    t.db.rows(
      z.object({ x: z.string().nullable() }),
      sql`select concat_ws(' ## ', target, detail) as x from audit_entry where account_id = ${accountId} and action = 'setup.change'`,
    );
  return { accountId, token, id, erase, trail, targets };
}

it('a number in the place of a name that an employee has already, as after a restore into another account, is not given again', async () => {
  const { accountId, erase } = await given();
  await givenEmployee(t.db, accountId, { number: 'Removed 1', timeId: '9', firstName: 'Removed', lastName: '1' });
  const erased = await erase();
  expect(erased.json()).toEqual({ becomes: 'Removed 2' });
});

it('another whose longer name begins with theirs keeps it in texts', async () => {
  const { accountId, erase, trail, targets } = await given();
  await givenEmployee(t.db, accountId, { number: '23', timeId: '6', firstName: 'Juan', lastName: 'Garcia Lopez' });
  await trail('23 Juan Garcia Lopez');
  expect((await erase()).statusCode).toBe(200);
  expect(await targets()).toEqual([{ x: '23 Juan Garcia Lopez' }]);
});

it('punches of an unmatched PIN that equals their number stay', async () => {
  const { accountId, erase } = await given();
  const { deviceId } = await givenDevice(t.db, accountId);
  await t.db.run(sql`insert into clock_record (account_id, clock_record_id, time_id, at, direction, source, received_at)
    values (${accountId}, gen_random_uuid(), '22', '2026-11-18T10:00:00Z', 'auto', 'device:x', now())`);
  await t.db.run(sql`insert into rejected_line (account_id, rejected_line_id, device_id, received_at, reason, line_hash, raw)
      values (${accountId}, gen_random_uuid(), ${deviceId}, now(), 'bad-time', '\\x00', ${'777\t2026-11-22 07:00:00\t0'})`);
  expect((await erase()).statusCode).toBe(200);
  expect(await t.db.run(sql`select 1 from clock_record where account_id = ${accountId} and time_id = '22'`)).toBe(1);
});

it('a name with accents and quotation marks is found in capitals and within JSON', async () => {
  const { accountId, erase } = await given({ firstName: 'José "Ace"', lastName: 'Ñandú' });
  await t.db.run(sql`insert into alert (account_id, alert_id, category, description, via_email, email_recipients, days_of_week, times, target_groups, active_from)
    values (${accountId}, gen_random_uuid(), 'attendance', 'JOSÉ "ACE" ÑANDÚ', false, '{}', '{1}', '[]', ${JSON.stringify({ a: 'José "Ace" Ñandú' })}::jsonb, now())`);
  expect((await erase()).statusCode).toBe(200);
  const rows = await t.db.rows(
    z.object({ x: z.string() }),
    sql`select description || target_groups::text as x from alert where account_id = ${accountId}`,
  );
  expect(rows).toEqual([{ x: 'Removed 1{"a": "Removed 1"}' }]);
});

it('an export has the names that devices sent for their number, and none of who had the PIN before, or has their number as a PIN', async () => {
  const { accountId, token, id } = await given();
  const { deviceId } = await givenDevice(t.db, accountId);
  for (const [pin, name] of [
    ['22', 'Otherone'],
    ['number:22', 'Ownname'],
  ])
    await t.db.run(sql`insert into new_person (account_id, new_person_id, pin, name, device_id, received_at)
      values (${accountId}, gen_random_uuid(), ${pin}, ${name}, ${deviceId}, now())`);
  for (const [nth, name] of [
    [1, 'Former Holder'],
    [2, 'Juan Garcia'],
  ])
    await t.db.run(sql`insert into terminal_command (account_id, device_id, command_id, command, payload, status, queued_at)
      values (${accountId}, ${deviceId}, ${`${nth}`}, 'x', ${JSON.stringify({ kind: 'put-user', pin: '5', name })}::jsonb, 'queued', now())`);
  const { rawPayload } = await t.ask(`/v2/setup/employees/${id}/export`, { token });
  const zip = await yauzl.fromBufferPromise(rawPayload);
  let text = '';
  for await (const entry of zip.eachEntry())
    if (entry.fileName === 'person.json') text = String(await buffer(await zip.openReadStreamPromise(entry)));
  expect(text).toMatch(/Ownname/);
  expect(text).toMatch(/put-user/);
  expect(text).not.toMatch(/Otherone|Former Holder/);
});

it('a name in a script with vowel signs is found, also beside another in this script', async () => {
  const { accountId, erase, trail, targets } = await given({ firstName: 'प्रिया', lastName: 'शर्मा' });
  await givenEmployee(t.db, accountId, { number: '23', timeId: '6', firstName: 'राहुल', lastName: 'वर्मा' });
  await trail('प्रिया शर्मा');
  expect((await erase()).statusCode).toBe(200);
  expect(await targets()).toEqual([{ x: 'Removed 1' }]);
});
