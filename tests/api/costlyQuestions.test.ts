import { expect, it } from 'vitest';
import { ENDPOINTS } from '#contract/all.ts';
import { givenEmployer } from '../support/factories.ts';
import { givenEmployee, givenGroup } from '../support/factories.work.ts';
import { statementsOf } from '../support/replayed.ts';
import { useTestApp } from '../support/testApp.ts';

/** The costly questions of one account keep no other account waiting. */
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
  const other = await givenEmployer(t.db, { permissions: [...RIGHTS] });
  const groupsOf = (accountId: string, many: number) =>
    Promise.all(Array.from({ length: many }, () => givenGroup(t.db, accountId, 'time')));
  const groups = new Map([
    [hostile.token, await groupsOf(hostile.accountId, 61)],
    [other.token, await groupsOf(other.accountId, 7)],
  ]);
  for (let i = 0; i < 300; i++)
    await givenEmployee(t.db, hostile.accountId, {
      number: `${i}`,
      timeGroupId: groups.get(hostile.token)?.[i % 61] ?? null,
    });
  const today = t.clock.now().toISOString().slice(0, 10);
  const question = (token: string, nth: number) =>
    t.ask(`/v2/exceptions?from=${today}&to=${today}&timeGroups=${groups.get(token)?.at(nth)}`, { token });
  for (const { token } of [hostile, other]) expect((await question(token, -1)).statusCode).toBe(200);
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

const FILTERS = ['timeGroups', 'employeeGroups', 'jobDescriptions', 'devices', 'lookup1'] as const;
const KEPT = [
  '/exceptions',
  '/exceptions/counts',
  '/stats/hours',
  '/stats/trends/attendance',
  '/stats/trends/piecework',
];

it.each(KEPT.flatMap((path) => FILTERS.map((filter) => [path, filter] as const)))(
  'answers %s by %s of made-up ids as one question, which costs no more than the same one again',
  async (path, filter) => {
    const { accountId, token } = await givenEmployer(t.db, { permissions: [...RIGHTS] });
    await givenEmployee(t.db, accountId, { number: '1' });
    const today = t.clock.now().toISOString().slice(0, 10);
    const span = `from=${today}&to=${today}${path.endsWith('piecework') ? '&by=lookup1' : ''}`;
    const answerOf = async (id: string) => {
      const answer = await t.ask(`/v2${path}?${span}&${filter}=${id}`, { token });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.body;
    };
    const id = crypto.randomUUID();
    const first = await answerOf(id);
    const again = await statementsOf(() => answerOf(id));
    const others = await statementsOf(async () => {
      expect(await answerOf(crypto.randomUUID())).toBe(first);
    });
    expect(others.map(({ text }) => text)).toEqual(again.map(({ text }) => text));
  },
);

it('answers a filter of made-up devices as nobody, though somebody clocks on all devices', async () => {
  const { accountId, token } = await givenEmployer(t.db, { permissions: [...RIGHTS] });
  await givenEmployee(t.db, accountId, { number: '1' });
  const totals = async (search: string) => {
    const answer = await t.ask(`/v2/stats/employee/attendance-status-totals${search}`, { token });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const nobody = await totals(`?timeGroups=${crypto.randomUUID()}`);
  expect(await totals('')).not.toEqual(nobody);
  expect(await totals(`?devices=${crypto.randomUUID()}`)).toEqual(nobody);
});
