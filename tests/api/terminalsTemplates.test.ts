import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { sql } from '#server/platform/db/db.ts';
import { givenAccount, givenAdmin, givenSession } from '../support/factories.ts';
import { givenDevice, givenEmployee } from '../support/factories.work.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';

/** Templates belong to an employee, not to a PIN (docs/reference/privacy.md#templates). */
const t = useTestApp();
const terminals = useTerminals(t);
const { send } = terminals;

/** Two terminals to which Ann (PIN 5) is assigned; she has enrolled a finger at the first one. */
async function withFinger() {
  const admin = await givenAdmin(t.db);
  const { token } = admin;
  const accountId = await givenAccount(t.db, { storeTemplates: true });
  const ann = await givenEmployee(t.db, accountId, { timeId: '5', firstName: 'Ann', lastName: 'Lee' });
  const gates = [await givenDevice(t.db, accountId), await givenDevice(t.db, accountId)];
  const assign = async (...employeeIds: string[]) => {
    for (const { deviceId } of gates)
      await t.ask(`/v2/device/by-account/${accountId}/${deviceId}`, {
        method: 'PUT',
        token,
        body: { employeeIds, description: deviceId.slice(-4) },
      });
  };
  await assign(ann);
  const [a, b] = gates.map(({ serialNumber }) => serialNumber) as [string, string];
  for (const { deviceId, serialNumber } of gates) {
    await send('GET', `/iclock/cdata?SN=${serialNumber}&options=all&pushver=2.4.1`);
    await t.ask(`/v2/device/${deviceId}/networks`, { token, body: { network: '127.0.0.0/24', decision: 'accept' } });
  }
  await send('POST', `/iclock/cdata?SN=${a}&table=OPERLOG`, 'FP PIN=5\tFID=1\tSize=4\tValid=1\tTMP=QUJD\n');
  /** Fetches the commands of a terminal and answers them all; returns those about people. */
  const poll = async (serial: string, answer = 0) => {
    const { body } = await send('GET', `/iclock/getrequest?SN=${serial}`);
    const lines = [...body.matchAll(/^C:(\w+):(.*)$/gm)];
    for (const [, id, text] of lines)
      await send('POST', `/iclock/devicecmd?SN=${serial}`, `ID=${id}&Return=${answer}&CMD=${text?.split(' ')[0]}\n`);
    return lines.map(([, , text]) => text ?? '').filter((text) => text.startsWith('DATA'));
  };
  const stored = () => t.db.run(sql`select 1 from biometric_template where account_id = ${accountId}`);
  const setPin = (employeeId: string, pin: string | null) =>
    t.db.run(sql`update employee set time_id = ${pin} where account_id = ${accountId} and employee_id = ${employeeId}`);
  const changed = () => t.db.run(sql`update device set roster_version = null where account_id = ${accountId}`);
  // A session of its own each time: none lasts for days.
  const deletions = async () =>
    t.ask(`/v2/device/deletions/by-account/${accountId}`, {
      token: await givenSession(t.db, admin.accountId, admin.userId, { createdAt: t.clock.now().toISOString() }),
    });
  return { token, accountId, ann, a, b, gates, assign, poll, stored, setPin, changed, deletions };
}

it('the next holder of a PIN gets no template of the former one: the PIN is deleted, then put', async () => {
  const { accountId, ann, a, assign, poll, stored, setPin } = await withFinger();
  expect(await poll(a)).toContain('DATA UPDATE USERINFO PIN=5\tName=Ann Lee');
  await setPin(ann, null);
  expect(await stored()).toBe(0);
  const carl = await givenEmployee(t.db, accountId, { timeId: '5', firstName: 'Carl', lastName: 'May' });
  await assign(carl);
  expect(await poll(a)).toEqual(['DATA DELETE USERINFO PIN=5', 'DATA UPDATE USERINFO PIN=5\tName=Carl May']);
  await assign(carl);
  expect(await poll(a)).toEqual([]);
});

it('so it is where the terminal was away meanwhile, and where the commands were lost', async () => {
  const { accountId, ann, b, assign, poll, setPin } = await withFinger();
  await poll(b);
  await assign();
  // The deletion is queued and fetched, and its answer never comes.
  expect((await send('GET', `/iclock/getrequest?SN=${b}`)).body).toContain('DATA DELETE USERINFO PIN=5');
  await setPin(ann, null);
  const carl = await givenEmployee(t.db, accountId, { timeId: '5', firstName: 'Carl', lastName: 'May' });
  await assign(carl);
  expect(await poll(b)).toEqual(['DATA DELETE USERINFO PIN=5', 'DATA UPDATE USERINFO PIN=5\tName=Carl May']);
});

