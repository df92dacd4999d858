import type { createPayRule } from '#contract/masterData/payRules.ts';
import type { RequestOf } from '#contract/platform/endpoint.ts';
import { GRANTABLE } from '#contract/platform/permissions.ts';
import { CALLS, type Call } from './client.ts';
import type { FarmPlan } from './plan.ts';
import type { Worker } from './workers.ts';
import { BLOCKS, CONTAINERS, CROPS, DEFECTS, EMPLOYEE_GROUPS, JOBS, PHONES, TEAM, TERMINALS } from './world.ts';

export const DEMO_LOGINS = {
  admin: 'demo-admin',
  employer: 'demo-employer',
  payroll: 'demo-payroll',
  /** A user for the demo itself: a log-in by a person with the same name would end the demo's session. */
  office: 'demo-office',
  owner: 'demo-owner',
} as const;
/** The first password of all of them, because a password that another user has set must be changed at the first log-in. */
export const FIRST_PASSWORD = 'until-the-first-log-in';
const SYSTEM_ID = 'VIP-PAYROLL';

/** Rates, the minimum and the rule of the farm: a fruit farm in South Africa, each day by itself. */
const PAID_FROM = '2025-03-01';
const PAY_RULE = {
  ...{ name: 'South Africa, farm', timeGroupId: null, from: null, window: 'day', scope: 'all', leastMinutes: 240 },
  ...{ weekStart: 1, rests: [], restRate: 'minimum', hourlyAtLeastMinimum: false, overtime: 'factors' },
  premiumBase: 'greater',
  floors: {
    sunday: { ordinaryHours: false, wages: 1 },
    holiday: { ordinaryHours: false, wages: 2 },
    holidayOff: true,
  },
} as const satisfies RequestOf<typeof createPayRule>['body'];

/** Summaries of the farm that stay in the application: a demo mails nobody. */
const ALERTS = [
  ['attendance', 'Who is here this morning'],
  ['piecework', 'Picked and packed by noon', '12:00'],
] as const;

const FARM_USERS = [
  ['employer', 'Marlene', 'Visagie'],
  ['payroll', 'Anton', 'Fortuin'],
  ['office', 'Hettie', 'Brink'],
] as const;

export type DemoFarm = {
  phoneTokens: string[];
  /** An activation code for trying the Recorder. */
  recorderCode: string;
  /** The devices of the farm; terminals in the order of their gates. */
  terminalIds: string[];
  phoneIds: string[];
  /** The kinds of containers, by name. */
  kindIds: ReadonlyMap<string, string>;
  /** The defects, in the order of `DEFECTS`. */
  defectIds: readonly string[];
  teamId: string;
  /** Releases the records of a device that are older than 45 days, as the farm's office does: until then they are in no figure. */
  acceptOld(deviceId: string): Promise<void>;
  /** Locks days of the farm, as its office does. */
  lockDays(days: { from: string; to: string }): Promise<void>;
};

