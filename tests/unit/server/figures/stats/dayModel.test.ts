import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attendanceStatus } from '#contract/figures/stats.ts';
import { calendarOf } from '#server/attendance/calendar.ts';
import { deriveHistory, shiftsOf } from '#server/attendance/derive.ts';
import { writeEvents } from '#server/attendance/fact.ts';
import { pairTotals, workedMs } from '#server/attendance/piecework.ts';
import { modelOfCrew } from '#server/figures/stats/crew.ts';
import { type DayInput, judgeAll } from '#server/figures/stats/dayModel.ts';
import { attendanceList, timeWastedList } from '#server/figures/stats/lists.ts';
import { categoriesOf, groupsOf, performersOf, timeSpentOf } from '#server/figures/stats/piecework.ts';
import { timeWastedOf, totalsOf } from '#server/figures/stats/totals.ts';
import { Units } from '#server/platform/units.ts';
import { addDays, MINUTE } from '#server/platform/zone.ts';
import { GROUP } from '#tests/support/attendance.ts';
import { DAYS, entriesIn, holidaysOf, punchesIn, standardTimesOf, worlds } from '#tests/support/worlds.ts';

const CREWS = ['north', 'south', 'packhouse'];

/** A random account on a random day: employees of all kinds, with silent and other devices. */
const models = worlds
  .chain((world) =>
    fc.record({
      world: fc.constant(world),
      people: fc.array(
        fc.record({
          punches: punchesIn(world),
          entries: entriesIn(world),
          activity: fc.constantFrom<DayInput['people'][0]['activity'][]>(
            [{ from: null, isActive: true }],
            [{ from: null, isActive: false }],
            [
              { from: null, isActive: true },
              { from: addDays(world.start, 4), isActive: false },
            ],
          ),
          group: fc.constantFrom(GROUP, GROUP, GROUP, null),
          assigned: fc.subarray(['d0', 'd1']),
          crew: fc.constantFrom(...CREWS),
        }),
        { maxLength: 12 },
      ),
      day: fc.integer({ min: 0, max: DAYS }),
      minutesAfter: fc.integer({ min: 0, max: 3 * 1440 }),
      contacts: fc.array(fc.option(fc.integer({ min: -14 * 1440, max: 1440 })), { minLength: 2, maxLength: 3 }),
    }),
  )
  .map(({ world, people, day, minutesAfter, contacts }) => {
    const calendar = calendarOf(world.zone, standardTimesOf(world), holidaysOf(world));
    const date = addDays(world.start, day);
    const begin = Date.parse(`${date}T00:00:00Z`);
    const work: DayInput['work'][0][] = [];
    const facts = people.flatMap(({ punches, entries, group }, i) => {
      const own = deriveHistory(punches, entries, shiftsOf(calendar, group)).get(date);
      if (!own) return [];
      for (const pair of pairTotals(own.entries))
        work.push({ ...pair, employeeId: `e${i}`, lookup1: pair.lookup1 ?? '', lookup2: pair.lookup2 ?? '' });
      return [
        {
          employeeId: `e${i}`,
          events: writeEvents(own.events),
          entries: own.entries.length,
          units: own.entries.reduce((sum, entry) => sum.plus(entry.units), new Units(0)).toFixed(),
          workedMs: workedMs(own.entries),
        },
      ];
    });
    return judgeAll({
      breakKeys: [],
      goingOn: [],
      accountId: 'a',
      date,
      now: begin + minutesAfter * MINUTE,
      dataVersion: 1,
      firstEvidence: '2020-01-01T00:00:00Z',
      isRecalculating: false,
      calendar,
      facts,
      quarantined: [],
      excuses: [],
      corrected: [],
      people: people.map(({ activity, group, crew }, i) => ({
        employeeId: `e${i}`,
        number: String((i * 7) % 12),
        firstName: 'F',
        lastName: 'L',
        timeGroupId: group,
        employeeGroupId: crew,
        jobDescriptionId: null,
        activity,
        deletedOn: null,
        arrived: true,
      })),
      devices: contacts.map((at, i) => ({
        deviceId: `d${i}`,
        name: `Gate ${i}`,
        lastContact: at === null ? null : new Date(begin + at * MINUTE).toISOString(),
        dayEnded: at !== null && at % 3 === 0,
      })),
      assignments: people.flatMap(({ assigned }, i) =>
        assigned.length ? [{ employeeId: `e${i}`, deviceIds: assigned }] : [],
      ),
      work,
      descriptions: [{ lookup: 1, code: 'A', description: 'Apples' }],
    });
  });

const sum = (values: readonly (number | string)[]) =>
  values.reduce((total: Units, value) => total.plus(value), new Units(0)).toNumber();

