import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OwnedStandardTime } from '#server/masterData/calendar.sql.ts';
import { standardTimeKey } from '#server/masterData/standardTimes.ts';
import { timesOfRotation } from '#server/office/setup/shifts.ts';
import { timeInForce } from '#server/office/setup/views.ts';
import { addDays } from '#server/platform/zone.ts';

const FROM = '2026-11-30';
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const GROUPS = ['rotating', 'day', 'night'];

const time = fc.record({
  timeGroupId: fc.constantFrom(...GROUPS),
  weekday: fc.constantFrom(...WEEKDAYS),
  startTime: fc.constantFrom('06:00', '14:00', '22:00'),
  isRest: fc.boolean(),
  effectiveFrom: fc.constantFrom(
    null,
    '2026-11-23',
    '2026-11-30',
    '2026-12-02',
    '2026-12-07',
    '2026-12-30',
    '2027-03-01',
  ),
});
type Sample = {
  timeGroupId: string;
  weekday: number;
  startTime: string;
  isRest: boolean;
  effectiveFrom: string | null;
};
const stored = (one: Sample): OwnedStandardTime => ({
  ...one,
  id: standardTimeKey(one),
  systemId: 'TALLYBOARD',
  code: standardTimeKey(one),
  startTime: one.isRest ? '00:00' : one.startTime,
  endTime: one.isRest ? '00:00' : '05:00',
  breaks: [],
  graceMinutes: 5,
  breakGraceMinutes: 5,
  preMinutes: 120,
  postMinutes: 240,
});
/** Returns the time at which the shift of a group's people starts on a date; null without one. */
const workOn = (times: readonly OwnedStandardTime[], group: string, weekday: number, date: string) => {
  const found = timeInForce(
    times.filter(({ timeGroupId }) => timeGroupId === group),
    weekday,
    date,
  );
  return found && !found.isRest ? found.startTime : null;
};
const weekdayOf = (date: string) => ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;

test('each date has the hours of the week whose turn it is, and no other date or group changes', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(time, { maxLength: 30, selector: standardTimeKey }),
      fc.array(fc.constantFrom(...GROUPS), { minLength: 2, maxLength: 5 }),
      fc.integer({ min: 7, max: 80 }),
      (samples, weeks, days) => {
        const before = samples.map(stored);
        const until = addDays(FROM, days);
        const { wanted, replaced } = timesOfRotation(before, 'rotating', { from: FROM, until, weeks });
        const written = new Set([...wanted, ...replaced].map(standardTimeKey));
        expect(wanted.every(({ timeGroupId }) => timeGroupId === 'rotating')).toBe(true);
        const after = [
          ...before.filter((one) => !written.has(standardTimeKey(one))),
          ...wanted.map(({ ref: _, hours, ...identity }) => ({
            ...stored({ startTime: '', isRest: false, ...identity }),
            ...hours,
          })),
        ];
        for (let day = -14; day < 150; day += 1) {
          const date = addDays(FROM, day);
          const weekday = weekdayOf(date);
          for (const group of ['day', 'night'])
            expect(workOn(after, group, weekday, date)).toBe(workOn(before, group, weekday, date));
          const source = weeks[Math.floor(day / 7) % weeks.length] ?? '';
          if (day < 0) expect(workOn(after, 'rotating', weekday, date)).toBe(workOn(before, 'rotating', weekday, date));
          else if (date <= until)
            expect([date, workOn(after, 'rotating', weekday, date)]).toEqual([
              date,
              workOn(before, source, weekday, FROM),
            ]);
        }
      },
    ),
    { numRuns: 200 },
  );
});

test('hours that stay from one week to the next make no new record', () => {
  const [day, night] = ['day', 'night'].map((timeGroupId) =>
    WEEKDAYS.map((weekday) =>
      stored({
        ...{ timeGroupId, weekday, effectiveFrom: null, isRest: weekday > 5 },
        startTime: timeGroupId === 'day' ? '06:00' : '22:00',
      }),
    ),
  );
  const { wanted } = timesOfRotation([...(day ?? []), ...(night ?? [])], 'rotating', {
    from: FROM,
    until: addDays(FROM, 27),
    weeks: ['day', 'day', 'night'],
  });
  // Weeks 1, 3 and 4 differ from the week before, on five days each.
  expect(wanted.map(({ effectiveFrom }) => effectiveFrom)).toEqual(
    ['2026-11-30', '2026-12-14', '2026-12-21'].flatMap((date) => Array.from({ length: 5 }, () => date)),
  );
});