/** Creates the demo employer as an administrator and a payroll system would: account, user, devices, one sync. */
export async function setUpFarm(call: Call, plan: FarmPlan): Promise<DemoFarm> {
  const { timeZone, people, alertTime } = plan;
  const token = await logInForGood(call, 'admin');
  const { _id: accountId } = await call(
    CALLS.createAccount,
    {
      body: {
        isActive: true,
        code: 'BERGVLIET',
        name: 'Bergvliet Fruit Estate',
        holder: {
          firstName: 'Marlene',
          lastName: 'Visagie',
          contactNo: '+27 21 555 0134',
          emailAddr: 'marlene@bergvliet.example',
        },
      },
    },
    token,
  );
  await call(
    CALLS.updateAccountSettings,
    { params: { accountId }, body: { timeZone, allowedSystemIds: [SYSTEM_ID] } },
    token,
  );
  for (const [username, firstName, lastName] of FARM_USERS)
    await call(
      CALLS.createUser,
      {
        body: {
          accountId,
          username,
          firstName,
          lastName,
          email: `${firstName.toLowerCase()}@bergvliet.example`,
          password: FIRST_PASSWORD,
          permissions: { api: [...GRANTABLE.employer] },
        },
      },
      token,
    );
  await logInForGood(call, 'payroll');
  const office = await logInForGood(call, 'office');
  const employer = await logInForGood(call, 'employer');
  for (const [category, description, time = alertTime] of ALERTS)
    await call(
      CALLS.createAlert,
      {
        body: {
          category,
          description,
          viaEmail: false,
          emailRecipients: [],
          daysOfWeek: [1, 2, 3, 4, 5, 6, 7],
          times: [{ enabled: true, time }],
          targetGroups: [],
        },
      },
      employer,
    );
  const { key } = await call(
    CALLS.createSyncKey,
    { params: { accountId }, body: { systemId: SYSTEM_ID, description: 'Demo payroll' } },
    token,
  );
  await call(CALLS.setCurrency, { body: { currency: 'ZAR' } }, employer);
  await call(CALLS.createPayRule, { body: PAY_RULE }, employer);
  await call(CALLS.syncPayroll, { params: { systemId: SYSTEM_ID }, body: payrollSync(plan) }, key);
  const kinds = await Promise.all(
    CONTAINERS.map(({ name, units }) =>
      call(
        CALLS.createContainerKind,
        { query: {}, body: { name, units, lookup1Code: null, hours: 16, keepsRejected: false } },
        employer,
      ),
    ),
  );
  const defectIds: string[] = [];
  for (const { name } of DEFECTS)
    defectIds.push((await call(CALLS.createDefect, { query: {}, body: { name } }, employer))._id);
  const { employees } = await call(CALLS.listAccountEmployees, { params: { accountId }, query: {} }, token);
  const idOf = new Map(employees.map(({ number, _id }) => [number, _id]));
  const packers = people
    .filter(({ jobCode, shift }) => jobCode === 'PACK' && shift === 'PACKHOUSE')
    .slice(0, TEAM.size);
  const members = packers.flatMap(({ number }) => {
    const employeeId = idOf.get(number);
    return employeeId === undefined ? [] : { employeeId, from: null, to: null, share: null };
  });
  const team = await call(
    CALLS.createTeam,
    { query: {}, body: { name: TEAM.name, division: 'hours', members } },
    employer,
  );
  const terminalIds = await addTerminals(call, token, { accountId, people, idOf });
  const phoneIds: string[] = [];
  const phoneTokens: string[] = [];
  for (const { serialNumber, imei, description } of PHONES) {
    const made = await call(
      CALLS.createUnmanagedDevice,
      { params: { accountId }, body: { serialNumber, imei } },
      token,
    );
    await call(
      CALLS.updateDevice,
      { params: { accountId, deviceId: made.id }, body: { employeeIds: [], description } },
      token,
    );
    const deviceInfo = {
      make: 'Samsung',
      model: 'Galaxy Tab Active 5',
      platform: 'Android',
      platformVersion: '15',
      clientVersion: '4.2.0',
    };
    const { deviceToken } = await call(CALLS.activateDevice, {
      body: { activationToken: made.activationToken, deviceInfo },
    });
    phoneIds.push(made.id);
    phoneTokens.push(deviceToken);
  }
  const { id, activationToken: recorderCode } = await call(
    CALLS.createUnmanagedDevice,
    { params: { accountId }, body: { serialNumber: 'VISITOR', imei: '356938035643825' } },
    token,
  );
  await call(
    CALLS.updateDevice,
    { params: { accountId, deviceId: id }, body: { employeeIds: [], description: 'Your phone' } },
    token,
  );
  await setUpEmpty(call, token, timeZone);
  return {
    phoneTokens,
    recorderCode,
    terminalIds,
    phoneIds,
    defectIds,
    teamId: team._id,
    kindIds: new Map(kinds.map(({ name, _id }) => [name, _id])),
    acceptOld: async (deviceId) =>
      void (await call(
        CALLS.decideQuarantine,
        { params: { deviceId }, body: { origin: 'age', decision: 'accept' } },
        office,
      )),
    lockDays: async (days) => void (await call(CALLS.lockPeriod, { body: days }, office)),
  };
}