test('one definition: each tile is the length of its list, the totals are the sums of the details', () => {
  fc.assert(
    fc.property(models, (model) => {
      const totals = totalsOf(model);
      for (const status of attendanceStatus.options) expect(attendanceList(model, status)).toHaveLength(totals[status]);
      const { present, absent, pending, unverified, off, late, onTime, expected, total } = totals;
      expect(present + absent + pending + unverified + off).toBe(total);
      expect(totals.unverifiedBySilence).toBeLessThanOrEqual(unverified);
      expect([late + onTime, present + absent + pending + unverified]).toEqual([present, expected]);

      const details = timeWastedList(model);
      const wasted = timeWastedOf(model.people);
      expect(wasted.totalTimeMs).toBe(wasted.lateTimeMs + wasted.irregularBreakTimeMs);
      expect(sum(details.map((entry) => entry.totalTimeMs))).toBe(wasted.totalTimeMs);
      for (const entry of details) {
        expect(entry.totalTimeMs).toBe(entry.lateTimeMs + entry.irregularBreakTimeMs);
        expect(sum(entry.gaps.map((gap) => gap.irregularMs))).toBe(entry.irregularBreakTimeMs);
      }
      const { reporting, inUse = 0, silent, silentDevices } = totals.devices;
      expect(silentDevices).toHaveLength(silent);
      expect(reporting).toBeLessThanOrEqual(inUse);
      expect(inUse).toBeLessThanOrEqual(model.devices.length);
    }),
    { numRuns: 300 },
  );
});

test('one definition: units by either lookup, by category, by employee and by performer are the same units', () => {
  fc.assert(
    fc.property(models, (model) => {
      const all = sum(performersOf(model.people, 'top', 'units').map(({ totalUnits }) => totalUnits));
      for (const category of ['lookup1', 'lookup2'] as const) {
        const groups = groupsOf(model.lines, category);
        expect(sum(groups.map(({ totalUnits }) => totalUnits))).toBe(all);
        for (const group of groups) expect(sum(group.entries.map(({ units }) => units))).toBe(group.totalUnits);
      }
      const categories = categoriesOf(model.lines);
      expect(sum(categories.map(({ totalUnits }) => totalUnits))).toBe(all);
      for (const one of categories) expect(sum(one.employees.map(({ units }) => units))).toBe(one.totalUnits);
      const spent = timeSpentOf(model.lines);
      expect(sum(spent.map(({ totalTimeMs }) => totalTimeMs))).toBe(sum(model.lines.map(({ timeMs }) => timeMs)));
      expect(spent.every(({ totalTimeMs }) => totalTimeMs > 0)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('a crew: the figures of the parts are the figures of the whole', () => {
  fc.assert(
    fc.property(models, (model) => {
      const parts = CREWS.map((crew) => modelOfCrew(model, { employeeGroups: new Set([crew]) }));
      const {
        devices: _,
        asOf: _asOf,
        timeZone: _zone,
        recalculating: _now,
        payPeriodEnds: _period,
        ...counts
      } = totalsOf(model);
      for (const [name, count] of Object.entries(counts))
        expect(sum(parts.map((part) => Number(totalsOf(part)[name as 'present'] ?? 0))), name).toBe(count);
      for (const name of ['totalTimeMs', 'lateTimeMs', 'irregularBreakTimeMs'] as const)
        expect(sum(parts.map((part) => timeWastedOf(part.people)[name]))).toBe(timeWastedOf(model.people)[name]);
      for (const status of attendanceStatus.options)
        expect(
          new Set(parts.flatMap((part) => attendanceList(part, status).map(({ employee }) => employee._id))),
        ).toEqual(new Set(attendanceList(model, status).map(({ employee }) => employee._id)));
      const listed = (end: 'top' | 'bottom') =>
        new Set(parts.flatMap(({ people }) => performersOf(people, end).map((one) => JSON.stringify(one))));
      expect(listed('top')).toEqual(new Set(performersOf(model.people, 'top').map((one) => JSON.stringify(one))));
      for (const category of ['lookup1', 'lookup2'] as const)
        for (const { code, totalUnits } of groupsOf(model.lines, category)) {
          const own = parts.flatMap(({ lines }) => groupsOf(lines, category).filter((group) => group.code === code));
          expect(sum(own.map((group) => group.totalUnits))).toBe(totalUnits);
        }
      const spent = (lines: typeof model.lines) => sum(timeSpentOf(lines).map(({ totalTimeMs }) => totalTimeMs));
      expect(sum(parts.map(({ lines }) => spent(lines)))).toBe(spent(model.lines));
    }),
    { numRuns: 200 },
  );
});

test('lookup 1: pieces of one code alone, also in the rankings; together they are all pieces', () => {
  fc.assert(
    fc.property(models, (model) => {
      const codes = [...new Set(model.lines.flatMap(({ lookup1 }) => lookup1.code ?? []))];
      const named = model.lines.filter(({ lookup1 }) => lookup1.code !== null);
      const parts = codes.map((code) => modelOfCrew(model, { lookup1: new Set([code]) }));
      for (const part of parts) {
        expect(part.people).toHaveLength(model.people.length);
        expect(totalsOf(part)).toEqual(totalsOf(model));
      }
      const units = (people: typeof model.people) =>
        sum(performersOf(people, 'top', 'units').map((one) => one.totalUnits));
      expect(sum(parts.map(({ people }) => units(people)))).toBe(sum(named.map((line) => line.units.toNumber())));
    }),
    { numRuns: 200 },
  );
});

test('devices: whoever has none clocks on all of them', () => {
  fc.assert(
    fc.property(models, (model) => {
      const { people } = modelOfCrew(model, { devices: [new Set(['d0'])] });
      expect(people).toEqual(model.people.filter(({ deviceIds }) => deviceIds === null || deviceIds.includes('d0')));
    }),
    { numRuns: 100 },
  );
});
