import { createSyncKey, updateAccountSettings } from '#contract/accountSettings.ts';
import { createAccount } from '#contract/accounts.ts';
import { createAdmsDevice, updateDevice } from '#contract/devices.ts';
import { syncPayroll } from '#contract/payroll.ts';
import { changePassword, logIn } from '#contract/session.ts';
import { createUser } from '#contract/users.ts';
import { createCall } from '#server/demo/client.ts';

/** The passwords of the employers below. */
export const TOUR_PASSWORD = 'walnut river cloud tour';

const LONG = 'Maria Magdalena Theodora Wilhelmina van der Westhuizen-Bezuidenhout';
const NAMES = [
  ['Thandi', 'Nkosi'],
  [LONG.slice(0, 60), `${LONG.slice(0, 50)} Jnr III`],
  ['محمد عبد الرحمن', 'الفاروقي بن سعيد'],
  ['שרה לאה', 'כהן־לוי'],
  ['小明', '欧阳'],
  ['José Ángel', 'Pretorius-Ngcobo'],
] as const;
const GROUP = (kind: string, index: number) =>
  `${kind} ${index} of the very large northern packhouse and cold store`.slice(0, 60);
const many = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index));

/**
 * Two employers beside the demo's: `nothing`, whose account is empty, and `much`, with 5,000 people, long and right-to-left names,
 * hundreds of groups and huge numbers. `adminPassword`: of the demo's administrator. Answers the ids of their accounts.
 */
export async function givenTourAccounts(origin: string, adminPassword: string, day: string) {
  const call = createCall(origin);
  const { token } = await call(logIn, { body: { username: 'admin', password: adminPassword } });
  const account = async (code: string, name: string) => {
    const [firstName, lastName] = code === 'MUCH' ? NAMES[1] : NAMES[0];
    const holder = {
      firstName,
      lastName,
      contactNo: '+27 21 555 0100',
      emailAddr: `${code.toLowerCase()}@example.test`,
    };
    const { _id: accountId } = await call(createAccount, { body: { isActive: true, code, name, holder } }, token);
    await call(
      updateAccountSettings,
      { params: { accountId }, body: { timeZone: 'Africa/Johannesburg', allowedSystemIds: ['PAY'] } },
      token,
    );
    const username = code.toLowerCase();
    const user = {
      accountId,
      firstName,
      lastName,
      username,
      email: `${username}@example.test`,
      password: 'until the first log-in',
    };
    const { _id: userId } = await call(createUser, { body: user }, token);
    const signedIn = await call(logIn, { body: { username, password: user.password } });
    const passwords = { currentPassword: user.password, newPassword: TOUR_PASSWORD };
    await call(changePassword, { body: passwords }, signedIn.token);
    return { accountId, userId };
  };
  const nothing = await account('NOTHING', 'Kleinplaas');
  const much = await account('MUCH', 'The Great Northern Fruit Packing and Cold Storage Company of '.slice(0, 60));
  const params = { accountId: much.accountId };
  const { key } = await call(
    createSyncKey,
    { params, body: { systemId: 'PAY', description: GROUP('Payroll', 1) } },
    token,
  );
  const sync = (body: object) => call(syncPayroll, { params: { systemId: 'PAY' }, body }, key);
  const groups = (kind: string) => many(200, (index) => ({ code: `${kind}${index}`, name: GROUP(kind, index) }));
  await sync({
    name: GROUP('Payroll', 1),
    timeGroups: groups('Shift'),
    employeeGroups: groups('Team'),
    jobDescriptions: groups('Job'),
    lookupDefinitions: [
      { lookup: 1, name: 'Product and packaging' },
      { lookup: 2, name: 'Block, line or cold store' },
    ],
    lookups: [
      { lookup: 1, entries: many(60, (index) => ({ code: `P${index}`, description: GROUP('Product', index) })) },
      { lookup: 2, entries: many(60, (index) => ({ code: `B${index}`, description: GROUP('Block', index) })) },
    ],
    standardTimes: many(7, (index) => ({
      code: `S${index}`,
      timeGroupCode: 'Shift0',
      weekday: index + 1,
      startTime: '00:30',
      endTime: '23:00',
      breaks: [{ startTime: '12:00', endTime: '13:00' }],
    })),
  });
  await sync({
    employees: many(5_000, (index) => {
      const [firstName, lastName] = NAMES[index % NAMES.length] ?? NAMES[0];
      return {
        code: `E${index}`,
        number: String(100_000 + index),
        firstName,
        lastName,
        isActive: true,
        timeId: String(index + 1),
        timeGroupCode: `Shift${index % 20 === 19 ? index % 200 : 0}`,
        employeeGroupCode: `Team${index % 200}`,
        jobDescriptionCode: `Job${index % 200}`,
      };
    }),
  });
  await sync({
    clockRecords: many(4_500, (index) => ({
      code: `C${index}`,
      employeeNumber: String(100_000 + index),
      at: `${day}T00:${String(20 + (index % 40)).padStart(2, '0')}:00+02:00`,
      direction: 'in',
    })),
    pieceworkEntries: many(4_500, (index) => ({
      code: `W${index}`,
      employeeCode: `E${index}`,
      lookup1Code: `P${index % 40}`,
      lookup2Code: `B${(index * 7) % 60}`,
      units: index % 10 === 0 ? '98765.432' : String(100 + index),
      startedAt: `${day}T00:35:00+02:00`,
      endedAt: `${day}T01:55:00+02:00`,
    })),
  });
  for (const index of many(12, (each) => each)) {
    const { id: deviceId } = await call(createAdmsDevice, { params, body: { serial: `TOUR${index}` } }, token);
    const body = { employeeIds: [], description: GROUP('Gate', index) };
    await call(updateDevice, { params: { ...params, deviceId }, body }, token);
  }
  return { nothing, much };
}
