import { t } from '@lingui/core/macro';
import type { AttendanceTrend, AttendanceTrendDay, AttendanceTrendSums } from '#contract/trends.ts';
import { count, counted, percent } from '../../lib/figures.ts';
import { longDay } from '../../lib/zoned.ts';

/** Nobody was expected and nobody came: a gap, not a zero. */
export const isGap = ({ expected, present, excused }: AttendanceTrendDay) => expected + present + excused === 0;

type Special = { date: string; unfinished: boolean; silentDevices?: number };
/** 'Friday, 20 November 2026, not complete yet, 2 devices silent'. */
export const dayWords = ({ date, unfinished, silentDevices = 0 }: Special) =>
  [
    longDay(date),
    unfinished && t`not complete yet`,
    silentDevices > 0 && `${counted(silentDevices, 'device', 'devices')} silent`,
  ]
    .filter(Boolean)
    .join(', ');

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

const SHARES = [
  ['onTime', 'On time'],
  ['late', 'Late'],
  ['absent', 'Absent'],
  ['unverified', 'Unverified'],
] as const;
/** 'On time 91%', 'Late 6%', ...; nothing of unverified where nobody is. */
const sharesOf = (sums: Shares) =>
  SHARES.filter(([key]) => key !== 'unverified' || sums.unverified > 0).map(
    ([key, word]) => `${word} ${percent(sums[key], sums.expected)}`,
  );

/** 'On time 91%, late 6%, absent 3% of 3,120 expected', and ', 28 pending' while any employee is (rule 9). */
export const attendanceWords = ({ sums: all, days }: Pick<AttendanceTrend, 'sums' | 'days'>) => {
  const known = knownDays(days).days;
  if (known.length === 0 && days.length > 0) return t`Nothing known yet, ${count(all.expected)} expected`;
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
  const [first, ...rest] = sharesOf(sums);
  const pending = days.reduce((sum, day) => sum + day.pending, 0);
  const shares = [first, ...rest.map((share) => share.toLowerCase())].join(', ');
  return `${shares} of ${count(sums.expected)} expected${pending > 0 ? `, ${count(pending)} pending` : ''}`;
};

/** 'Before: on time 89%, late 8%, absent 3%'; nothing where the days before are not stored, nothing is known of them, or nobody was expected. */
export const beforeWords = (before: AttendanceTrendSums | null) =>
  before && before.expected > 0 && !isUnknown(before) ? t`Before: ${sharesOf(before).join(', ').toLowerCase()}` : '';
