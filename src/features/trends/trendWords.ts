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
    unfinished && 'not complete yet',
    silentDevices > 0 && `${counted(silentDevices, 'device', 'devices')} silent`,
  ]
    .filter(Boolean)
    .join(', ');

const SHARES = [
  ['onTime', 'On time'],
  ['late', 'Late'],
  ['absent', 'Absent'],
  ['unverified', 'Unverified'],
] as const;
/** 'On time 91%', 'Late 6%', ...; nothing of unverified where nobody is. */
const sharesOf = (sums: AttendanceTrendSums) =>
  SHARES.filter(([key]) => key !== 'unverified' || sums.unverified > 0).map(
    ([key, word]) => `${word} ${percent(sums[key], sums.expected)}`,
  );

/** 'On time 91%, late 6%, absent 3% of 3,120 expected', and ', 28 pending' while any employee is (rule 9). */
export const attendanceWords = ({ sums, days }: Pick<AttendanceTrend, 'sums' | 'days'>) => {
  const [first, ...rest] = sharesOf(sums);
  const pending = days.reduce((sum, day) => sum + day.pending, 0);
  const shares = [first, ...rest.map((share) => share.toLowerCase())].join(', ');
  return `${shares} of ${count(sums.expected)} expected${pending > 0 ? `, ${count(pending)} pending` : ''}`;
};

/** 'Before: on time 89%, late 8%, absent 3%'; nothing where the days before are not stored, or nobody was expected. */
export const beforeWords = (before: AttendanceTrendSums | null) =>
  before && before.expected > 0 ? `Before: ${sharesOf(before).join(', ').toLowerCase()}` : '';
