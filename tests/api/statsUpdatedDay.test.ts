import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { storeRecords } from '#server/attendance/store.ts';
import { localDateOf, zoneOf } from '#server/attendance/zone.ts';
import { sql } from '#server/db/db.ts';
import type { DayModel } from '#server/stats/dayModel.ts';
import { createDayModels } from '#server/stats/dayModels.ts';
import { loadDayModel } from '#server/stats/loadDay.ts';
import { groupsOf, rankingOf, timeSpentOf } from '#server/stats/piecework.ts';
import { DAY_PINS, givenWorld, step, take, type World, ZONE } from '#tests/support/dayWorlds.ts';
import { size } from '#tests/support/size.ts';
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
  await givenContact(world, '2026-11-25T09:00:00Z');
  await world.site.send('1001', ['2026-11-25 09:00']);
  await expectAnew();
});

const givenContact = ({ site, deviceId }: World, at: string) =>
  t.db.run(sql`update device set last_contact = ${at}, first_contact = least(first_contact, ${at}::timestamptz)
    where account_id = ${site.accountId} and device_id = ${deviceId}`);

const moment = fc
  .integer({ min: 0, max: 4 * 24 * 60 })
  .map((n) => new Date(Date.UTC(2026, 10, 22) + n * 60_000).toISOString());
const happening = fc.oneof(
  { weight: 4, arbitrary: step },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('arrivals' as const), pins: fc.subarray([...DAY_PINS]), at: moment }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('quarantine' as const), pin: fc.constantFrom(...DAY_PINS), at: moment }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('contact' as const), at: moment }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 30, 300, 14 * 60) }),
  },
);
type Happening = typeof happening extends fc.Arbitrary<infer H> ? H : never;

let contacts = 0;
async function happen(world: World, one: Happening) {
  const { accountId, deviceId } = world.site;
  const store = (pins: readonly string[], at: string, untrustedNetwork?: string) =>
    t.db.tenant(accountId, (tx) =>
      storeRecords(tx, {
        accountId,
        receivedAt: t.clock.now(),
        clockRecords: pins.map((timeId) => ({
          timeId,
          deviceId,
          source: `device:${deviceId}`,
          recordId: `${timeId} ${at}`,
          at: new Date(at),
          ...(untrustedNetwork && { untrustedNetwork }),
        })),
      }),
    );
  switch (one.do) {
    case 'arrivals':
      await store(one.pins, one.at);
      return;
    case 'quarantine':
      await store([one.pin], one.at, '203.0.113.0/24');
      return;
    case 'contact':
      await givenContact(world, one.at);
      // Changes that do not raise the data version show with the next version or minute, so this record must not be a duplicate.
      await store(['1004'], new Date(Date.parse(one.at) + ++contacts * 1_000).toISOString());
      return;
    case 'wait':
      t.clock.advance(one.minutes * 60_000);
      return;
    default:
      await take(t, world, one);
  }
}

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
        await happen(world, one);
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
      numRuns: Number(process.env.UPDATED_RUNS ?? size(1, 3)),
      ...(process.env.UPDATED_SEED && { seed: Number(process.env.UPDATED_SEED) }),
    },
  );
  expect(updates).toBeGreaterThan(0);
});
