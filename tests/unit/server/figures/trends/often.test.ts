import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byNumber } from '#server/attendance/order.ts';
import type { Dated, DayAttendance } from '#server/figures/trends/dayFigures.ts';
import type { Rostered } from '#server/figures/trends/roster.sql.ts';
import { attendanceTrendOf, oftenIn } from '#server/figures/trends/trends.ts';

const rostered = (id: string): Rostered => ({
  employeeId: id,
  number: id,
  firstName: 'Ann',
  lastName: 'Adams',
  timeId: null,
  deletedOn: null,
  deviceIds: null,
  timeGroupId: null,
  employeeGroupId: null,
  jobDescriptionId: null,
});
const dayOf = (nth: number, late: readonly string[], absent: readonly string[]): Dated<DayAttendance> => ({
  date: `2026-11-${String(nth + 1).padStart(2, '0')}`,
  silentDevices: 0,
  unfinished: false,
  counts: {
    present: 0,
    absent: 0,
    pending: 0,
    unverified: 0,
    late: 0,
    onTime: 0,
    expected: 0,
    excused: 0,
  },
  wasted: { totalTimeMs: 0, lateTimeMs: 0, irregularBreakTimeMs: 0 },
  late,
  absent,
});

/** The oracle: sorts everybody by days, then by number, and takes the first ten. */
function mostDays(days: readonly Dated<DayAttendance>[], of: 'late' | 'absent') {
  const listed = days.map((day) => ({ date: day.date, ids: day[of] }));
  return [...new Set(listed.flatMap(({ ids }) => ids))]
    .map((id) => ({ id, dates: listed.filter(({ ids }) => ids.includes(id)).map(({ date }) => date) }))
    .sort((a, b) => b.dates.length - a.dates.length || byNumber(a.id, b.id))
    .slice(0, 10);
}

const IDS = Array.from({ length: 30 }, (_, i) => String(i + 1));
test('the lists of a trend are those of everybody, though only the names of those who may stand in them are read', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.subarray(IDS), fc.subarray(IDS)), { maxLength: 6 }), (listed) => {
      const days = listed.map(([late, absent], nth) => dayOf(nth, late, absent));
      const trend = { days, before: null };
      const often = oftenIn(trend);
      const read = new Map([...often.late.keys(), ...often.absent.keys()].map((id) => [id, rostered(id)]));
      const shown = attendanceTrendOf(trend, often, read);
      const plain = (list: typeof shown.oftenLate) => list.map(({ employee, dates }) => ({ id: employee._id, dates }));
      expect(plain(shown.oftenLate)).toEqual(mostDays(days, 'late'));
      expect(plain(shown.oftenAbsent)).toEqual(mostDays(days, 'absent'));
    }),
  );
});

test('names are read of as many as are listed, and of whoever was on as many days as the last of them', () => {
  const days = [dayOf(0, IDS, []), dayOf(1, IDS.slice(0, 12), []), dayOf(2, IDS.slice(0, 3), [])];
  expect([...oftenIn({ days, before: null }).late.keys()]).toEqual(IDS.slice(0, 12));
});
