import { expect, it } from 'vitest';
import type { Exception } from '#contract/office/exceptions.ts';
import { sql } from '#server/platform/db/db.ts';
import { givenAccount, givenAdmin, givenSession, givenUser } from '../support/factories.ts';
import { givenDevice, givenEmployee } from '../support/factories.work.ts';
import { access, makesOf } from '../support/makeTerminals.ts';
import { useTerminals } from '../support/terminalSetup.ts';
import { useTestApp } from '../support/testApp.ts';

/** One PIN, two people: told, not counted without a word. */

const t = useTestApp();
const terminals = useTerminals(t);

/** Two terminals: John, whose PIN is 29, is assigned to the first one, and Sarah to the second. */
async function given() {
  t.clock.set('2026-11-20T15:00:00Z');
  const accountId = await givenAccount(t.db, { timeZone: 'Africa/Johannesburg' });
  const token = await givenSession(
    t.db,
    accountId,
    await givenUser(t.db, accountId, { permissions: ['Stats.GET_ATTENDANCE_INFORMATION', 'Attendance.CORRECT'] }),
    {
      ttlSeconds: 9 * 86_400,
    },
  );
  const admin = await givenAdmin(t.db);
  const [john, sarah] = [
    await givenEmployee(t.db, accountId, { timeId: '29', firstName: 'John', lastName: 'Dube' }),
    await givenEmployee(t.db, accountId, { timeId: '30', firstName: 'Sarah', lastName: 'Moyo' }),
  ];
  const [north, south] = [await givenDevice(t.db, accountId), await givenDevice(t.db, accountId)];
  const assign = async ({ deviceId }: { deviceId: string }, ...employeeIds: string[]) => {
    const answer = await t.ask(`/v2/device/by-account/${accountId}/${deviceId}`, {
      ...{ token: admin.token, method: 'PUT', body: { employeeIds, description: 'Gate' } },
    });
    expect(answer.statusCode, answer.body).toBe(200);
  };
  const send = async ({ serialNumber }: { serialNumber: string }, table: string, body: string) =>
    expect(
      (await terminals.send('POST', `/iclock/cdata?SN=${serialNumber}&table=${table}&Stamp=1`, body)).body,
    ).toMatch(/^OK/);
  const punch = (at: { serialNumber: string }, pin: string, time: string) =>
    send(at, 'ATTLOG', `${pin}\t2026-11-20 ${time}\t255\t1\n`);
  const name = (at: { serialNumber: string }, pin: string, own: string) =>
    send(at, 'OPERLOG', `USER PIN=${pin}\tName=${own}\tPri=0\tPasswd=\tCard=\tGrp=1\n`);
  const listed = async (): Promise<Exception[]> => {
    const answer = await t.ask('/v2/exceptions?from=2026-11-20&to=2026-11-20', { token });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().exceptions.filter(({ kind }: Exception) => kind === 'two-people');
  };
  const told = async () => (await listed()).map(({ detail, employee }) => `${employee?.number}: ${detail}`);
  return { accountId, token, john, sarah, north, south, assign, punch, name, listed, told };
}

it('another name of a terminal than the employee’s is told with the punches, until it has the same one', async () => {
  const site = await given();
  const { north, john } = site;
  await site.name(north, '29', 'Sarah Moyo');
  expect(await site.told()).toEqual([]);
  await site.punch(north, '29', '07:00:00');
  await site.punch(north, '29', '16:00:00');
  const [found] = await site.listed();
  expect(found).toMatchObject({
    detail: expect.stringMatching(/^2 punches on .*, which calls PIN 29 Sarah Moyo$/),
    employee: { _id: john },
  });
  expect(found?.proposals.map(({ label }) => label)).toEqual([
    'Give to somebody else',
    'Does not count',
    'Assign to devices',
  ]);
  // The same person, as terminals write them: cut off, without accents, in another order, or as a number.
  for (const own of ['DUBE JOHN', 'Jöhn D', 'John Du', '29', 'Dub']) {
    await site.name(north, '29', own);
    expect(await site.listed(), own).toEqual([]);
    await site.name(north, '29', 'Sarah Moyo');
    expect(await site.listed(), own).toHaveLength(1);
  }
  // As an employee of that name it is theirs.
  await t.db.run(sql`update employee set last_name = 'Moyo' where employee_id = ${john}`);
  await t.db.run(sql`update account set data_version = data_version + 1`);
  expect(await site.listed()).toEqual([]);
});

