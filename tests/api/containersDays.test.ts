import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ListedContainer } from '#contract/office/containers.ts';
import { sql } from '#server/platform/db/db.ts';
import { BIN, givenSetup, sessionNow } from '#tests/support/containers.ts';
import { givenEmployer } from '#tests/support/factories.ts';
import { givenGroup, givenStandardTimes } from '#tests/support/factories.work.ts';
import { CORRECTS, givenSupervised, type Supervised } from '#tests/support/ledger.ts';
import { runs } from '#tests/support/size.ts';
import { useTestApp } from '#tests/support/testApp.ts';

/** Containers are listed and reported on the work days of the entries that counted them (docs/reference/containers.md#containers-in-the-office). */
const t = useTestApp();
const NIGHT = { start: '22:00', end: '06:00', breaks: [], preMinutes: 120, postMinutes: 240 };
const [SUNDAY, MONDAY, TUESDAY, WEDNESDAY] = ['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25'] as const;
const PERMISSIONS = [...CORRECTS, 'Stats.GENERATE_REPORTS', 'Stats.GET_PERFORMANCE_METRICS'] as const;

async function given() {
  const site = await givenSupervised(t, NIGHT);
  const { _id: kindId } = await givenSetup(t, site.accountId, 'container-kinds', BIN);
  const one = await site.person('1');
  let serial = 0;
  /** Counts containers of their own at local times of dates. */
  const count = (...times: string[]) =>
    site.work(
      '1',
      times.map((time) => ({
        units: '350',
        startedAt: new Date(site.at(time)),
        container: { number: `${4710 + ++serial}`, kindId },
      })),
    );
  return { site, one, count };
}

const numbersOf = (answer: { containers: ListedContainer[] }) => answer.containers.map(({ number }) => number).sort();
const listedOn = async (site: Supervised, day: string) =>
  numbersOf(await site.get(`/containers?from=${day}&to=${day}`));
/** Returns the numbers in the report of a day, as a user of the whole account or of a scope asks for it. */
async function reportedOn(site: Supervised, day: string, scope?: object) {
  const { userId } = await givenEmployer(t.db, { accountId: site.accountId, permissions: [...PERMISSIONS], scope });
  const token = await sessionNow(t, site.accountId, userId);
  const list = await t.ask(`/v2/containers?from=${day}&to=${day}`, { token });
  const options = { columns: ['date', 'container'] };
  const body = { reportType: 'containers', dates: { from: day, to: day }, options };
  const answer = await t.ask('/v2/stats/generateReport', { token, body });
  expect(answer.statusCode, answer.body).toBe(200);
  const rows = answer.body.trim().split('\r\n').slice(1);
  const reported = rows.map((row) => row.split(',')[1]).sort();
  // The list and the report are the same containers.
  expect(reported).toEqual(numbersOf(list.json()));
  return reported;
}

describe('a container', () => {
  it('of a night is of the day on which the night began', async () => {
    const { site, count } = await given();
    await site.send('1', [`${MONDAY} 22:00`, `${TUESDAY} 06:00`]);
    await count(`${MONDAY} 22:30`, `${TUESDAY} 02:00`, `${TUESDAY} 23:00`);
    expect(await listedOn(site, MONDAY)).toEqual(['4711', '4712']);
    expect(await listedOn(site, TUESDAY)).toEqual(['4713']);
    expect(await reportedOn(site, MONDAY)).toEqual(['4711', '4712']);
    expect(await reportedOn(site, TUESDAY)).toEqual(['4713']);
  });

  it('of a night is seen by who saw the employee on the day on which it began', async () => {
    const { site, one, count } = await given();
    await site.send('1', [`${MONDAY} 22:00`, `${TUESDAY} 06:00`]);
    await count(`${TUESDAY} 02:00`);
    const [before, after] = [
      await givenGroup(t.db, site.accountId, 'time', { name: 'Before' }),
      await givenGroup(t.db, site.accountId, 'time', { name: 'After' }),
    ];
    for (const group of [before, after]) await givenStandardTimes(t.db, site.accountId, group, NIGHT);
    const groups = [
      { from: null, timeGroupId: before },
      { from: TUESDAY, timeGroupId: after },
    ];
    await t.db.run(
      sql`update employee set time_group_id = ${after}, time_groups = ${JSON.stringify(groups)}::jsonb where employee_id = ${one}`,
    );
    expect(await reportedOn(site, MONDAY, { timeGroups: [before] })).toEqual(['4711']);
    expect(await reportedOn(site, TUESDAY, { timeGroups: [before] })).toEqual([]);
    expect(await reportedOn(site, MONDAY, { timeGroups: [after] })).toEqual([]);
    expect(await reportedOn(site, TUESDAY, { timeGroups: [after] })).toEqual([]);
  });

  it('whose entry a correction moves is of the day to which that moved it', async () => {
    const { site, one, count } = await given();
    await count(`${MONDAY} 23:00`);
    const recordId = await site.recordOf(one, `${MONDAY} 23:00`, MONDAY);
    const startedAt = new Date(site.at(`${TUESDAY} 23:00`)).toISOString();
    await site.corrected(one, [{ do: 'replace-entry', recordId, startedAt }], MONDAY);
    expect(await listedOn(site, MONDAY)).toEqual([]);
    expect(await reportedOn(site, TUESDAY)).toEqual(['4711']);
  });

  it('of a night that is counted twice is an exception of the day on which the night began', async () => {
    const { site, count } = await given();
    await site.send('1', [`${MONDAY} 22:00`, `${TUESDAY} 06:00`]);
    await count(`${TUESDAY} 02:00`);
    const { kindId } = await t.db.single(
      z.object({ kindId: z.string() }),
      sql`select container_kind_id as "kindId" from container_kind where account_id = ${site.accountId}`,
    );
    const again = { units: '350', startedAt: new Date(site.at(`${TUESDAY} 02:30`)), source: 'device:other' };
    await site.work('1', [{ ...again, container: { number: '4711', kindId } }]);
    const listed = async (day: string) =>
      (await site.get(`/exceptions?from=${day}&to=${day}`)).exceptions.filter(
        ({ kind }: { kind: string }) => kind === 'counted-twice',
      );
    expect(await listed(TUESDAY)).toEqual([]);
    expect(await listed(MONDAY)).toMatchObject([
      { day: MONDAY, detail: 'Bin 4711 at 02:30, counted already at 02:00; it does not count' },
    ]);
  });

  it('counts on the day in whose figures its units are, in random nights', async () => {
    const quarter = fc.integer({ min: 0, max: 4 * 24 * 2 });
    const world = fc.record({
      punches: fc.uniqueArray(quarter, { maxLength: 6 }),
      counts: fc.uniqueArray(quarter, { minLength: 1, maxLength: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(world, async ({ punches, counts }) => {
        const { site, one, count } = await given();
        const first = Date.parse(`${MONDAY}T00:00:00Z`);
        const local = (at: number) => new Date(first + at * 900_000).toISOString().slice(0, 16).replace('T', ' ');
        for (const at of punches.sort((a, b) => a - b)) await site.send('1', [local(at)]);
        await count(...counts.map(local));
        const { days } = await site.get(`/stats/person/${one}?from=${SUNDAY}&to=${WEDNESDAY}`);
        for (const { date, piecework } of days) {
          const { sums } = await site.get(`/containers?from=${date}&to=${date}`);
          expect([date, Number(sums.units)]).toEqual([date, Number(piecework?.units ?? 0)]);
        }
      }),
      runs(6, 60),
    );
  });
});
