import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { z } from 'zod';
import type { PayHours } from '#contract/figures/hours.ts';
import { attendanceTrend, pieceworkTrend } from '#contract/figures/trends.ts';
import type { Earnings } from '#contract/money/earnings.ts';
import type { ListedContainer } from '#contract/office/containers.ts';
import type { TeamEntry } from '#contract/office/teamEntries.ts';
import { createPasswordHasher, LOWEST_HASH_COST } from '#server/access/session/passwordHash.ts';
import { DEMO_LOGINS, FIRST_PASSWORD } from '#server/operations/demo/setUp.ts';
import { startSimulation } from '#server/operations/demo/simulation.ts';
import { CONTAINERS, DEFECTS } from '#server/operations/demo/world.ts';
import { addDays, localDateOf, zoneOf } from '#server/platform/zone.ts';
import { givenAdmin } from '#tests/support/factories.ts';
import { useTestApp } from '#tests/support/testApp.ts';

/** The farm of `npm run demo`, set up through the interfaces of a server that listens. */
const t = useTestApp();
beforeAll(() => t.app.listen({ port: 0, host: '127.0.0.1' }));
afterEach(() => vi.unstubAllGlobals());

/** From now on the first request to each path is answered that the server is busy. Returns the paths. */
function busyAtFirst(): Set<string> {
  const asked = new Set<string>();
  const real = fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { pathname } = new URL(url);
    if (asked.has(pathname)) return real(url, init);
    asked.add(pathname);
    return new Response('{}', { status: 503, headers: { 'retry-after': '1' } });
  });
  return asked;
}

test('its oldest days count too: records older than 45 days are released, whoever logs in meanwhile and however busy the server is', async () => {
  const passwordHash = await createPasswordHasher(LOWEST_HASH_COST).hash(FIRST_PASSWORD);
  await givenAdmin(t.db, { username: 'admin', passwordHash });
  const { port } = t.app.server.address() as AddressInfo;
  const farm = await startSimulation(
    `http://127.0.0.1:${port}`,
    () => t.clock.now(),
    () => undefined,
    new AbortController().signal,
  );
  const body = { username: 'payroll', password: DEMO_LOGINS.payroll };
  const { token } = (await t.ask('/v2/session', { body })).json();
  const day = localDateOf(zoneOf(farm.timeZone), t.clock.now().getTime());
  const { containers } = (await t.ask(`/v2/containers?from=${addDays(day, -1)}&to=${day}`, { token })).json();
  const { people, defects } = (await t.ask(`/v2/quality?from=${addDays(day, -1)}&to=${day}`, { token })).json();
  expect(defects).toHaveLength(DEFECTS.length);
  expect(people.length).toBeGreaterThan(1);
  const held = containers.flatMap(({ kind, counted }: ListedContainer) => (counted ? `${kind} ${counted.units}` : []));
  expect([...new Set(held)].sort()).toEqual(CONTAINERS.map(({ name, units }) => `${name} ${units}`).sort());
  const made = await t.ask(`/v2/team-entries?from=${addDays(day, -1)}&to=${day}`, { token });
  const teamEntries: TeamEntry[] = made.json().entries;
  expect(new Set(teamEntries.map((entry) => entry.day)).size).toBe(2);
  expect(teamEntries.some(({ units }) => Number(units) < 0)).toBe(true);
  expect(teamEntries.every(({ parts }) => parts.length > 1)).toBe(true);
  const busy = busyAtFirst();
  await farm.loadHistory([47, 60]);
  expect([...busy]).toEqual(expect.arrayContaining(['/iclock/cdata', '/v2/rc/sync', '/v2/period-locks']));
  const today = localDateOf(zoneOf(farm.timeZone), t.clock.now().getTime());
  const trendOf = async <T extends z.ZodType>(name: string, daysAgo: number, shape: T) => {
    const date = addDays(today, -daysAgo);
    return shape.parse((await t.ask(`/v2/stats/trends/${name}?from=${date}&to=${date}`, { token })).json());
  };
  for (const daysAgo of [47, 60]) {
    const { sums } = await trendOf('attendance', daysAgo, attendanceTrend);
    expect([sums.unverified, sums.present > sums.expected / 2]).toEqual([0, true]);
    expect((await trendOf('piecework', daysAgo, pieceworkTrend)).totalUnits).toBeGreaterThan(500);
  }
  const date = addDays(today, -47);
  const pay: Earnings = (await t.ask(`/v2/pay/people?from=${date}&to=${date}`, { token })).json();
  const [isPaid, needsTopUp, isOpen] = [
    pay.rows.filter(({ sums }) => Number(sums.total) > 0),
    pay.rows.filter(({ sums }) => Number(sums.topUp) > 0),
    pay.rows.filter(({ open }) => open.length > 0),
  ].map(({ length }) => length);
  expect([pay.currency, pay.unpriced]).toEqual(['ZAR', []]);
  expect(isPaid).toBeGreaterThan(60);
  expect(needsTopUp).toBeGreaterThan(5);
  expect(needsTopUp).toBeLessThan(50);
  expect(isOpen).toBeGreaterThan(0);
  const hours: PayHours = (await t.ask(`/v2/stats/hours?from=${date}&to=${date}`, { token })).json();
  const lunches = hours.rows.filter(({ sums }) => sums.takenOffMs === 45 * 60_000);
  // An unpaid lunch that was not clocked: some have one every day, most clock theirs.
  expect(lunches.length).toBeGreaterThan(5);
  expect(lunches.length).toBeLessThan(hours.total / 2);
});
