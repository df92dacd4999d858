import { createSyncKey, updateAccountSettings } from '#contract/access/accountSettings.ts';
import { createAccount } from '#contract/access/accounts.ts';
import { changePassword, logIn } from '#contract/access/session.ts';
import { createUser } from '#contract/access/users.ts';
import { createAdmsDevice, createUnmanagedDevice, updateDevice } from '#contract/intake/enrolment.ts';
import { syncPayroll } from '#contract/intake/payroll.ts';
import { createHoursRule, HOURS_RULE_DEFAULTS } from '#contract/masterData/hoursRules.ts';
import { createPayRate, createPayRule, type PayRuleValue, setCurrency } from '#contract/masterData/payRules.ts';
import { createPayProfile, makePayFile, PAY_ELEMENTS } from '#contract/money/payFiles.ts';
import { lockPeriod } from '#contract/office/periodLocks.ts';
import { createSetupGroup } from '#contract/office/setupLists.ts';
import { GRANTABLE } from '#contract/platform/permissions.ts';
import { createCall } from '#server/operations/demo/client.ts';
import { noonZone } from './noonZone.ts';
import { givenAlerts, givenBackups, givenRecorder, givenSilence, type Hidden } from './tourRows.ts';

/** The password of the employers below. */
const PASSWORD = 'walnut river cloud tour';

const LONG = 'Maria Magdalena Theodora Wilhelmina van der Westhuizen-Bezuidenhout';
const NAMES = [
  ['Thandi', 'Nkosi'],
  [LONG.slice(0, 60), `${LONG.slice(0, 50)} Jnr III`],
  ['محمد عبد الرحمن', 'الفاروقي بن سعيد'],
  ['שרה לאה', 'כהן־לוי'],
  ['小明', '欧阳'],
  ['José Ángel', 'Pretorius-Ngcobo'],
] as const;
/** The people of the largest account: numbers of four digits in a short tour, which looks at its dashboard only. */
const PEOPLE = process.env.TOUR_ONLY && !process.env.PSEUDO ? 5_000 : 1_150;
const named = (kind: string, index: number) =>
  `${kind} ${index} of the very large northern packhouse and cold store`.slice(0, 60);
const many = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index));

type Login = { username: string; password: string };
export type TourAccount = { accountId: string; userId: string; login: Login };

/** A currency, a rate for all piecework, a minimum, and rules of hours and pay: some need a top-up. */
async function givenPay(origin: string, token: string) {
  const call = createCall(origin);
  await call(setCurrency, { body: { currency: 'ZAR' } }, token);
  const named = { lookup1: null, lookup2: null, jobDescriptionId: null, employeeGroupId: null, employeeId: null };
  for (const [kind, amount] of [
    ['piece', '3.125'],
    ['minimum', '28.79'],
  ] as const)
    await call(createPayRate, { body: { ...named, kind, amount, from: '2020-01-01' } }, token);
  const limits = { maxDayMinutes: 480, maxSevenDaysMinutes: 3_000, minRestMinutes: 660, restDays: '1 in 7' } as const;
  const body = { ...HOURS_RULE_DEFAULTS, ...limits, nearMinutes: 600, timeGroupId: null, from: null };
  await call(createHoursRule, { query: {}, body }, token);
  const rule: PayRuleValue = {
    ...{ name: 'South Africa, farm', window: 'day', scope: 'all', leastMinutes: 240, weekStart: 1, rests: [] },
    ...{ restRate: 'minimum', hourlyAtLeastMinimum: false, overtime: 'factors' },
  };
  await call(createPayRule, { body: { ...rule, timeGroupId: null, from: null } }, token);
}

