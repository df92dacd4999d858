import { plural, t } from '@lingui/core/macro';
import type { AttendanceTrend, AttendanceTrendDay, AttendanceTrendSums } from '#contract/figures/trends.ts';
import { count, percentages } from '../../../lib/figures.ts';
import { listed } from '../../../lib/lists.ts';
import { longDay } from '../../../lib/zoned.ts';

/** Nobody was expected and nobody came: a gap, not a zero. */
export const isGap = ({ expected, present, excused }: AttendanceTrendDay) => expected + present + excused === 0;

type Special = { date: string; unfinished: boolean; silentDevices?: number };
/** 'Friday, 20 November 2026, not complete yet, 2 devices silent'. */
export const dayWords = ({ date, unfinished, silentDevices = 0 }: Special) =>
  listed([
    longDay(date),
    ...(unfinished ? [t`not complete yet`] : []),
    ...(silentDevices > 0 ? [t`${plural(silentDevices, { one: '# device silent', other: '# devices silent' })}`] : []),
  ]);

type Shares = Pick<AttendanceTrendSums, 'expected' | 'onTime' | 'late' | 'absent' | 'unverified'>;
/** Returns true for a day of which nothing is known: all attendance is unverified, as before the first terminal. */
const isUnknown = ({ expected, unverified }: Shares) => expected > 0 && unverified === expected;

/**
 * Returns the days from the first on of which something is known, and its date if days before it are left out. A share of unknown days would show a
 * zero as a fact.
 */
export function knownDays(days: readonly AttendanceTrendDay[]): {
  days: readonly AttendanceTrendDay[];
  since: string | null;
} {
  const start = days.findIndex((day) => !isGap(day) && !isUnknown(day));
  const before = start < 0 ? days : days.slice(0, start);
  if (!before.some(isUnknown)) return { days, since: null };
  return { days: days.slice(before.length), since: days[start]?.date ?? null };
}

/** The shares of those who were expected: '91%', '6%', ... */
function sharesOf({ expected, onTime, late, absent, unverified }: Shares) {
  const pending = Math.max(0, expected - onTime - late - absent - unverified);
  const [ofOnTime, ofLate, ofAbsent, ofUnverified] = percentages([onTime, late, absent, unverified, pending]);
  return { onTime: ofOnTime ?? '', late: ofLate ?? '', absent: ofAbsent ?? '', unverified: ofUnverified ?? '' };
}

/**
 * Returns the share that came on time, 'On time 91%', and beside it 'late 6%, absent 3% of 3,120 expected', with the unverified where anybody is, and
 * ', 28 pending' while any employee is (docs/reference/attendance.md#totals).
 */
export function attendanceShares({ sums: all, days }: Pick<AttendanceTrend, 'sums' | 'days'>) {
  const known = knownDays(days).days;
  if (known.length === 0 && days.length > 0)
    return { figure: t`Nothing known yet`, words: t`${count(all.expected)} expected` };
  const sum = (key: keyof Shares) => known.reduce((total, day) => total + day[key], 0);
  const sums =
    known.length === days.length
      ? all
      : {
          expected: sum('expected'),
          onTime: sum('onTime'),
          late: sum('late'),
          absent: sum('absent'),
          unverified: sum('unverified'),
        };
  const { onTime, late, absent, unverified } = sharesOf(sums);
  const pending = days.reduce((sum, day) => sum + day.pending, 0);
  return {
    figure: t`On time ${onTime}`,
    words: t`late ${late}, absent ${absent}${plural(sums.unverified, { 0: '', other: `, can’t tell yet ${unverified}` })} of ${count(sums.expected)} expected${plural(pending, { 0: '', other: ', # not due yet' })}`,
  };
}

/** 'On time 91%, late 6%, absent 3% of 3,120 expected'. */
export function attendanceWords(trend: Pick<AttendanceTrend, 'sums' | 'days'>) {
  const { figure, words } = attendanceShares(trend);
  return listed([figure, words]);
}

/** 'Before: on time 89%, late 8%, absent 3%'; nothing where the days before are not stored, nothing is known of them, or nobody was expected. */
export function beforeWords(before: AttendanceTrendSums | null) {
  if (!before || before.expected === 0 || isUnknown(before)) return '';
  const { onTime, late, absent, unverified } = sharesOf(before);
  return t`Before: on time ${onTime}, late ${late}, absent ${absent}${plural(before.unverified, { 0: '', other: `, can’t tell yet ${unverified}` })}`;
}
