import type { AttendanceTotals } from '#contract/figures/stats.ts';

/** The totals of a morning: 2026-11-20, 09:40 in Johannesburg. */
export const sampleTotals = (changes: Partial<AttendanceTotals> = {}): AttendanceTotals => ({
  total: 200,
  present: 120,
  absent: 30,
  late: 12,
  onTime: 108,
  pending: 5,
  unverified: 0,
  off: 45,
  expected: 155,
  unverifiedBySilence: changes.unverified ?? 0,
  asOf: '2026-11-20T07:40:00.000Z',
  timeZone: 'Africa/Johannesburg',
  recalculating: false,
  devices: { reporting: 7, silent: 0, silentDevices: [] },
  ...changes,
});

/** The totals of a day on which nobody counts. */
export const emptyTotals = (changes: Partial<AttendanceTotals> = {}): AttendanceTotals =>
  sampleTotals({
    ...{ total: 0, present: 0, absent: 0, late: 0, onTime: 0, pending: 0, off: 0, expected: 0 },
    ...changes,
  });