/** A locked day with its payroll file, work that arrived after it, and the profile by which payroll reads both. */
async function givenPayFile(
  origin: string,
  token: string,
  day: string,
  { sync, at, hidden }: { sync: (body: object) => unknown; at: (time: string) => string; hidden: Hidden },
) {
  const call = createCall(origin);
  const people = many(6, (index) => `E${index}`);
  const punches = people.flatMap((employeeCode, index) =>
    ['07:00:00', `1${5 + (index % 3)}:10:00`].map((time) => ({
      ...{ code: `P${employeeCode} ${time}`, employeeCode, at: at(time) },
    })),
  );
  const work = (nth: number) => (employeeCode: string, index: number) => ({
    ...{ code: `P${nth} ${employeeCode}`, employeeCode, lookup1Code: `Product${index % 4}` },
    ...{ units: 20 + index * nth, startedAt: at('08:00:00') },
  });
  await sync({ clockRecords: punches, pieceworkEntries: people.map(work(9)) });
  const { _id: lockId } = await call(lockPeriod, { body: { from: day, to: day } }, token);
  const codes = Object.fromEntries(
    PAY_ELEMENTS.map((one) => [one, one === 'piece' ? 'PC-{lookup1}' : one.slice(0, 9)]),
  );
  const columns = (['number', 'code', 'hours', 'units', 'amount'] as const).map((column) => ({ column, head: column }));
  const settings = { codes, columns, hours: 'decimal', dates: 'YYYY-MM-DD', separator: ',' } as const;
  await call(createPayProfile, { body: { name: named('Our payroll', 1), layout: 'csv', settings } }, token);
  // Not while the days are judged anew.
  await hidden.work();
  await call(makePayFile, { body: { lockId, knownLeftOut: 1_000 } }, token);
  await sync({ pieceworkEntries: people.slice(2, 4).map(work(2)) });
}

/**
 * Three employers: `nothing`, whose account is empty; `little`, a farm of forty with alerts, backups and a silent terminal; `much`, with thousands of people, long and right-to-left names,
 * hundreds of groups and huge numbers. Made the way an administrator and a payroll system would.
 */
