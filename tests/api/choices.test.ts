import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { daysBetween } from '#contract/platform/common.ts';
import type { ChoicesAnswer } from '#contract/reports/choices.ts';
import { sql } from '#server/platform/db/db.ts';
import { addDays } from '#server/platform/zone.ts';
import { givenAdmin, givenEmployer, givenSession } from '../support/factories.ts';
import { givenPaid } from '../support/paidWorld.ts';
import { useTestApp } from '../support/testApp.ts';

/** The choices of a user, made once for every device. */
const t = useTestApp();
const read = async (token: string): Promise<ChoicesAnswer> => (await t.ask('/v2/session/choices', { token })).json();
const save = (token: string, body: object) => t.ask('/v2/session/choices', { token, body, method: 'PUT' });

test('are the user’s on every device, and nobody else’s; null is as specified again', async () => {
  const { accountId, userId, token } = await givenEmployer(t.db);
  const colleague = await givenEmployer(t.db, { accountId });
  expect(await read(token)).toMatchObject({ columns: {}, periods: [] });
  await save(token, { columns: { latecomers: ['number', 'hoursLate'], 'breaks.sums': ['breaks'] } });
  const saved = await save(token, { columns: { roll: ['days', 'units'] } });
  const columns = { latecomers: ['number', 'hoursLate'], 'breaks.sums': ['breaks'], roll: ['days', 'units'] };
  expect(saved.json()).toMatchObject({ columns });
  const tablet = await givenSession(t.db, accountId, userId);
  expect(await read(tablet)).toEqual(saved.json());
  expect(await read(colleague.token)).toMatchObject({ columns: {} });
  await save(tablet, { columns: { latecomers: null }, periods: [{ payPeriod: 'monthly', periodStart: '2026-01-26' }] });
  expect((await read(token)).columns).toEqual({ 'breaks.sums': ['breaks'], roll: ['days', 'units'] });
});

test('two devices at once: both choices are stored', async () => {
  const { token } = await givenEmployer(t.db);
  await Promise.all([
    save(token, { columns: { breaks: ['number'] } }),
    save(token, { columns: { latecomers: ['number'] } }),
    save(token, { periods: [{ payPeriod: 'weekly', periodStart: '2026-11-05' }] }),
  ]);
  expect(await read(token)).toMatchObject({
    columns: { breaks: ['number'], latecomers: ['number'] },
    periods: [{ payPeriod: 'weekly', periodStart: '2026-11-05' }],
  });
});

test('many tabs at once: none waits for another that waits for it', async () => {
  const { token } = await givenEmployer(t.db);
  const answers = await Promise.all(Array.from({ length: 24 }, () => save(token, { columns: { roll: ['units'] } })));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
});

test('what is too much, twice or unknown is refused, and what is stored stays', async () => {
  const { token, accountId } = await givenEmployer(t.db);
  await save(token, { columns: { roll: ['units'] } });
  const week = { payPeriod: 'weekly', periodStart: '2026-11-05' };
  for (const wrong of [
    { columns: { payslip: ['number'] } },
    { columns: { roll: [] } },
    { columns: { roll: ['units', 'units'] } },
    { columns: { roll: Array.from({ length: 61 }, (_, nth) => `c${nth}`) } },
    { periods: [{ payPeriod: 'monthly', periodStart: '2026-01-29' }] },
    { periods: [{ payPeriod: 'list', periodStart: '2026-01-01' }] },
    { periods: Array.from({ length: 6 }, () => week) },
    { theme: 'dark' },
  ])
    expect((await save(token, wrong)).statusCode, JSON.stringify(wrong)).toBe(400);
  expect(await read(token)).toMatchObject({ columns: { roll: ['units'] }, periods: [] });
  // What a later version wrote.
  await t.db.run(sql`update app_user set choices = '{"columns": 1}'::jsonb where account_id = ${accountId}`);
  expect(await read(token)).toMatchObject({ columns: {}, periods: [] });
});

test('periods: the account’s first, then one’s own, each touching the one before, the newest with today', async () => {
  const world = await givenPaid(t, { 1: {} });
  await world.rule({ payPeriod: 'fortnightly', periodStart: '2026-11-05' });
  const month = { payPeriod: 'monthly', periodStart: '2025-03-26' };
  const week = { payPeriod: 'weekly', periodStart: '2026-01-01' };
  await save(world.token, { periods: [month, week] });
  const { spans } = await read(world.token);
  const today = t.clock.now().toISOString().slice(0, 10);
  expect(spans.map(({ rule }) => rule)).toEqual([null, month, week]);
  const [fortnights, months, weeks] = spans.map(({ periods }) => periods);
  expect(fortnights).toContainEqual({ from: '2026-11-05', to: '2026-11-18' });
  expect(months).toContainEqual({ from: '2026-10-26', to: '2026-11-25' });
  // 1 January 2026 was a Thursday.
  expect(weeks).toContainEqual({ from: '2026-11-12', to: '2026-11-18' });
  for (const { periods } of spans) {
    expect(periods[0]?.from !== undefined && periods[0].from <= today && periods[0].to >= today).toBe(true);
    for (const [nth, { from }] of periods.slice(0, -1).entries())
      expect(addDays(periods[nth + 1]?.to ?? '', 1)).toBe(from);
    expect(periods.at(-1)?.from).toSatisfy((from: string) => from <= addDays(today, -91));
  }
});

test('an administrator is told the pay periods of the account that they look at, and others no other account’s', async () => {
  const world = await givenPaid(t, { 1: {} });
  await world.rule({ payPeriod: 'fortnightly', periodStart: '2026-11-05' });
  const admin = await givenAdmin(t.db);
  const week = { payPeriod: 'weekly', periodStart: '2026-01-01' };
  await save(admin.token, { periods: [week] });
  const of = (token: string, accountId: string) => t.ask(`/v2/session/choices?accountId=${accountId}`, { token });
  const { spans, periods } = (await of(admin.token, world.accountId)).json() as ChoicesAnswer;
  expect([spans[0]?.rule, periods]).toEqual([null, [week]]);
  expect(spans[0]?.periods).toContainEqual({ from: '2026-11-05', to: '2026-11-18' });
  expect((await of(admin.token, randomUUID())).statusCode).toBe(404);
  expect((await of(world.token, world.accountId)).statusCode).toBe(200);
  const stranger = await givenEmployer(t.db);
  expect((await of(stranger.token, world.accountId)).statusCode).toBe(404);
});

test('a period of a user begins on its day, whatever the day that it is asked of', async () => {
  const { userPeriodOn } = await import('#server/figures/pay/payPeriods.ts');
  const day = (max: number) => fc.integer({ min: 0, max }).map((days) => addDays('2024-01-01', days));
  fc.assert(
    fc.property(fc.constantFrom('weekly', 'fortnightly', 'monthly'), day(700), day(1_400), (payPeriod, start, on) => {
      const periodStart = payPeriod === 'monthly' && start.slice(8) > '28' ? `${start.slice(0, 8)}28` : start;
      const { from, to } = userPeriodOn({ payPeriod, periodStart }, on);
      expect(from <= on && on <= to).toBe(true);
      if (payPeriod === 'monthly') {
        expect(from.slice(8)).toBe(periodStart.slice(8));
        expect(addDays(to, 1).slice(8)).toBe(periodStart.slice(8));
        expect(daysBetween(from, to)).toBeLessThan(31);
      } else {
        const length = payPeriod === 'weekly' ? 7 : 14;
        expect(daysBetween(from, to) + 1).toBe(length);
        expect(Math.abs(daysBetween(periodStart, from) % length)).toBe(0);
      }
    }),
  );
});
