import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Exception } from '#contract/office/exceptions.ts';
import { PERMISSIONS } from '#contract/platform/permissions.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenAdmin, givenSession, givenUser } from '../support/factories.ts';
import { ASKED, givenSupervised, MONDAY } from '../support/ledger.ts';
import { useTestApp } from '../support/testApp.ts';

/** New people in the field: name now, number later. */

const t = useTestApp();
let serial = 0;

async function givenField() {
  const site = await givenSupervised(t);
  const { accountId } = site;
  const system = await givenAdmin(t.db);
  const admin = await givenSession(t.db, system.accountId, system.userId, {
    createdAt: ASKED,
    ttlSeconds: 90 * 86_400,
  });
  const recorder = async () => {
    const made = await t.ask(`/v2/device/v2/for-account/${accountId}`, {
      ...{ method: 'POST', token: admin, body: { serialNumber: `NP${++serial}`, imei: '350' } },
    });
    const body = { activationToken: made.json().activationToken };
    return (await t.ask('/v2/rc/activate', { method: 'POST', body })).json().deviceToken as string;
  };
  const owner = await givenUser(t.db, accountId, { permissions: PERMISSIONS });
  const token = await givenSession(t.db, accountId, owner, { createdAt: ASKED, ttlSeconds: 90 * 86_400 });
  const sync = async (device: string, body: object) => {
    const answer = await t.ask('/v2/rc/sync', {
      ...{ method: 'POST', token: device, body: { sentAt: t.clock.now().toISOString(), ...body } },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const unknown = async (as = token): Promise<Exception[]> =>
    (await site.ask(`/exceptions?from=${MONDAY}&to=${MONDAY}`, undefined, as)).body.exceptions.filter(
      ({ kind }: Exception) => kind === 'unmatched-pin',
    );
  const make = (body: object, as = token) =>
    t.ask(`/v2/setup/employees`, { token: as, body: { timeGroupId: site.group, activeFrom: MONDAY, ...body } });
  const idOf = async (number: string) =>
    (
      await t.db.single(
        z.object({ id: z.string() }),
        sql`select employee_id as id from employee where account_id = ${accountId} and number = ${number}`,
      )
    ).id;
  return { ...site, recorder: await recorder(), another: recorder, owner: token, sync, unknown, make, idOf };
}
type Field = Awaited<ReturnType<typeof givenField>>;

/** A morning of a person whose badge holds only a number, or whose badge may be a PIN too. */
const morning = ({ at }: Field, number: string, timeId?: string) => {
  const who = { employeeNumber: number, ...(timeId && { timeId }) };
  const record = (id: string, more: object) => ({ recordId: `${number}-${id}`, ...who, ...more });
  return {
    clockRecords: [
      record('1', { at: at('07:00'), direction: 'in' }),
      record('4', { at: at('15:00'), direction: 'out' }),
    ],
    pieceworkEntries: [
      record('2', { units: '3.5', lookup1Code: 'P', startedAt: at('09:00') }),
      record('3', { units: '2', lookup1Code: 'P', startedAt: at('10:00') }),
    ],
  };
};
const factsOf = async (field: Field, number: string) => {
  const { basis: _basis, ...day } = await field.explain(await field.idOf(number));
  return JSON.stringify(day).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id');
};

describe('a person whom a Recorder has named', () => {
  for (const timeId of [undefined, '4711'])
    it(`is found under Exceptions, and made an employee has their records as though they had been known (${timeId ? 'a PIN' : 'a number alone'})`, async () => {
      const field = await givenField();
      const newPeople = [{ number: '4711', ...(timeId && { timeId }), name: 'Sipho Dlamini' }];
      const given = { ...morning(field, '4711', timeId), newPeople };
      expect(await field.sync(field.recorder, given)).toMatchObject({ accepted: 4, duplicates: 0, rejected: [] });
      expect(await field.sync(field.recorder, given)).toMatchObject({ accepted: 0, duplicates: 4, rejected: [] });

      const [found, ...others] = await field.unknown();
      expect(others).toEqual([]);
      expect(found).toMatchObject({
        newPerson: { name: 'Sipho Dlamini', number: '4711', timeId: timeId ?? null },
        detail: `Sipho Dlamini (${timeId ? 'PIN' : 'number'} 4711) is no employee yet: 4 records waiting`,
      });
      expect(found?.proposals[0]).toMatchObject({ label: 'Make employee', opens: 'make-employee' });
      expect(
        (await field.make({ number: '4711', timeId: timeId ?? null, firstName: 'Sipho', lastName: 'Dlamini' }))
          .statusCode,
      ).toBe(200);
      expect(await field.unknown()).toEqual([]);

      // Sent once more, it is what the device sent before; what comes later is theirs at once.
      expect(await field.sync(field.recorder, given)).toMatchObject({ accepted: 0, duplicates: 4, rejected: [] });
      expect(await field.unknown()).toEqual([]);

      const known = await givenField();
      await known.make({ number: '4711', timeId: timeId ?? null, firstName: 'Sipho', lastName: 'Dlamini' });
      await known.sync(known.recorder, morning(known, '4711', timeId));
      expect(await factsOf(field, '4711')).toBe(await factsOf(known, '4711'));
    });

  it('is refused as any unknown number while no name was given, and waits on the device', async () => {
    const field = await givenField();
    const { clockRecords } = morning(field, '4711');
    const refused = clockRecords.map(({ recordId }) => ({ recordId, reason: 'unknown-employee' }));
    expect(await field.sync(field.recorder, { clockRecords })).toMatchObject({ accepted: 0, rejected: refused });
    for (const name of ['', '  ', 'x'.repeat(101), 7])
      expect(
        await field.sync(field.recorder, { clockRecords, newPeople: [{ number: '4711', name }, null, 'x'] }),
        String(name),
      ).toMatchObject({ accepted: 0, rejected: refused });
    expect(await field.unknown()).toEqual([]);
    const newPeople = [{ number: '4711', name: ' Sipho ' }];
    expect(await field.sync(field.recorder, { clockRecords, newPeople })).toMatchObject({ accepted: 2 });
    expect((await field.unknown())[0]?.newPerson?.name).toBe('Sipho');
  });

  it('has the names that each device gave, the newest of a device', async () => {
    const field = await givenField();
    const other = await field.another();
    const clockRecords = morning(field, '4711').clockRecords.slice(0, 1);
    const named = (name: string) => ({ newPeople: [{ number: '4711', name }] });
    await field.sync(field.recorder, { clockRecords, ...named('Sifo') });
    await field.sync(field.recorder, { clockRecords, ...named('Sipho D.') });
    await field.sync(other, named('Dlamini'));
    expect((await field.unknown())[0]?.newPerson?.name).toBe('Dlamini or Sipho D.');
  });

  it('whose number an employee has is that employee, and never somebody with that PIN', async () => {
    const field = await givenField();
    await field.person('9', { timeId: '4711' });
    const one = morning(field, '4711').clockRecords;
    const newPeople = [{ number: '4711', name: 'Sipho' }];
    await field.sync(field.recorder, { clockRecords: one, newPeople });
    expect((await field.unknown())[0]?.newPerson).toMatchObject({ number: '4711', timeId: null });
    expect((await field.explain(await field.idOf('9'))).events).toEqual([]);
    await field.make({ number: '4711', firstName: 'Sipho', lastName: 'Dlamini' });
    const late = [{ ...one[0], recordId: 'late', at: field.at('08:00') }];
    expect(await field.sync(field.recorder, { clockRecords: late, newPeople })).toMatchObject({ accepted: 1 });
    expect((await field.explain(await field.idOf('4711'))).events).toHaveLength(3);
    expect(await field.unknown()).toEqual([]);
  });

  it('is one of 500 of a device: a further number is refused, and nothing that was acknowledged is lost', async () => {
    const field = await givenField();
    const newPeople = Array.from({ length: 500 }, (_, n) => ({ number: String(5_000 + n), name: `Person ${n}` }));
    await field.sync(field.recorder, { newPeople });
    const further = { ...morning(field, '4711'), newPeople: [{ number: '4711', name: 'Sipho' }] };
    const answer = await field.sync(field.recorder, {
      clockRecords: further.clockRecords,
      newPeople: further.newPeople,
    });
    expect(answer).toMatchObject({ accepted: 0, rejected: [{ reason: 'unknown-employee' }, {}] });
    const known = morning(field, '5000').clockRecords;
    expect(await field.sync(field.recorder, { clockRecords: known, newPeople: newPeople.slice(0, 1) })).toMatchObject({
      accepted: 2,
    });
    t.clock.advance(91 * 86_400_000);
    await field.sync(field.recorder, { newPeople: further.newPeople });
    await field.sync(field.recorder, { newPeople: further.newPeople });
    const { count } = await t.db.single(
      z.object({ count: z.int() }),
      sql`select count(*)::int as count from new_person where account_id = ${field.accountId}`,
    );
    expect(count).toBeLessThanOrEqual(1);
  });

  it('is seen within a scope by the device, and made an employee by nobody who has one', async () => {
    const field = await givenField();
    const newPeople = [{ number: '4711', name: 'Sipho' }];
    await field.sync(field.recorder, { ...morning(field, '4711'), newPeople });
    const scoped = async (scope: object) => {
      const user = await givenUser(t.db, field.accountId, { permissions: PERMISSIONS, scope });
      return givenSession(t.db, field.accountId, user, { createdAt: ASKED, ttlSeconds: 90 * 86_400 });
    };
    const elsewhere = await scoped({ devices: [randomUUID()] });
    expect(await field.unknown(elsewhere)).toEqual([]);
    const here = await scoped({ timeGroups: [field.group] });
    expect((await field.unknown(here))[0]?.newPerson?.name).toBe('Sipho');
    expect((await field.make({ number: '4711', firstName: 'S', lastName: 'D' }, here)).statusCode).toBe(403);
  });
});

describe('two punches of one second, of the number and of the PIN', () => {
  it('are one, whichever is linked first', async () => {
    const field = await givenField();
    const other = await field.another();
    const [punch] = morning(field, '4711').clockRecords;
    await field.sync(field.recorder, { clockRecords: [punch], newPeople: [{ number: '4711', name: 'Sipho' }] });
    await field.sync(other, { clockRecords: [{ ...punch, recordId: 'x', timeId: '4711' }] });
    const answer = await field.make({ number: '4711', timeId: '4711', firstName: 'Sipho', lastName: 'Dlamini' });
    expect(answer.statusCode, answer.body).toBe(200);
    expect((await field.explain(await field.idOf('4711'))).events).toHaveLength(1);
  });
});

it('records of a locked day stay out of it: the person begins later, and an exception says that they clocked before', async () => {
  const field = await givenField();
  const newPeople = [{ number: '4711', name: 'Sipho' }];
  await field.sync(field.recorder, { ...morning(field, '4711'), newPeople });
  const lock = await field.ask('/period-locks', { from: MONDAY, to: MONDAY, knownOpen: 1_000 }, field.owner);
  expect(lock.status, JSON.stringify(lock.body)).toBe(200);
  const inLock = await field.make({ number: '4711', firstName: 'Sipho', lastName: 'Dlamini' });
  expect([inLock.statusCode, inLock.json().errorCode]).toEqual([409, 'PERIOD_LOCKED']);
  const made = await field.make({ number: '4711', firstName: 'Sipho', lastName: 'Dlamini', activeFrom: '2026-11-24' });
  expect(made.statusCode, made.body).toBe(200);
  const { exceptions } = (await field.ask(`/exceptions?from=${MONDAY}&to=${MONDAY}`, undefined, field.owner)).body;
  // Clocked while not active: its pay waits for it, on a locked day too.
  expect(exceptions.map(({ kind }: Exception) => kind)).toEqual(['changed-after-lock', 'inactive-clocked']);
  const counts = await field.ask(`/exceptions/counts?from=${MONDAY}&to=${MONDAY}`, undefined, field.owner);
  expect(counts.body).toMatchObject({ onLockedDays: 0 });
});
