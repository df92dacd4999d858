import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { WorkbookLine } from '#contract/office/workbook.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenSyncKey } from '../support/factories.payroll.ts';
import { givenAccount, givenAdmin, givenEmployer } from '../support/factories.ts';
import { givenDevice, givenPunches } from '../support/factories.work.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';

/** Consent, links, PINs and past days are a person's and never pass with a number (docs/reference/privacy.md#templates). */
const t = useTestApp();
const { send } = useTerminals(t);

async function givenNumbers() {
  const admin = await givenAdmin(t.db);
  const accountId = await givenAccount(t.db, {
    ...{ storeTemplates: true, consentText: 'We store a pattern of your finger.', allowedSystemIds: ['PAYROLL'] },
  });
  const { token } = await givenEmployer(t.db, {
    accountId,
    permissions: ['Setup.MANAGE', 'Stats.GET_ATTENDANCE_INFORMATION'],
  });
  const { deviceId, serialNumber: gate } = await givenDevice(t.db, accountId);
  await send('GET', `/iclock/cdata?SN=${gate}&options=all&pushver=2.4.1`);
  const accept = { network: '127.0.0.0/24', decision: 'accept' };
  await t.ask(`/v2/device/${deviceId}/networks`, { token: admin.token, body: accept });
  const key = await givenSyncKey(t.db, accountId);
  const sync = async (...employees: object[]) => {
    const body = { employees, complete: ['employees'] };
    const answer = await t.ask('/v2/payroll/PAYROLL/sync', { token: key, body, method: 'POST' });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const ask = async (path: string, more: object = {}) =>
    (await t.ask(`/v2/setup/employees${path}`, { token, ...more })).json();
  const idOf = async (number: string) =>
    (
      await t.db.single(
        z.object({ id: z.string() }),
        sql`select employee_id as id from employee where account_id = ${accountId} and number = ${number} and deleted_at is null`,
      )
    ).id;
  const agree = (id: string) => ask(`/${id}/consents`, { body: { version: 1, how: 'paper' } });
  const mayHold = async (id: string) => (await ask(`/${id}/consents`)).mayHoldTemplates;
  const finger = async (pin: string) => {
    await send('POST', `/iclock/cdata?SN=${gate}&table=OPERLOG`, `FP PIN=${pin}\tFID=1\tSize=4\tValid=1\tTMP=QUJD\n`);
    return t.db.run(sql`select 1 from biometric_template where account_id = ${accountId}`);
  };
  /** A link and a PIN of own days. */
  const give = async (id: string) => {
    await ask(`/${id}/own-days-pin`, { body: {} });
    await ask(`/${id}/own-days-link`, { body: {} });
  };
  const given = async (id: string) => {
    const { link, hasPin } = await ask(`/${id}/own-days-link`);
    return [link !== null, hasPin];
  };
  return { accountId, token, sync, ask, idOf, agree, mayHold, finger, give, given };
}
const ANN = { code: 'E1', number: '1001', firstName: 'Ann', lastName: 'Álvarez', timeId: '5' };
const BOB = { ...ANN, firstName: 'Bob', lastName: 'Beta' };

describe('a payroll system that uses a number again', () => {
  it('under another name it is another person: no consent, no finger, no day of the first', async () => {
    const world = await givenNumbers();
    await world.sync(ANN);
    const ann = await world.idOf('1001');
    await world.agree(ann);
    expect(await world.finger('5')).toBe(1);
    await givenPunches(t.db, world.accountId, ann, ['2026-11-19T05:00:00Z']);
    await world.sync();
    expect(await world.finger('5')).toBe(0);
    await world.sync(BOB);
    const bob = await world.idOf('1001');
    expect(bob).not.toBe(ann);
    expect([await world.mayHold(bob), await world.finger('5')]).toEqual([false, 0]);
    const { days } = await t.db.single(
      z.object({ days: z.int() }),
      sql`select count(*)::int as days from clock_record where account_id = ${world.accountId} and employee_id = ${bob}`,
    );
    expect(days).toBe(0);
  });

  it('under the same name the person has come back, and agrees anew', async () => {
    const world = await givenNumbers();
    await world.sync(ANN);
    const ann = await world.idOf('1001');
    await world.agree(ann);
    await world.sync();
    await world.sync({ ...ANN, firstName: 'ALVAREZ', lastName: 'Ann' });
    expect([await world.idOf('1001'), await world.mayHold(ann)]).toEqual([ann, false]);
    await world.agree(ann);
    expect(await world.finger('5')).toBe(1);
  });

  it('a name that changes in all its parts ends consent, link and PIN; a marriage ends none', async () => {
    const world = await givenNumbers();
    await world.sync(ANN);
    const ann = await world.idOf('1001');
    await world.agree(ann);
    await world.give(ann);
    await world.finger('5');
    await world.sync({ ...ANN, lastName: 'Botha' });
    expect([await world.mayHold(ann), await world.given(ann), await world.finger('5')]).toEqual([
      true,
      [true, true],
      1,
    ]);
    expect(await world.sync(BOB)).toMatchObject({ anotherPerson: ['E1'] });
    expect([await world.mayHold(ann), await world.given(ann), await world.finger('5')]).toEqual([
      false,
      [false, false],
      0,
    ]);
  });

  it('whose record says that it is the same person keeps consent, link and PIN', async () => {
    const world = await givenNumbers();
    await world.sync(ANN);
    const ann = await world.idOf('1001');
    await world.agree(ann);
    await world.give(ann);
    await world.finger('5');
    expect(await world.sync({ ...BOB, samePerson: true })).not.toHaveProperty('anotherPerson');
    expect([await world.mayHold(ann), await world.given(ann), await world.finger('5')]).toEqual([
      true,
      [true, true],
      1,
    ]);
    // It is said of this change, not of the next one.
    expect(await world.sync(ANN)).toMatchObject({ anotherPerson: ['E1'] });
    expect([await world.mayHold(ann), await world.given(ann)]).toEqual([false, [false, false]]);
  });

  it('a deleted code with another name of the same person is the employee who was deleted', async () => {
    const world = await givenNumbers();
    await world.sync(ANN);
    const ann = await world.idOf('1001');
    await world.agree(ann);
    await world.sync();
    await world.sync({ ...BOB, samePerson: true });
    expect([await world.idOf('1001'), await world.mayHold(ann)]).toEqual([ann, false]);
  });
});

it('the set-up: a deleted number with another name is a new employee, with its own start', async () => {
  const world = await givenNumbers();
  const add = (name: string, activeFrom: string) =>
    world.ask('', { body: { number: '7', firstName: name, lastName: 'X', timeId: '7', activeFrom } });
  const { employee } = await add('Ann', '2026-01-05');
  await world.agree(employee._id);
  const gone = await t.ask(`/v2/setup/employees/${employee._id}?basis=${encodeURIComponent(employee.basis)}`, {
    token: world.token,
    method: 'DELETE',
  });
  expect(gone.statusCode, gone.body).toBe(200);
  const { employee: bob } = await add('Bob', '2026-11-20');
  expect([bob._id === employee._id, bob.activeFrom, await world.mayHold(bob._id)]).toEqual([
    false,
    '2026-11-20',
    false,
  ]);
});

it.each([
  ['the same person', true, [true, [true, true]], /^employee: firstName, lastName, samePerson$/],
  ['another person', false, [false, [false, false]], /another person: consent, link and PIN ended$/],
  ['who is not said', undefined, [false, [false, false]], /another person: consent, link and PIN ended$/],
])('the set-up: a name that changes in all its parts, of %s', async (_, samePerson, kept, detail) => {
  const world = await givenNumbers();
  const { employee } = await world.ask('', { body: { number: '8', firstName: 'Amy', lastName: 'Old' } });
  await world.agree(employee._id);
  await world.give(employee._id);
  const body = { basis: employee.basis, firstName: 'Zed', lastName: 'Newman', samePerson };
  const changed = await t.ask(`/v2/setup/employees/${employee._id}`, { token: world.token, method: 'PUT', body });
  expect(changed.statusCode, changed.body).toBe(200);
  expect([await world.mayHold(employee._id), await world.given(employee._id)]).toEqual(kept);
  const { detail: trail } = await t.db.single(
    z.object({ detail: z.string() }),
    sql`select detail from audit_entry where account_id = ${world.accountId} and target like '%Newman'`,
  );
  expect(trail).toMatch(detail);
});

it.each([
  ['nothing', '', /^Is this the same person\?.*Same Person/, false],
  ['no', 'no', null, false],
  ['yes', 'yes', null, true],
] as const)('the workbook: a number with another name, with %s under Same Person', async (_, cell, reason, isKept) => {
  const world = await givenNumbers();
  const { employee } = await world.ask('', { body: { number: '8', firstName: 'Amy', lastName: 'Old' } });
  await world.agree(employee._id);
  await world.give(employee._id);
  const rows = [
    ['Employee Number', 'First Name', 'Last Name', 'Same Person'],
    ['8', 'Zed', 'Newman', cell],
  ];
  const take = async () => {
    const shown = (await t.ask('/v2/setup/pasted', { token: world.token, body: { sheet: 'employees', rows } })).json();
    const path = `/v2/setup/workbook/${shown.workbookId}`;
    const [line] = (await t.ask(`${path}/lines?startRow=0&endRow=9`, { token: world.token })).json()
      .lines as WorkbookLine[];
    const body = { outcomeHash: shown.outcomeHash, leaveRefused: false };
    await t.ask(`${path}/apply`, { token: world.token, body });
    return line;
  };
  const line = await take();
  expect([line?.outcome, line?.reason]).toEqual(['changed', reason && expect.stringMatching(reason)]);
  const kept = [isKept, [isKept, isKept]];
  expect([await world.mayHold(employee._id), await world.given(employee._id)]).toEqual(kept);
  // The same line again changes nothing, whatever it says of the person.
  expect(await take()).toMatchObject({ outcome: 'unchanged' });
  expect([await world.mayHold(employee._id), await world.given(employee._id)]).toEqual(kept);
});

it('pasted cells that cannot say whether it is the same person rename nobody by all parts of a name', async () => {
  const world = await givenNumbers();
  const { employee } = await world.ask('', { body: { number: '8', firstName: 'Amy', lastName: 'Old' } });
  await world.agree(employee._id);
  const rows = [
    ['Employee Number', 'First Name', 'Last Name'],
    ['8', 'Zed', 'Newman'],
  ];
  const shown = (await t.ask('/v2/setup/pasted', { token: world.token, body: { sheet: 'employees', rows } })).json();
  const path = `/v2/setup/workbook/${shown.workbookId}/lines?startRow=0&endRow=9`;
  const { lines } = (await t.ask(path, { token: world.token })).json();
  expect(lines).toMatchObject([{ outcome: 'refused', reason: expect.stringContaining('Number 8 is Amy Old here') }]);
  expect(await world.mayHold(employee._id)).toBe(true);
});