it('what a terminal still holds of the former holder of a PIN is not stored as the next one’s', async () => {
  const { accountId, ann, a, assign, poll, stored, setPin, changed } = await withFinger();
  await poll(a);
  await setPin(ann, null);
  const carl = await givenEmployee(t.db, accountId, { timeId: '5', firstName: 'Carl', lastName: 'Poe' });
  await assign(ann, carl);
  await changed();
  const finger = () =>
    send('POST', `/iclock/cdata?SN=${a}&table=OPERLOG`, 'FP PIN=5\tFID=1\tSize=4\tValid=1\tTMP=QUJD\n');
  await finger();
  expect(await stored()).toBe(0);
  const { body } = await send('GET', `/iclock/getrequest?SN=${a}`);
  expect(body).toContain('DATA DELETE USERINFO PIN=5');
  // Told, and not done yet.
  await finger();
  expect(await stored()).toBe(0);
  for (const [, id, text] of body.matchAll(/^C:(\w+):(.*)$/gm))
    await send('POST', `/iclock/devicecmd?SN=${a}`, `ID=${id}&Return=0&CMD=${text?.split(' ')[0]}\n`);
  await poll(a);
  await finger();
  expect(await stored()).toBe(1);
});

it('another name of the same person is put only, and the templates stay', async () => {
  const { accountId, ann, a, poll, stored, changed } = await withFinger();
  await poll(a);
  await t.db.run(
    sql`update employee set last_name = 'Lee-Smith' where account_id = ${accountId} and employee_id = ${ann}`,
  );
  await changed();
  expect(await poll(a)).toEqual(['DATA UPDATE USERINFO PIN=5\tName=Ann Lee-Smith']);
  expect(await stored()).toBe(1);
});

it('who leaves is deleted in store at once and on each terminal, whose answer is told, and asked again until then', async () => {
  const { accountId, ann, a, b, poll, stored, deletions } = await withFinger();
  expect(await poll(a)).toContain('DATA UPDATE USERINFO PIN=5\tName=Ann Lee');
  expect(await poll(b)).toContain('DATA UPDATE FINGERTMP PIN=5\tFID=1\tSize=4\tValid=1\tTMP=QUJD');
  await t.db.run(sql`update employee set is_active = false where account_id = ${accountId} and employee_id = ${ann}`);
  expect(await stored()).toBe(0);
  expect(await poll(a)).toEqual(['DATA DELETE USERINFO PIN=5']);
  const silent = t.clock.now().toISOString();
  expect((await deletions()).json()).toMatchObject({
    results: [
      { timeId: '5', employee: { number: expect.any(String) }, deleted: 1, of: 2, waiting: [{ silentSince: silent }] },
    ],
  });
  // The terminal fails: it is asked again.
  expect(await poll(b, -1)).toEqual(['DATA DELETE USERINFO PIN=5']);
  expect((await deletions()).json().results).toMatchObject([{ deleted: 1, of: 2, waiting: [{ returnCode: -1 }] }]);
  t.clock.advance(3_601_000);
  await t.db.run(sql`update account set data_version = data_version + 1 where account_id = ${accountId}`);
  expect(await poll(b)).toEqual(['DATA DELETE USERINFO PIN=5']);
  expect((await deletions()).json().results).toMatchObject([{ deleted: 2, of: 2, waiting: [] }]);
});

it('one of six terminals is silent for a week: the list says which, and it is asked at its next contact', async () => {
  const { accountId, ann, a, b, gates, poll, deletions } = await withFinger();
  for (let i = 2; i < 6; i++) gates.push(await givenDevice(t.db, accountId));
  const serials = gates.map(({ serialNumber }) => serialNumber);
  for (const serial of serials) {
    await send('GET', `/iclock/cdata?SN=${serial}&options=all&pushver=2.4.1`);
    await poll(serial);
  }
  const silent = t.clock.now().toISOString();
  t.clock.advance(60_000);
  await t.db.run(sql`update employee set is_active = false where account_id = ${accountId} and employee_id = ${ann}`);
  // Also those to which she was never sent: she may have enrolled there.
  for (const serial of serials.filter((one) => one !== b))
    expect(await poll(serial)).toEqual(['DATA DELETE USERINFO PIN=5']);
  for (let day = 0; day < 7; day++) {
    t.clock.advance(24 * 3_600_000);
    expect(await poll(a)).toEqual([]);
    expect((await deletions()).json().results).toMatchObject([
      {
        timeId: '5',
        deleted: 5,
        of: 6,
        waiting: [{ deviceId: gates[1]?.deviceId, silentSince: silent, returnCode: null }],
      },
    ]);
  }
  // Its answer is lost: the command is repeated, and 'deleted' is said only when it has answered.
  const lost = await send('GET', `/iclock/getrequest?SN=${b}`);
  expect(lost.body).toContain('DATA DELETE USERINFO PIN=5');
  expect((await deletions()).json().results).toMatchObject([{ deleted: 5, of: 6 }]);
  t.clock.advance(181_000);
  expect(await poll(b)).toEqual(['DATA DELETE USERINFO PIN=5']);
  expect((await deletions()).json().results).toMatchObject([{ deleted: 6, of: 6, waiting: [] }]);
});

