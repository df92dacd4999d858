import type { AttendanceTrend, AttendanceTrendDay, PieceworkTrend } from '#contract/figures/trends.ts';
import { addDays } from '#src/lib/zoned.ts';
import { idOf } from './manageSamples.ts';

/** Seven days that end on Thursday, 2026-11-19: a Sunday without anybody, a silent device on the 18th. */
const DATES = Array.from({ length: 7 }, (_, index) => addDays('2026-11-13', index));
const SUNDAY = '2026-11-15';

const nobody = {
  expected: 0,
  onTime: 0,
  late: 0,
  absent: 0,
  unverified: 0,
  excused: 0,
  present: 0,
  lateTimeMs: 0,
  irregularBreakTimeMs: 0,
};
const somebody = {
  expected: 100,
  onTime: 91,
  late: 6,
  absent: 3,
  unverified: 0,
  excused: 2,
  present: 97,
  lateTimeMs: 3_600_000,
  irregularBreakTimeMs: 1_800_000,
};
const dayOf = (date: string): AttendanceTrendDay => ({
  date,
  ...(date === SUNDAY ? nobody : somebody),
  pending: 0,
  silentDevices: date === '2026-11-18' ? 1 : 0,
  unfinished: false,
});
const person = (number: number) => ({
  _id: idOf(1_000 + number),
  number: String(number),
  firstName: `First${number}`,
  lastName: `Last${number}`,
});

export const sampleAttendanceTrend = (changes: Partial<AttendanceTrend> = {}): AttendanceTrend => ({
  days: DATES.map(dayOf),
  sums: { ...somebody, expected: 600, onTime: 546, late: 36, absent: 18, lateTimeMs: 6 * 3_600_000 },
  before: { ...somebody, expected: 500, onTime: 445, late: 40, absent: 15 },
  oftenLate: [{ employee: person(7), dates: ['2026-11-13', '2026-11-16', '2026-11-19'] }],
  oftenAbsent: [],
  ...changes,
});

export const samplePieceworkTrend = (changes: Partial<PieceworkTrend> = {}): PieceworkTrend => ({
  groups: [{ code: 'APPLE', description: 'Apples', units: 600 }],
  days: DATES.map((date) => ({
    date,
    totalUnits: date === SUNDAY ? 0 : 110.5,
    groups: date === SUNDAY ? [] : [{ code: 'APPLE', description: 'Apples', units: 100 }],
    otherUnits: date === SUNDAY ? 0 : 10.5,
    pace: date === SUNDAY ? null : { median: 20, lower: 15.5, upper: 24, people: 12 },
    unfinished: false,
  })),
  totalUnits: 663,
  medianPace: 44.5,
  before: { totalUnits: 512.5, medianPace: 41.25 },
  ...changes,
});
