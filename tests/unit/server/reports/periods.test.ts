import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daysBetween } from '#contract/platform/common.ts';
import { PERIOD_LABELS, type ReportPeriod } from '#contract/reports/reportPeriods.ts';
import { addDays, weekdayOf } from '#server/platform/zone.ts';
import { periodDates } from '#server/reports/periods.ts';

const PERIODS = Object.keys(PERIOD_LABELS) as ReportPeriod[];
const spanOf = (period: ReportPeriod, today: string, earliest = '2000-01-01') => {
  const dates = periodDates(period, today, earliest, []);
  return dates && `${dates.from} ${dates.to}`;
};

describe('the days of a report that an alert makes', () => {
  // A Friday.
  test.each<[ReportPeriod, string]>([
    ['today', '2026-11-20 2026-11-20'],
    ['yesterday', '2026-11-19 2026-11-19'],
    ['this-week', '2026-11-16 2026-11-20'],
    ['last-week', '2026-11-09 2026-11-15'],
    ['this-month', '2026-11-01 2026-11-20'],
    ['last-month', '2026-10-01 2026-10-31'],
    // Without hours rules, the calendar month.
    ['this-pay-period', '2026-11-01 2026-11-20'],
    ['last-pay-period', '2026-10-01 2026-10-31'],
  ])('%s on Friday 20 November is %s', (period, span) => {
    expect(spanOf(period, '2026-11-20')).toBe(span);
  });

  const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days));
  test('a past one ends the day before the present one begins; none goes beyond the day or before what is kept', () => {
    fc.assert(
      fc.property(day, (today) => {
        for (const unit of ['week', 'month', 'pay-period']) {
          const now = periodDates(`this-${unit}` as ReportPeriod, today, '1990-01-01', []);
          const past = periodDates(`last-${unit}` as ReportPeriod, today, '1990-01-01', []);
          expect([now?.to, past && addDays(past.to, 1)]).toEqual([today, now?.from]);
          if (unit === 'week')
            expect([weekdayOf(now?.from ?? ''), past && daysBetween(past.from, past.to)]).toEqual([1, 6]);
        }
        const earliest = addDays(today, -10);
        for (const period of PERIODS) {
          const kept = periodDates(period, today, earliest, []);
          if (kept) expect(earliest <= kept.from && kept.from <= kept.to && kept.to <= today).toBe(true);
        }
      }),
    );
  });
});
