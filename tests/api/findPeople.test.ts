import { expect, test } from 'vitest';
import { sql } from '#server/platform/db/db.ts';
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
  const zoe = await person('10', 'Zoë', 'Müller', { timeId: '7' });
  const anna = await person('7', 'Anna', 'Botha', { timeId: '1007' });
  const ben = await person('107', 'Ben', 'Botha', { employeeGroupId: other });
  const give = (employeeId: string, cards: string) =>
    t.db.run(sql`update employee set cards = ${`{${cards}}`} where employee_id = ${employeeId}`);
  await give(zoe, '12EA3004,7007');
  await give(ben, '12EA30');
  await givenEmployee(t.db, await givenAccount(t.db), { number: '77', firstName: 'Anna', lastName: 'Foreign' });
  const permissions = ['Stats.GET_ATTENDANCE_INFORMATION'] as const;
  const userId = await givenUser(t.db, accountId, {
    permissions,
    scope: scopedTo === 'own' ? { employeeGroups: [own] } : null,
  });
  const token = await givenSession(t.db, accountId, userId);
  const ask = (q: string, who = '') => t.ask(`/v2/stats/people?q=${encodeURIComponent(q)}${who}`, { token });
  const find = async (q: string) => {
    const answer = await ask(q);
    return answer.statusCode === 200
      ? [answer.json().people.map(({ number }: { number: string }) => number), answer.json().total]
      : answer.statusCode;
  };
  const found = async (q: string) =>
    (await ask(q)).json().people.map(({ number, card }: { number: string; card?: string }) => [number, card]);
  const cardsOf = async (employeeId: string) => {
    const answer = await t.ask(`/v2/stats/person/${employeeId}/cards`, { token });
    return answer.statusCode === 200 ? answer.json().cards : answer.statusCode;
  };
  return { ask, find, found, cardsOf, zoe, anna, ben };
}

test('people are found by number, name or PIN, without case and accents; the number or PIN itself comes first', async () => {
  const { find } = await given();
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
  const { find, found, cardsOf, zoe, ben } = await given('own');
  expect(await find('botha')).toEqual([['7'], 1]);
  expect(await find('107')).toEqual([[], 0]);
  // The card of a person outside is part of one inside, and is not told.
  expect(await found('12ea30')).toEqual([['10', '12EA3004']]);
  expect([await cardsOf(zoe), await cardsOf(ben)]).toEqual([['12EA3004', '7007'], 404]);
});

test('people are found by card, however it is written; the card itself comes first; a deleted person has none', async () => {
  const { find, found, cardsOf, zoe, anna, ben } = await given();
  for (const q of ['12EA30', '00:12:ea:30', '12-ea-30', ' 0012ea30 '])
    expect(await found(q), q).toEqual([
      ['107', '12EA30'],
      ['10', '12EA3004'],
    ]);
  expect(await found('3004')).toEqual([['10', '12EA3004']]);
  // Three characters are part of too many cards; a PIN that is sought is no card beside it.
  expect(await find('ea3')).toEqual([[], 0]);
  expect(await found('1007')).toEqual([['7', undefined]]);
  expect(await found('0')).toEqual([
    ['7', undefined],
    ['10', undefined],
    ['107', undefined],
  ]);
  expect([await cardsOf(zoe), await cardsOf(anna), await cardsOf(ben)]).toEqual([['12EA3004', '7007'], [], ['12EA30']]);
  await t.db.run(sql`update employee set deleted_at = now() where employee_id = ${zoe}`);
  expect([await found('7007'), await cardsOf(zoe)]).toEqual([[], 404]);
});

test('those who have left are found where all are asked for, with the local day on which they left', async () => {
  const { ask, find, zoe } = await given();
  await t.db.run(sql`update employee set deleted_at = '2026-11-10T22:30:00Z' where employee_id = ${zoe}`);
  expect(await find('zoe')).toEqual([[], 0]);
  expect((await ask('zoe', '&who=all')).json().people).toMatchObject([{ number: '10', leftOn: '2026-11-11' }]);
  const [present] = (await ask('anna', '&who=all')).json().people;
  expect(present).not.toHaveProperty('leftOn');
  expect((await ask('zoe', '&who=none')).statusCode).toBe(400);
});