it('an end that was set in advance, without a stored template: every terminal is told once, on the day', async () => {
  const { accountId, a, b, poll, changed } = await withFinger();
  const today = t.clock.now().toISOString().slice(0, 10);
  const bob = await givenEmployee(t.db, accountId, { timeId: '6', firstName: 'Bob', lastName: 'Orr' });
  await poll(a);
  await t.db.run(
    sql`update employee set inactive_from = ${today}::date + 1 where account_id = ${accountId} and employee_id = ${bob}`,
  );
  await changed();
  expect(await poll(a)).toEqual([]);
  t.clock.advance(24 * 3_600_000);
  expect(await poll(a)).toEqual(['DATA DELETE USERINFO PIN=6']);
  expect(await poll(b)).toContain('DATA DELETE USERINFO PIN=6');
  t.clock.advance(24 * 3_600_000);
  expect(await poll(a)).toEqual([]);
});

it('a terminal that the account removes before it answered stays in the list', async () => {
  const { token, accountId, ann, a, gates, poll, deletions } = await withFinger();
  await poll(a);
  await t.db.run(sql`update employee set is_active = false where account_id = ${accountId} and employee_id = ${ann}`);
  await poll(a);
  await t.ask(`/v2/device/by-account/${accountId}/${gates[1]?.deviceId}`, { method: 'DELETE', token });
  expect((await deletions()).json().results).toMatchObject([
    { deleted: 1, of: 2, waiting: [{ deviceName: expect.stringMatching(/ \(removed\)$/) }] },
  ]);
});

it('switched off, the stored templates are deleted here and on each terminal; the people stay there', async () => {
  const { token, accountId, a, poll, stored } = await withFinger();
  await poll(a);
  const settings = (storeTemplates: boolean) =>
    t.ask(`/v2/account/settings/${accountId}`, { method: 'PUT', token, body: { storeTemplates } });
  expect((await settings(false)).statusCode).toBe(200);
  expect(await stored()).toBe(0);
  expect(await poll(a)).toEqual(['DATA DELETE FINGERTMP PIN=5']);
  await settings(true);
  expect(await stored()).toBe(0);
});

it('switched off while an upload is on its way, nothing of it is stored', async () => {
  const { token, accountId, a, gates, stored } = await withFinger();
  t.clock.advance(30_000);
  const contact = () =>
    t.db.single(
      z.object({ at: z.coerce.date() }),
      sql`select last_contact as at from device where device_id = ${gates[0]?.deviceId ?? ''}`,
    );
  const line = 'FP PIN=5\tFID=2\tSize=4\tValid=1\tTMP=REVG\n';
  const socket = connect({ port: terminals.port, host: '127.0.0.1' });
  const head = `POST /iclock/cdata?SN=${a}&table=OPERLOG HTTP/1.1\r\nHost: x\r\nContent-Length: ${line.length}\r\n\r\n`;
  socket.write(head + line.slice(0, 9));
  // It was admitted, with the settings of that moment.
  await vi.waitFor(async () => expect((await contact()).at).toEqual(t.clock.now()));
  await t.ask(`/v2/account/settings/${accountId}`, { method: 'PUT', token, body: { storeTemplates: false } });
  const reply = once(socket, 'data');
  socket.write(line.slice(9));
  expect(String((await reply)[0])).toContain('200');
  socket.destroy();
  expect(await stored()).toBe(0);
});

it('a template of a PIN without an employee is not stored; one of an employee names them', async () => {
  const { accountId, ann, a, stored } = await withFinger();
  await send('POST', `/iclock/cdata?SN=${a}&table=OPERLOG`, 'FP PIN=77\tFID=1\tSize=4\tValid=1\tTMP=QUJD\n');
  expect(await stored()).toBe(1);
  const [kept] = await t.db.rows(
    z.object({ employeeId: z.string() }),
    sql`select employee_id as "employeeId" from biometric_template where account_id = ${accountId}`,
  );
  expect(kept?.employeeId).toBe(ann);
});
