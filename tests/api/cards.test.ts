import { expect, it } from 'vitest';
import { z } from 'zod';
import { createAdmsDevice } from '#contract/intake/enrolment.ts';
import { secretPathOf } from '#contract/intake/makes.ts';
import type { SetupEmployee } from '#contract/office/setup.ts';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { sql } from '#server/platform/db/db.ts';
import { backupCalls } from '../support/backupCalls.ts';
import { givenSyncKey } from '../support/factories.payroll.ts';
import { givenAdmin, givenEmployer } from '../support/factories.ts';
import { givenGroup } from '../support/factories.work.ts';
import { pasteCells } from '../support/pasteCells.ts';
import { size } from '../support/size.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';

/** RFID cards: any number of one employee, each of one at a time, matched where a device sends a card instead of a PIN. */
const t = useTestApp();
const terminals = useTerminals(t);
/** A device's whole memory at once in the long form. */
const [EVENTS, PEOPLE] = [size(2_000, 20_000), size(500, 5_000)];
const HEAD = ['Employee Number', 'First Name', 'Last Name', 'Time ID', 'Card Numbers'];
const ANN = ['1001', 'Ann', 'Adams', '1', '00:12:ea:30, 4711'];
const BOB = ['1002', 'Bob', 'Brown', '2', ''];

async function given() {
  const permissions = [...EMPLOYER_PERMISSIONS, 'Setup.MANAGE'] as const;
  const { accountId, token } = await givenEmployer(t.db, { permissions });
  const { token: admin } = await givenAdmin(t.db);
  const ask = async (path: string, body?: unknown, method?: 'PUT' | 'DELETE') =>
    (await t.ask(`/v2/setup${path}`, { token, body, ...(method && { method }) })).json();
  const paste = async (...rows: string[][]) =>
    (await pasteCells(t, { token: admin, accountId }, 'employees', [HEAD, ...rows])).lines.map(
      ({ outcome, reason }) => reason ?? outcome,
    );
  const people = async (): Promise<SetupEmployee[]> => (await ask('/employees')).employees;
  const cards = async () => (await people()).map((one) => [one.number, ...one.cards].join(' '));
  const { id, secretPath } = (
    await t.ask(`/v2${createAdmsDevice.path.replace(':accountId', accountId)}`, {
      token: admin,
      body: { serial: `C${accountId.slice(-8)}`, make: 'json' },
    })
  ).json();
  const path = secretPathOf('json', secretPath);
  const send = async (...events: object[]) =>
    expect((await terminals.send('POST', path, JSON.stringify(events))).status).toBe(200);
  const punches = async () =>
    (
      await t.db.rows(
        z.object({ who: z.string() }),
        sql`select coalesce(e.number, 'nobody') || ' ' || c.time_id || ' ' || to_char(c.at at time zone 'UTC', 'DD HH24:MI') || ' ' || c.standing as who
          from clock_record c left join employee e on e.employee_id = c.employee_id where c.account_id = ${accountId} order by c.at, c.time_id`,
      )
    ).map(({ who }) => who);
  return { accountId, token, admin, deviceId: id, ask, paste, people, cards, send, punches };
}
const event = (card: string, day: number, hour = '07:00:00') => ({ card, time: `2026-11-${day}T${hour}Z` });

