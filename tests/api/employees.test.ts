import { describe, expect, it } from 'vitest';
import { givenAdmin, givenEmployer } from '../support/factories.ts';
import { givenEmployee, givenGroup } from '../support/factories.work.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();

describe('the employees of an account', () => {
  it('are listed for an administrator, everybody who was not deleted, in natural order of number', async () => {
    const { accountId, token: employer } = await givenEmployer(t.db);
    const other = await givenEmployer(t.db);
    const { token } = await givenAdmin(t.db);
    const timeGroupId = await givenGroup(t.db, accountId, 'time');
    for (const number of ['A10', '10', 'A9', '9', '009'])
      await givenEmployee(t.db, accountId, { number, timeId: null, timeGroupId });
    const left = { number: '8', timeId: '8', isActive: false, inactiveFrom: '2026-11-01', lastName: 'Left' };
    await givenEmployee(t.db, accountId, left);
    await givenEmployee(t.db, accountId, { number: '7', deletedAt: '2026-11-01T00:00:00Z' });
    await givenEmployee(t.db, other.accountId, { number: '6' });

    const { employees } = (await t.ask(`/v2/employee/by-account/${accountId}`, { token })).json();
    expect(employees.map(({ number }: { number: string }) => number)).toEqual(['8', '009', '9', '10', 'A9', 'A10']);
    expect(employees[0]).toEqual({
      _id: expect.any(String),
      number: '8',
      firstName: 'Emma',
      lastName: 'Left',
      isActive: false,
      activeFrom: null,
      inactiveFrom: '2026-11-01',
      timeId: '8',
      timeGroupId: null,
      employeeGroupId: null,
      jobDescriptionId: null,
    });
    const rows = async (range: string) => {
      const answer = await t.ask(`/v2/employee/by-account/${accountId}?${range}`, { token });
      return answer.json().employees?.map(({ number }: { number: string }) => number) ?? answer.statusCode;
    };
    expect(await rows('startRow=1&endRow=3')).toEqual(['009', '9']);
    expect(await rows('startRow=0&endRow=999999')).toHaveLength(6);
    expect(await rows('startRow=-1&endRow=3')).toBe(400);
    expect((await t.ask(`/v2/employee/by-account/${accountId}`, { token: employer })).statusCode).toBe(401);
    expect((await t.ask(`/v2/employee/by-account/${other.userId}`, { token })).statusCode).toBe(404);
    expect((await t.ask('/v2/employee/by-account/me', { token })).json().errorCode).toBe('INVALID_DOCUMENT_ID');
  });
});
