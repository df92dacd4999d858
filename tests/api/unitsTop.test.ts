import { expect, test } from 'vitest';
import { EMPLOYER_PERMISSIONS } from '#contract/platform/permissions.ts';
import { givenSyncKey } from '../support/factories.payroll.ts';
import { givenEmployer } from '../support/factories.ts';
import { useTestApp } from '../support/testApp.ts';

/** Units at the top of their range: a JSON number, or text where such a number would be another one. */
const t = useTestApp();
const DAY = '2026-11-18';

async function given(units: readonly string[]) {
  const { accountId, token } = await givenEmployer(t.db, {
    permissions: [...EMPLOYER_PERMISSIONS],
    account: { allowedSystemIds: ['PAYROLL'] },
  });
  const key = await givenSyncKey(t.db, accountId);
  const body = {
    employees: [{ code: '1', number: '1', firstName: 'Ann', lastName: 'Adams', activeFrom: '2026-11-01' }],
    pieceworkEntries: units.map((each, n) => ({
      code: `P${n}`,
      employeeCode: '1',
      units: each,
      startedAt: `${DAY}T08:00:00+02:00`,
      endedAt: `${DAY}T09:00:00+02:00`,
      lookup1Code: 'CHERRY',
    })),
  };
  const reply = await t.ask('/v2/payroll/PAYROLL/sync', { token: key, body, method: 'POST' });
  expect({ status: reply.statusCode, body: reply.json() }).toMatchObject({ status: 200, body: { rejected: [] } });
  const get = async (path: string) => (await t.ask(`/v2${path}`, { token })).json();
  const report = async () => {
    const dates = { from: DAY, to: DAY };
    const answer = await t.ask('/v2/stats/generateReport', {
      token,
      body: { reportType: 'piecework-performance', dates },
    });
    return answer.body;
  };
  return { get, report };
}

/** Returns the units of Ann's day from every call that says them. */
async function said({ get }: Awaited<ReturnType<typeof given>>): Promise<unknown[]> {
  const day = `referenceDate=${DAY}`;
  const span = `from=${DAY}&to=${DAY}`;
  const totals = await get(`/stats/piecework/total-units/by-lookup1?${day}`);
  const categories = await get(`/stats/piecework/employee-unit-breakdown-by-category?${day}`);
  const top = await get(`/stats/piecework/top-10?${day}`);
  const trend = await get(`/stats/trends/piecework?${span}&by=lookup1`);
  const roll = await get(`/stats/roll?${span}`);
  const { employeeId } = top.performers[0];
  const person = await get(`/stats/person/${employeeId}?${span}`);
  return [
    totals.groups[0].totalUnits,
    totals.groups[0].entries[0].units,
    categories.categories[0].totalUnits,
    categories.categories[0].employees[0].units,
    top.performers[0].totalUnits,
    trend.totalUnits,
    trend.days[0].totalUnits,
    trend.groups[0].units,
    roll.rows[0].sums.units,
    person.sums.units,
    person.days[0].piecework.units,
  ];
}

test('sums stay exact, on the wire and in files', async () => {
  const sum = '8799999999999.124';
  const site = await given([...Array.from({ length: 8 }, () => '999999999999.999'), '799999999999.132']);
  const all = await said(site);
  expect(all).toEqual(all.map(() => sum));
  expect(await site.report()).toContain(sum);
});

test('a thousand and one of the most units in a day are stored and counted', async () => {
  const site = await given(Array.from({ length: 1_001 }, () => '999999999999'));
  const all = await said(site);
  expect(all).toEqual(all.map(() => 1_000_999_999_998_999));
});

test('small sums are numbers', async () => {
  const all = await said(await given(['0.1', '0.2']));
  expect(all).toEqual(all.map(() => 0.3));
});
