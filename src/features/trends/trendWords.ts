import type { AttendanceTrendDay, AttendanceTrendSums } from '#contract/trends.ts';
import { count, counted, percent } from '../../lib/figures.ts';
import { longDay } from '../../lib/zoned.ts';

/** Nobody was expected and nobody came: a gap, not a zero. */
export const isGap = ({ expected, present, excused }: AttendanceTrendDay) => expected + present + excused === 0;

type Special = { date: string; unfinished: boolean; silentDevices?: number };
/** 'Friday, 20 November 2026, not over yet, 2 devices silent'. */
export const dayWords = ({ date, unfinished, silentDevices = 0 }: Special) =>
  [
    longDay(date),
    unfinished && 'not over yet',
    silentDevices > 0 && `${counted(silentDevices, 'device', 'devices')} silent`,
  ]
    .filter(Boolean)
    .join(', ');

const SHARES = [
  ['onTime', 'On time'],
  ['late', 'Late'],
  ['absent', 'Absent'],
] as const;

/** 'On time 91%, late 6%, absent 3% of 3,120 expected'. */
export const attendanceWords = (sums: AttendanceTrendSums) =>
  `${SHARES.map(([key, word], index) => `${index === 0 ? word : word.toLowerCase()} ${percent(sums[key], sums.expected)}`).join(', ')} of ${count(sums.expected)} expected`;

/** 'Before: on time 89%, late 8%, absent 3%'; nothing where the days before are not kept, or nobody was expected. */
export const beforeWords = (before: AttendanceTrendSums | null) =>
  before && before.expected > 0
    ? `Before: ${SHARES.map(([key, word]) => `${word.toLowerCase()} ${percent(before[key], before.expected)}`).join(', ')}`
    : '';