it('cards are set by screen, workbook and sync, written in any way, and each is of one employee', async () => {
  const { accountId, ask, paste, people, cards } = await given();
  await paste(ANN, BOB);
  expect(await cards()).toEqual(['1001 12EA30 4711', '1002']);
  // What a download shows is no change when it comes back; a taken card names its holder.
  expect(await paste([...ANN.slice(0, 4), '12EA30, 4711'])).toEqual(['unchanged']);
  expect(await paste([...BOB.slice(0, 4), '12ea30'])).toEqual(['Ann Adams (1001) has this card.']);
  expect(await paste([...BOB.slice(0, 4), '12 ea 30 !'])).toEqual([expect.stringMatching(/card number/)]);
  const [ann, bob] = await people();
  const change = (one: SetupEmployee | undefined, body: object) =>
    ask(`/employees/${one?._id}`, { basis: one?.basis, ...body }, 'PUT');
  expect(await change(bob, { cards: ['004711'] })).toMatchObject({
    errorCode: 'ALREADY_EXISTS',
  });
  expect(await change(ann, { cards: ['0'] })).toMatchObject({ errorCode: 'VALIDATION_FAILED' });
  expect(await change(ann, { cards: Array.from({ length: 21 }, (_, n) => `${n + 1}`) })).toMatchObject({
    errorCode: 'VALIDATION_FAILED',
  });
  // They change hands at once, by one workbook.
  expect(await paste([...ANN.slice(0, 4), ''], [...BOB.slice(0, 4), '4711'])).toEqual(['changed', 'changed']);
  expect(await cards()).toEqual(['1001', '1002 4711']);
  expect((await ask('/employees?q=4711')).employees).toHaveLength(1);

  // A payroll system that never sent cards leaves them to the screens, and owns them from the first time on.
  await t.db.run(sql`update account set allowed_system_ids = '{VIP}' where account_id = ${accountId}`);
  const key = await givenSyncKey(t.db, accountId);
  const sync = async (...employees: object[]) =>
    (await t.ask('/v2/payroll/VIP/sync', { token: key, body: { employees }, method: 'POST' })).json();
  const cid = { code: 'C', number: '1003', firstName: 'Cid', lastName: 'Cole' };
  await sync(cid);
  const third = async () => (await people()).find(({ number }) => number === '1003');
  expect(await change(await third(), { cards: ['99'] })).toMatchObject({ employee: { cards: ['99'] } });
  await sync(cid);
  expect((await third())?.cards).toEqual(['99']);
  expect((await sync({ ...cid, cards: ['4711'] })).rejected).toMatchObject([{ code: 'C', reason: 'duplicate-card' }]);
  await sync({ ...cid, cards: [100, '0100', 'aa'] });
  expect(await third()).toMatchObject({ cards: ['100', 'AA'], lockedFields: expect.arrayContaining(['cards']) });
  await sync({ ...cid, cards: null });
  expect((await third())?.cards).toEqual([]);
});

it('two administrators who give one card to two people at once: one of them has it, the other is told', async () => {
  const { ask, paste, people, cards } = await given();
  await paste(['1001', 'Ann', 'Adams', '1', ''], BOB);
  for (let n = 1; n <= size(5, 40); n++) {
    const both = await people();
    const answers = await Promise.all(
      both.map((one) => ask(`/employees/${one._id}`, { basis: one.basis, cards: [`77${n}`] }, 'PUT')),
    );
    expect(answers.filter(({ errorCode }) => errorCode === 'ALREADY_EXISTS')).toHaveLength(1);
    const holders = (await cards()).filter((text) => text.split(' ').includes(`77${n}`));
    expect(holders).toHaveLength(1);
  }
});

it('a card clocks in its holder of that time, not the employee with that PIN; an unknown one waits for its holder', async () => {
  const { accountId, token, deviceId, admin, paste, send, punches } = await given();
  const other = await given();
  await other.paste(ANN);
  await paste(ANN, [...BOB.slice(0, 3), '4711', '']);
  await send(event('4711', 17), event('12-EA-30', 17, '16:00:00'), event('55', 17), event('55', 18), {
    ...event('55', 18),
    pin: '4711',
  });
  expect(await punches()).toEqual([
    '1001 card:4711 17 07:00 counted',
    'nobody card:55 17 07:00 counted',
    '1001 card:12EA30 17 16:00 counted',
    '1002 4711 18 07:00 counted',
    'nobody card:55 18 07:00 counted',
  ]);
  const { nextStep, unmatchedPins } = (
    await t.ask(`/v2/device/by-account/${accountId}/${deviceId}/recorder`, { token: admin })
  ).json();
  expect([nextStep, unmatchedPins]).toEqual([
    'Card 55 matches no employee: 2 punches waiting',
    [{ timeId: 'card:55', count: 2 }],
  ]);
  const exceptions = await t.ask('/v2/exceptions?from=2026-11-17&to=2026-11-17', { token });
  expect(exceptions.body).toContain('Card 55 matches no employee');
  // 55 is given to Bob, who has a punch of that second by his PIN already; 4711 goes from Ann to Bob, and what was Ann's stays hers.
  await paste([...ANN.slice(0, 4), '12EA30'], [...BOB.slice(0, 3), '4711', '55, 4711']);
  await send(event('4711', 19));
  expect(await punches()).toEqual([
    '1001 card:4711 17 07:00 counted',
    '1002 card:55 17 07:00 counted',
    '1001 card:12EA30 17 16:00 counted',
    '1002 4711 18 07:00 counted',
    '1002 card:55 18 07:00 duplicate',
    '1002 card:4711 19 07:00 counted',
  ]);
  expect(await other.punches()).toEqual([]);
});

