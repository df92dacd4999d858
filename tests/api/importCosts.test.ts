import { expect, it } from 'vitest';
import { medianCpuRatioOf } from '../support/cpuTime.ts';
import { givenSyncKey } from '../support/factories.payroll.ts';
import { givenAccount, givenAdmin } from '../support/factories.ts';
import { useTestApp } from '../support/testApp.ts';

/** Imports and syncs cost in proportion to their lines: where each is compared with all, four times as many cost sixteen times as much. */
const t = useTestApp();
const MOST = 10;

async function ask(path: string, token: string, body: object) {
  const answer = await t.ask(`/v2${path}`, { token, body, method: 'POST' });
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
  return answer.json();
}

it('a sync takes 5,000 employees at the price of four times 1,250, and then finds them unchanged', async () => {
  const take = async (size: number) => {
    const token = await givenSyncKey(t.db, await givenAccount(t.db, { allowedSystemIds: ['VIP'] }));
    const employees = Array.from({ length: size }, (_, nth) => ({
      ...{ code: `E${nth}`, number: `N${nth}`, firstName: 'Ann', lastName: `${nth}`, isActive: true },
      ...{ timeId: `${nth}`, timeGroupCode: 'DAY' },
    }));
    const sync = () => ask('/payroll/VIP/sync', token, { timeGroups: [{ code: 'DAY', name: 'Day' }], employees });
    expect((await sync()).counts.employees.added).toBe(size);
    expect((await sync()).counts.employees.unchanged).toBe(size);
  };
  expect(await medianCpuRatioOf(3, [() => take(5_000), () => take(1_250)])).toBeLessThan(MOST);
});

it('a CSV of piecework imports 5,000 lines at the price of four times 1,250', async () => {
  const accountId = await givenAccount(t.db);
  const { token } = await givenAdmin(t.db);
  const taking = (size: number, month: string) => async (nth: number) => {
    const lines = Array.from({ length: size }, (_, i) => `${i},2.5,2026-${month}-0${nth + 1} 07:00,Apples`);
    const csv = ['number,units,date,product', ...lines].join('\n');
    const answer = await ask(`/account/${accountId}/import`, token, { kind: 'piecework', csv, commit: true });
    expect(answer).toMatchObject({ added: size, refused: 0 });
  };
  expect(await medianCpuRatioOf(3, [taking(5_000, '11'), taking(1_250, '10')])).toBeLessThan(MOST);
});