export async function givenTourAccounts(origin: string, admin: Login, now: Date, hidden: Hidden) {
  const call = createCall(origin);
  const { token } = await call(logIn, { body: { username: admin.username, password: admin.password } });
  const { timeZone, ahead, day } = noonZone(now);
  const at = (time: string) => new Date(Date.parse(`${day}T${time}Z`) - ahead * 3_600_000).toISOString();

  const account = async (
    code: string,
    name: string,
    [firstName, lastName]: readonly [string, string],
  ): Promise<TourAccount> => {
    const username = code.toLowerCase();
    const email = `${username}@example.test`;
    const holder = { firstName, lastName, contactNo: '+27 21 555 0100', emailAddr: email };
    const { _id: accountId } = await call(createAccount, { body: { isActive: true, code, name, holder } }, token);
    await call(updateAccountSettings, { params: { accountId }, body: { timeZone, allowedSystemIds: ['PAY'] } }, token);
    const first = 'until the first log-in';
    const permissions = { api: [...GRANTABLE.employer] };
    const user = { accountId, firstName, lastName, username, email, password: first, permissions };
    const { _id: userId } = await call(createUser, { body: user }, token);
    const signedIn = await call(logIn, { body: { username, password: first } });
    await call(changePassword, { body: { currentPassword: first, newPassword: PASSWORD } }, signedIn.token);
    return { accountId, userId, login: { username, password: PASSWORD } };
  };

  /** Groups, people and a morning of them; `size`: how many people. */
  const fill = async ({ accountId }: TourAccount, size: number, choices: number, units: (index: number) => string) => {
    const params = { accountId };
    const { key } = await call(
      createSyncKey,
      { params, body: { systemId: 'PAY', description: named('Payroll', 1) } },
      token,
    );
    const sync = (body: object) => call(syncPayroll, { params: { systemId: 'PAY' }, body }, key);
    const groups = (kind: string) => many(choices, (index) => ({ code: `${kind}${index}`, name: named(kind, index) }));
    const entries = (kind: string) =>
      many(Math.min(60, choices), (index) => ({ code: `${kind}${index}`, description: named(kind, index) }));
    await sync({
      name: named('Payroll', 1),
      timeGroups: groups('Shift'),
      employeeGroups: groups('Team'),
      jobDescriptions: groups('Job'),
      lookupDefinitions: [
        { lookup: 1, name: 'Product and packaging' },
        { lookup: 2, name: 'Block, line or cold store' },
      ],
      lookups: [
        { lookup: 1, entries: entries('Product') },
        { lookup: 2, entries: entries('Block') },
      ],
      standardTimes: many(7, (index) => ({
        code: `S${index}`,
        timeGroupCode: 'Shift0',
        weekday: index + 1,
        startTime: '07:00',
        endTime: '16:00',
        breaks: [{ startTime: '10:00', endTime: '10:15' }],
      })),
      holidays: [{ code: 'H1', name: 'Day of Goodwill', date: `${day.slice(0, 4)}-12-26`, timeGroupCode: null }],
    });
    await sync({
      employees: many(size, (index) => {
        const [firstName, lastName] = NAMES[index % NAMES.length] ?? NAMES[0];
        const of = index % choices;
        return {
          code: `E${index}`,
          number: String(100_000 + index),
          firstName,
          lastName,
          isActive: true,
          timeId: String(index + 1),
          timeGroupCode: index % 20 === 19 ? `Shift${of}` : 'Shift0',
          employeeGroupCode: `Team${of}`,
          jobDescriptionCode: `Job${of}`,
        };
      }),
    });
    const working = Math.floor(size * 0.9);
    const minute = (index: number) => String(index % 40).padStart(2, '0');
    await sync({
      clockRecords: [
        ...many(working, (index) => ({
          code: `C${index}`,
          employeeNumber: String(100_000 + index),
          at: at(index % 3 === 0 ? `07:${minute(index)}:00` : `06:${minute(index)}:00`),
          direction: 'in',
        })),
        // One leaves for a while, one has an unknown PIN, and one forgot the OUT yesterday.
        { code: 'OUT', employeeNumber: '100001', at: at('08:00:00'), direction: 'out' },
        { code: 'IN', employeeNumber: '100001', at: at('09:10:00'), direction: 'in' },
        {
          code: 'YESTERDAY',
          employeeNumber: '100003',
          at: new Date(Date.parse(at('07:00:00')) - 86_400_000).toISOString(),
          direction: 'in',
        },
        { code: 'PIN', timeId: '987654', at: at('07:01:00'), direction: 'in' },
      ],
      pieceworkEntries: many(working, (index) => ({
        code: `W${index}`,
        employeeCode: `E${index}`,
        lookup1Code: `Product${index % Math.min(40, choices)}`,
        lookup2Code: `Block${(index * 7) % Math.min(60, choices)}`,
        units: units(index),
        startedAt: at('08:00:00'),
        endedAt: at(`09:${minute(index)}:00`),
      })),
    });
    for (const index of many(Math.min(12, choices), (each) => each)) {
      const { id: deviceId } = await call(createAdmsDevice, { params, body: { serial: `T${size}N${index}` } }, token);
      await call(
        updateDevice,
        { params: { ...params, deviceId }, body: { employeeIds: [], description: named('Gate', index) } },
        token,
      );
    }
    const phone = { serialNumber: `PHONE${size}`, imei: String(350_000_000_000_000 + size) };
    await call(createUnmanagedDevice, { params, body: phone }, token);
    return { sync };
  };

  const nothing = await account('NOTHING', 'Kleinplaas', NAMES[0]);
  const little = await account('LITTLE', 'Bergvliet Fruit Estate', NAMES[5]);
  const { accountId } = little;
  const scoped = { firstName: 'Sindi', lastName: 'Visser', username: 'sindi', email: 'sindi@example.test' };
  // A user whom the Owner may limit to some people.
  await call(
    createUser,
    { body: { accountId, ...scoped, password: 'until the first log-in', permissions: { api: [] } } },
    token,
  );
  const { sync } = await fill(little, 40, 4, (index) => String(12.5 + index));
  const employer = await call(logIn, { body: little.login });
  await call(createSetupGroup, { query: { accountId }, body: { kind: 'time', name: 'Rotating crew' } }, employer.token);
  await givenAlerts(origin, employer.token);
  await givenPay(origin, employer.token);
  const before = (instant: string, days: number) => new Date(Date.parse(instant) - days * 86_400_000).toISOString();
  const payDay = before(`${day}T00:00:00Z`, 2).slice(0, 10);
  await givenPayFile(origin, employer.token, payDay, { sync, hidden, at: (time) => before(at(time), 2) });
  const place = { origin, accountId, hidden };
  await givenBackups(place, token);
  await givenSilence(place, token, at('06:10:00'));
  await givenRecorder(place, { admin: token, employer: employer.token }, { now, day, ahead });
  const much = await account('MUCH', named('The Great Northern Fruit Packing Company,', 1), NAMES[1]);
  await fill(much, PEOPLE, 200, (index) => (index % 10 === 0 ? '98765.432' : String(100 + index)));
  return { nothing, little, much };
}
