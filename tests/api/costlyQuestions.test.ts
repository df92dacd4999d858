import { expect, it } from 'vitest';
import { ENDPOINTS } from '#contract/all.ts';
import { givenEmployer } from '../support/factories.ts';
import { givenEmployee, givenGroup } from '../support/factories.work.ts';
import { useTestApp } from '../support/testApp.ts';

/** The costly questions of one account keep no other account waiting (spec/security.md S-80). */
const t = useTestApp();
const RIGHTS = ['Stats.GET_ATTENDANCE_INFORMATION', 'Stats.GET_PERFORMANCE_METRICS'] as const;

const costly = Object.values(ENDPOINTS).filter(({ isCostly }) => isCostly);

it('marks the questions about many days or people', () => {
  expect(costly.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      ...['/exceptions', '/exceptions/counts', '/stats/hours', '/stats/roll', '/stats/people', '/pay/people'],
      ...['/stats/person/:employeeId', '/stats/trends/attendance', '/stats/trends/piecework'],
    ]),
  );
  expect(costly.filter(({ method }) => method !== 'GET')).toEqual([]);
});

it('answers six questions of another account, one after the other, while sixty that were asked before wait', async () => {
  const hostile = await givenEmployer(t.db, { permissions: [...RIGHTS] });
  const group = await givenGroup(t.db, hostile.accountId, 'time');
  for (let i = 0; i < 300; i++) await givenEmployee(t.db, hostile.accountId, { number: `${i}`, timeGroupId: group });
  const other = await givenEmployer(t.db, { permissions: [...RIGHTS] });
  const today = t.clock.now().toISOString().slice(0, 10);
  const question = (token: string, nth: number) =>
    t.ask(
      `/v2/exceptions?from=${today}&to=${today}&timeGroups=${crypto.randomUUID().slice(0, -4)}${String(1_000 + nth)}`,
      { token },
    );
  for (const { token } of [hostile, other]) expect((await question(token, 99)).statusCode).toBe(200);
  let answered = 0;
  const sixty = Array.from({ length: 60 }, (_, nth) =>
    question(hostile.token, nth).then(({ statusCode }) => {
      answered++;
      return statusCode;
    }),
  );
  for (let nth = 0; nth < 6; nth++) expect((await question(other.token, nth)).statusCode).toBe(200);
  expect(answered).toBeLessThan(30);
  expect(new Set(await Promise.all(sixty))).toEqual(new Set([200]));
});
