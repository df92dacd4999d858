import { type AttendanceStatus, type AttendanceTotals, STATUS_WORDS } from '#contract/stats.ts';
import { trustWords } from '#contract/trust.ts';
import { type Day, isFiltered } from '../../api/day.ts';
import { count } from '../../lib/figures.ts';
import { momentOf } from '../../lib/zoned.ts';

/** The attendance tiles of the dashboard, in their order. */
export const ATTENDANCE_TILES = ['total', 'present', 'absent', 'late'] as const satisfies readonly AttendanceStatus[];
export type TileStatus = (typeof ATTENDANCE_TILES)[number];

/** Employees who are not judged are counted in words, never as absent (rule 9). */
function undecided({ pending, unverified, expected }: AttendanceTotals) {
  const words = [pending > 0 && `${count(pending)} pending`, unverified > 0 && `${count(unverified)} unverified`];
  return words.filter(Boolean).join(', ') || `of ${count(expected)} expected`;
}

const BELOW: Record<TileStatus, (totals: AttendanceTotals, day: Pick<Day, 'live'>) => string> = {
  total: ({ expected }) => `${count(expected)} expected`,
  // On a past day everybody has left.
  present: ({ onTime, onSite, left = 0 }, { live }) =>
    live && onSite !== undefined ? `${count(onSite)} on site, ${count(left)} left` : `${count(onTime)} on time`,
  absent: undecided,
  late: ({ present }) => `of ${count(present)} present`,
};

/**
 * Returns label, figure and line of an attendance tile. Without any people it shows no zeros: today there are no employees yet; on an earlier day
 * nobody counted, whoever is there now (rule 13).
 */
export function attendanceTile(status: TileStatus, totals: AttendanceTotals, day: Pick<Day, 'live' | 'crew'>) {
  const nobody = totals.total === 0;
  return {
    label: STATUS_WORDS[status],
    figure: nobody ? '–' : count(totals[status]),
    below: nobody ? nobodyWords(day) : BELOW[status](totals, day),
  };
}

function nobodyWords(day: Pick<Day, 'live' | 'crew'>): string {
  if (isFiltered(day)) return 'Nobody fits the filter';
  return day.live ? 'No employees yet' : 'Nobody counted that day';
}

/** Says how complete the figures of a reference date are, on the account's clock: 'As of 09:40, 6 of 7 devices reporting.' */
export function trustLine(
  { asOf, timeZone, unverified, unverifiedBySilence, recalculating, devices }: AttendanceTotals,
  referenceDate: string,
): string {
  return trustWords({
    asOf: momentOf(asOf, timeZone, referenceDate),
    reporting: devices.reporting,
    silent: devices.silent,
    silentDevices: devices.silentDevices.map(({ name, since }) => ({
      name,
      since: momentOf(since, timeZone, referenceDate),
    })),
    notJudged: unverified,
    ofSilence: unverifiedBySilence,
    recalculating,
  });
}