it('cards come back with a backup; a merged file gives no card to two', async () => {
  const { accountId, admin, paste, cards, people, ask } = await given();
  const calls = backupCalls(t, () => admin);
  await paste(ANN, BOB);
  const { archive } = await calls.backUp(accountId);
  await paste([...ANN.slice(0, 4), '55'], [...BOB.slice(0, 4), '4711']);
  await calls.restore(archive, accountId, 'replace', ['Payroll Data', 'Employees']);
  expect(await cards()).toEqual(['1001 12EA30 4711', '1002']);
  const [ann] = await people();
  await ask(`/employees/${ann?._id}`, { basis: ann?.basis, cards: [] }, 'PUT');
  await paste(['1003', 'Cid', 'Cole', '3', '4711']);
  const { status } = await calls.restore(archive, accountId, 'merge', ['Payroll Data', 'Employees']);
  expect(status).toMatchObject({ status: 'Successful' });
  const held = (await people()).flatMap((one) => one.cards);
  expect(held.filter((card) => card === '4711')).toHaveLength(1);
});

it(`${EVENTS} events by card at once, of ${PEOPLE} employees with cards, are matched`, async () => {
  const { accountId, send } = await given();
  await t.db.run(sql`insert into employee (account_id, employee_id, system_id, code, number, first_name, last_name, is_active, activity, cards)
    select ${accountId}, gen_random_uuid(), 'x', n, n, 'A', 'B', true, '[{"from": null, "isActive": true}]', array['C' || n, 'D' || n]
    from generate_series(1, ${PEOPLE}) n`);
  // As after an import of so many.
  await t.db.run(sql`analyze employee`);
  await send(
    ...Array.from({ length: EVENTS }, (_, n) =>
      event(`${n % 2 ? 'C' : 'D'}${(n % PEOPLE) + 1}`, 16 + Math.floor(n / PEOPLE)),
    ),
  );
  const { linked } = await t.db.single(
    z.object({ linked: z.int() }),
    sql`select count(employee_id)::int as linked from clock_record where account_id = ${accountId}`,
  );
  expect(linked).toBe(EVENTS);
});

it('cells that are pasted without headings are read as before there were cards: the fifth is the time group', async () => {
  const { token: admin } = await givenAdmin(t.db);
  const { accountId } = await givenEmployer(t.db, { permissions: EMPLOYER_PERMISSIONS });
  await givenGroup(t.db, accountId, 'time', { name: 'Day' });
  const rows = [
    ['1001', 'Ann', 'Adams', '1', 'Day'],
    ['1002', 'Bob', 'Brown', '2', 'Day'],
  ];
  const { lines } = await pasteCells(t, { token: admin, accountId }, 'employees', rows);
  expect(lines.map(({ outcome, reason }) => reason ?? outcome)).toEqual(['new', 'new']);
});

it('a card that is sent as a number with more digits than a number holds is refused, not rounded to the card of another', async () => {
  const { accountId, paste, send, punches, cards } = await given();
  await paste(ANN, [...BOB.slice(0, 4), '72057594037927940']);
  const card = Number('72057594037927937');
  // One of them is read: of a request of which none is, a program is told 400.
  await send(
    { card, time: '2026-11-17T07:00:00Z' },
    { pin: card, time: '2026-11-17T07:00:00Z' },
    { card: 4711, time: '2026-11-18T07:00:00Z' },
  );
  await send({ card: '72057594037927940', time: '2026-11-18T07:00:00Z' });
  expect(await punches()).toEqual(['1001 card:4711 18 07:00 counted', '1002 card:72057594037927940 18 07:00 counted']);
  await t.db.run(sql`update account set allowed_system_ids = '{VIP}' where account_id = ${accountId}`);
  const key = await givenSyncKey(t.db, accountId);
  const employees = [
    { code: 'C', number: '1003', firstName: 'Cid', lastName: 'Cole', cards: [Number('72057594037927969')] },
  ];
  const synced = await t.ask('/v2/payroll/VIP/sync', { token: key, body: { employees }, method: 'POST' });
  expect(synced.json().rejected).toHaveLength(1);
  expect(await cards()).toHaveLength(2);
});
