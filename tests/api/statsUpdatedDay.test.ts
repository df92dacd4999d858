import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { DayModel } from '#server/figures/stats/dayModel.ts';
import { createDayModels } from '#server/figures/stats/dayModels.ts';
import { loadDayModel } from '#server/figures/stats/loadDay.ts';
import { groupsOf, rankingOf, timeSpentOf } from '#server/figures/stats/piecework.ts';
import { sql } from '#server/platform/db/db.ts';
import { localDateOf, zoneOf } from '#server/platform/zone.ts';
import { givenContact, givenWorld, happen, happening, take, ZONE } from '#tests/support/dayWorlds.ts';
import { runs } from '#tests/support/size.ts';
import { useTestApp } from '#tests/support/testApp.ts';

/** A day in memory is updated by the employees with new records, and then equals the day made anew. */

const t = useTestApp();

async function lookerAt(accountId: string) {
  const models = createDayModels(t.db);
  return async (date: string) => {
    const { dataVersion } = await t.db.single(
      z.object({ dataVersion: z.int() }),
      sql`select data_version as "dataVersion" from account where account_id = ${accountId}`,
    );
    return models.get({ accountId, dataVersion, date, now: t.clock.now() });
  };
}

/** Returns everything in a model; the order of piecework lines has no meaning. */
const toldBy = ({ silence: _spans, work: _key, lines, zone, ...model }: DayModel) => ({
  ...model,
  zone: zone.name,
  lines: lines.map((line) => JSON.stringify(line)).sort(),
});
const isKept = (model: DayModel, before: DayModel) =>
  model.people.filter((person) => before.people.includes(person)).length;

test('after the records of one employee the others of the day are what they were, and read by nobody', async () => {
  const world = await givenWorld(t);
  const look = await lookerAt(world.site.accountId);
  const before = await look('2026-11-25');
  await world.site.send('1001', ['2026-11-25 08:30']);
  const after = await look('2026-11-25');
  expect(isKept(after, before)).toBe(before.people.length - 1);
  expect(after.people.filter(({ timeIn }) => timeIn !== null)).toHaveLength(1);
  // Figures of piecework are kept until an employee's piecework differs.
  expect(after.work).toBe(before.work);
  await world.site.work('1002', [{ startedAt: new Date('2026-11-25T08:00:00Z'), durationMs: 600_000 }]);
  const worked = await look('2026-11-25');
  expect(isKept(worked, after)).toBe(after.people.length - 1);
  expect(worked.work).not.toBe(after.work);
  expect(worked.lines).toHaveLength(1);
});

test('a change of anything else makes the day anew, and so does another minute', async () => {
  const world = await givenWorld(t);
  const look = await lookerAt(world.site.accountId);
  let before = await look('2026-11-25');
  const expectAnew = async () => {
    const after = await look('2026-11-25');
    expect(isKept(after, before)).toBe(0);
    expect(toldBy(after)).toEqual(toldBy(await loadDayModel(t.db, world.site.accountId, '2026-11-25', t.clock.now())));
    before = after;
  };
  await world.site.send('1001', ['2026-11-25 08:30']);
  await take(t, world, { do: 'excuse', pin: '1002', day: '2026-11-25', judgement: 'absence' });
  await expectAnew();
  await world.site.send('1001', ['2026-11-25 08:40']);
  await take(t, world, { do: 'move', pin: '1003', day: '2026-11-25' });
  await expectAnew();
  await world.site.send('1001', ['2026-11-25 08:50']);
  t.clock.advance(60_000);
  await expectAnew();
  // A terminal's call does not raise the data version, so it counts as silent until the next record.
  await givenContact(t, world, '2026-11-25T09:00:00Z');
  await world.site.send('1001', ['2026-11-25 09:00']);
  await expectAnew();
});

/** Returns the figures that are kept as long as `work` is the same object. */
const figuresOfWork = ({ people, lines }: DayModel) =>
  JSON.stringify([
    groupsOf(lines, 'lookup1'),
    groupsOf(lines, 'lookup2'),
    rankingOf({ people, lines }, 'top', 'performance', 10),
    rankingOf({ people, lines }, 'bottom', 'units', 10),
    timeSpentOf(lines),
  ]);

test('a day brought up to date equals the day made anew, whatever happens, in whatever order, over midnight', async () => {
  let updates = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 12, maxLength: 12 }), async (happenings) => {
      const world = await givenWorld(t);
      const { accountId } = world.site;
      const look = await lookerAt(accountId);
      const seen = new Map<string, DayModel>();
      for (const [nth, one] of happenings.entries()) {
        await happen(t, world, one);
        for (const date of new Set(['2026-10-25', '2026-11-24', localDateOf(zoneOf(ZONE), t.clock.now().getTime())])) {
          const model = await look(date);
          const said = `${date} after ${JSON.stringify(happenings.slice(0, nth + 1))}`;
          expect(toldBy(model), said).toEqual(toldBy(await loadDayModel(t.db, accountId, date, t.clock.now())));
          const before = seen.get(date);
          if (before && model.work === before.work) expect(figuresOfWork(model), said).toBe(figuresOfWork(before));
          if (before && before !== model && isKept(model, before) > 0) updates++;
          seen.set(date, model);
        }
      }
    }),
    {
      ...runs(1, 3),
    },
  );
  expect(updates).toBeGreaterThan(0);
});