it('a PIN that clocks where its employee is not assigned and others are, until they are', async () => {
  const site = await given();
  const { north, south, john, sarah } = site;
  // Nobody is assigned anywhere: all clock everywhere.
  await site.punch(south, '29', '06:00:00');
  expect(await site.told()).toEqual([]);
  await site.assign(north, john);
  await site.punch(south, '29', '06:30:00');
  // Nobody is assigned to this one.
  expect(await site.told()).toEqual([]);
  await site.assign(south, sarah);
  await site.punch(south, '29', '07:00:00');
  await site.punch(south, '30', '07:01:00');
  await site.punch(north, '29', '07:02:00');
  expect(await site.told()).toEqual([
    expect.stringMatching(/: 3 punches on .*, to which others are assigned and they are not$/),
  ]);
  await site.name(south, '29', 'Sarah M');
  expect(await site.told()).toEqual([expect.stringMatching(/: 3 punches on .*, which calls PIN 29 Sarah M$/)]);
  await site.name(south, '29', 'John');
  expect(await site.told()).toHaveLength(1);
  await site.assign(south, sarah, john);
  expect(await site.told()).toEqual([]);
});

it('it is settled by a press, and left as it is', async () => {
  const site = await given();
  await site.name(site.north, '29', 'Sarah Moyo');
  await site.punch(site.north, '29', '07:00:00');
  const [found] = await site.listed();
  const leave = await t.ask('/v2/exceptions/reviews', {
    token: site.token,
    body: { items: [{ key: found?.key, evidence: found?.evidence }] },
  });
  expect(leave.statusCode, leave.body).toBe(200);
  expect(await site.listed()).toEqual([]);
  await site.punch(site.north, '29', '16:00:00');
  const [again] = await site.listed();
  const none = again?.proposals[1];
  const press = await t.ask('/v2/corrections', {
    token: site.token,
    body: { reason: none?.reason, items: none?.items },
  });
  expect(press.statusCode, press.body).toBe(200);
  expect(await site.listed()).toEqual([]);
});

it('says nothing of another account, nor of a network that nobody accepted', async () => {
  const [site, other] = [await given(), await given()];
  await site.name(site.north, '29', 'Sarah Moyo');
  await site.punch(site.north, '29', '07:00:00');
  await other.punch(other.north, '29', '07:00:00');
  expect(await other.listed()).toEqual([]);
  const elsewhere = terminals.http({ from: '127.0.1.2' });
  const { serialNumber } = other.north;
  await elsewhere.send(
    'POST',
    `/iclock/cdata?SN=${serialNumber}&table=OPERLOG&Stamp=1`,
    'USER PIN=29\tName=Sarah Moyo\n',
  );
  expect(await other.listed()).toEqual([]);
});

it('a terminal that has an address of its own names people in its events', async () => {
  const site = await given();
  const hikvision = await makesOf(t, terminals)('hikvision', { accountId: site.accountId });
  const event = (employeeNoString: string, name: string) =>
    JSON.stringify({ ...access(75, 1, '07:00:05', { employeeNoString, name }), dateTime: '2026-11-20T07:00:05+02:00' });
  await hikvision.send(event('29', 'Sarah Moyo'));
  await hikvision.send(event('30', 'Sarah Moyo'));
  expect(await site.told()).toEqual([expect.stringMatching(/: 1 punch on .*, which calls PIN 29 Sarah Moyo$/)]);
});