/** Creates a second, empty account, in which the set-up can be tried. */
async function setUpEmpty(call: Call, token: string, timeZone: string): Promise<void> {
  const holder = { firstName: 'Pieter', lastName: 'Botha' };
  const emailAddr = 'pieter@newlands.example';
  const { _id: accountId } = await call(
    CALLS.createAccount,
    {
      body: {
        isActive: true,
        code: 'NEWLANDS',
        name: 'Newlands Nursery',
        holder: { ...holder, contactNo: '+27 21 555 0171', emailAddr },
      },
    },
    token,
  );
  await call(CALLS.updateAccountSettings, { params: { accountId }, body: { timeZone, allowedSystemIds: [] } }, token);
  const permissions = { api: [...GRANTABLE.employer] };
  await call(
    CALLS.createUser,
    { body: { accountId, ...holder, username: 'owner', email: emailAddr, password: FIRST_PASSWORD, permissions } },
    token,
  );
  await logInForGood(call, 'owner');
}

/** Logs in with the first password and sets the one that the demo prints. */
async function logInForGood(call: Call, username: keyof typeof DEMO_LOGINS): Promise<string> {
  const { token } = await call(CALLS.logIn, { body: { username, password: FIRST_PASSWORD } });
  await call(
    CALLS.changePassword,
    { body: { currentPassword: FIRST_PASSWORD, newPassword: DEMO_LOGINS[username] } },
    token,
  );
  return token;
}

type Farm = { accountId: string; people: Worker[]; idOf: ReadonlyMap<string, string> };
async function addTerminals(call: Call, token: string, { accountId, people, idOf }: Farm) {
  const ids: string[] = [];
  for (const [gate, { serial, description }] of TERMINALS.entries()) {
    const { id: deviceId } = await call(CALLS.createAdmsDevice, { params: { accountId }, body: { serial } }, token);
    const employeeIds = people.filter((worker) => worker.gate === gate).flatMap(({ number }) => idOf.get(number) ?? []);
    await call(CALLS.updateDevice, { params: { accountId, deviceId }, body: { employeeIds, description } }, token);
    ids.push(deviceId);
  }
  return ids;
}

function payrollSync({ groups, people, activeFrom, holiday }: FarmPlan) {
  return {
    name: 'VIP Payroll',
    timeGroups: groups.map(({ code, name }) => ({ code, name })),
    employeeGroups: EMPLOYEE_GROUPS,
    jobDescriptions: JOBS,
    lookupDefinitions: [
      { lookup: 1, name: 'Product' },
      { lookup: 2, name: 'Block or line' },
    ],
    lookups: [
      { lookup: 1, entries: CROPS.map(({ code, description }) => ({ code, description })) },
      { lookup: 2, entries: BLOCKS },
    ],
    standardTimes: groups.flatMap(({ code, restDay, start, end, breaks, graceMinutes }) =>
      [1, 2, 3, 4, 5, 6, 7]
        .filter((weekday) => weekday !== restDay)
        .map((weekday) => ({
          code: `${code}-${weekday}`,
          timeGroupCode: code,
          weekday,
          startTime: start,
          endTime: end,
          breaks,
          graceMinutes,
        })),
    ),
    hoursRules: [{ code: 'HOURS', dayLimitMinutes: 9 * 60, weekLimitMinutes: 45 * 60 }],
    rates: [
      ...CROPS.map(({ code, rand }) => ({ code, amount: rand, from: PAID_FROM, lookup1Code: code })),
      ...people
        .filter(({ recordsPiecework }) => !recordsPiecework)
        .map(({ code }) => ({ code, kind: 'hourly', amount: '32.50', from: PAID_FROM, employeeCode: code })),
    ],
    minimums: [{ code: 'MINIMUM', amount: '28.79', from: PAID_FROM }],
    holidays: [{ code: 'FOUNDERS', name: 'Founders’ Day', date: holiday.toString() }],
    employees: people.map((worker) => ({
      code: worker.code,
      number: worker.number,
      firstName: worker.firstName,
      lastName: worker.lastName,
      phoneNumber: worker.phoneNumber,
      isActive: true,
      activeFrom: activeFrom(worker).toString(),
      timeId: worker.timeId,
      timeGroupCode: worker.shift,
      employeeGroupCode: worker.groupCode,
      jobDescriptionCode: worker.jobCode,
    })),
  };
}
