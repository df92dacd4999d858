import { expect, test } from 'vitest';
import { givenAccount, givenSession, givenUser } from '../support/factories.ts';
import { givenEmployee, givenGroup } from '../support/factories.work.ts';
import { useTestApp } from '../support/testApp.ts';

const t = useTestApp();

async function given(scopedTo: 'all' | 'own' = 'all') {
  const accountId = await givenAccount(t.db);
  const own = await givenGroup(t.db, accountId, 'employee');
  const other = await givenGroup(t.db, accountId, 'employee');
  const person = (number: string, firstName: string, lastName: string, over: object = {}) =>
    givenEmployee(t.db, accountId, { number, firstName, lastName, employeeGroupId: own, ...over });
  await person('10', 'Zoë', 'Müller', { timeId: '7' });
  await person('7', 'Anna', 'Botha', { timeId: '1007' });
  await person('107', 'Ben', 'Botha', { employeeGroupId: other });
  await givenEmployee(t.db, await givenAccount(t.db), { number: '77', firstName: 'Anna', lastName: 'Foreign' });
  const permissions = ['Stats.GET_ATTENDANCE_INFORMATION'] as const;
  const userId = await givenUser(t.db, accountId, {
    permissions,
    scope: scopedTo === 'own' ? { employeeGroups: [own] } : null,
  });
  const token = await givenSession(t.db, accountId, userId);
  const ask = (q: string) => t.ask(`/v2/stats/people?q=${encodeURIComponent(q)}`, { token });
  return async (q: string) => {
    const answer = await ask(q);
    return answer.statusCode === 200
      ? [answer.json().people.map(({ number }: { number: string }) => number), answer.json().total]
      : answer.statusCode;
  };
}

test('people are found by number, name or PIN, without case and accents; the number or PIN itself comes first', async () => {
  const find = await given();
  expect(await find('7')).toEqual([['7', '10', '107'], 3]);
  expect(await find('zoe MULLER')).toEqual([['10'], 1]);
  expect(await find('botha')).toEqual([['7', '107'], 2]);
  expect(await find('botha ben')).toEqual([['107'], 1]);
  expect(await find('foreign')).toEqual([[], 0]);
  expect(await find('%')).toEqual([[], 0]);
  expect(await find('  ')).toBe(400);
  expect(await find('x'.repeat(101))).toBe(400);
});

test('a user who is limited to some people finds these only', async () => {
  const find = await given('own');
  expect(await find('botha')).toEqual([['7'], 1]);
  expect(await find('107')).toEqual([[], 0]);
});
