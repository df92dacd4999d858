import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { AttendanceTotals } from '#contract/figures/stats.ts';
import type { AttendanceStatus } from '#contract/platform/statusWords.ts';
import { count } from '../../../lib/figures.ts';

/**
 * The attendance tiles in words. The page itself says them too, at the start of a tab (src/start/liveTiles.ts), so nothing here may import zod or React.
 */
type TileWords = { figure: string; below: MessageDescriptor };

/** The attendance tiles of the dashboard, in their order; the first is the headline. */
export const ATTENDANCE_TILES = ['present', 'absent', 'late', 'total'] as const satisfies readonly AttendanceStatus[];
export type TileStatus = (typeof ATTENDANCE_TILES)[number];

/** The counts that every answer has and the tiles and the first answer of the day (dayAnswer.ts) are made from. */
export const TILE_COUNTS = [
  ...ATTENDANCE_TILES,
  'onTime',
  'expected',
  'pending',
  'unverified',
  'unverifiedBySilence',
] as const;
/** The fields of an answer that both are made from. */
export type TileTotals = Pick<
  AttendanceTotals,
  | (typeof TILE_COUNTS)[number]
  | 'onSite'
  | 'left'
  | 'withoutShift'
  | 'asOf'
  | 'timeZone'
  | 'recalculating'
  | 'payPeriodEnds'
> & { devices: Omit<AttendanceTotals['devices'], 'inUse'> };
/** The counts that the tiles alone are made from. */
type TileCounts = Pick<TileTotals, Exclude<(typeof TILE_COUNTS)[number], 'unverifiedBySilence'>> &
  Partial<Pick<TileTotals, 'onSite' | 'left'>>;
/** `live`: the reference date is today. `filtered`: the figures are those of some people only. */
type Shown = { live: boolean; filtered: boolean };

/** Employees who are not judged are counted in words, never as absent (docs/reference/attendance.md#totals). */
function undecided({ pending, unverified, expected }: TileCounts): MessageDescriptor {
  if (pending > 0 && unverified > 0) return msg`${count(pending)} not due yet, can’t tell yet: ${count(unverified)}`;
  if (pending > 0) return msg`${count(pending)} not due yet`;
  return unverified > 0 ? msg`can’t tell yet: ${count(unverified)}` : msg`of ${count(expected)} expected`;
}

const BELOW: Record<TileStatus, (totals: TileCounts, shown: Shown) => MessageDescriptor> = {
  total: ({ expected }) => msg`${count(expected)} expected`,
  // On a past day everybody has left.
  present: ({ onTime, onSite, left = 0 }, { live }) =>
    live && onSite !== undefined ? msg`${count(onSite)} on site, ${count(left)} left` : msg`${count(onTime)} on time`,
  absent: undecided,
  late: ({ present }) => msg`of ${count(present)} present`,
};

/**
 * Returns the figure and the line of an attendance tile. Without any people it shows no zeros: today there are no employees yet, on an earlier day
 * nobody counted, the employees who are there now (docs/reference/attendance.md#who-counts).
 */
export function attendanceTile(status: TileStatus, totals: TileCounts, shown: Shown): TileWords {
  if (totals.total === 0) return { figure: '–', below: nobodyWords(shown) };
  return { figure: count(totals[status]), below: BELOW[status](totals, shown) };
}

function nobodyWords({ live, filtered }: Shown): MessageDescriptor {
  if (filtered) return msg`Nobody fits the filter`;
  return live ? msg`No employees yet` : msg`Nobody counted that day`;
}
