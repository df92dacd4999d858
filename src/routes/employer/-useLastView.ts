import { useEffect } from 'react';
import type { SyncStatus } from '#contract/accountStatistics.ts';
import { type AttendanceTotals, STATUS_WORDS } from '#contract/stats.ts';
import { type Day, isFiltered } from '../../api/day.ts';
import { endOfDay } from '../../lib/zoned.ts';
import { chartsShown } from '../../start/chartsShown.ts';
import { startCalls } from '../../start/earlyCalls.ts';
import { forgetView, keepView, type TileView } from '../../start/lastView.ts';
import {
  ATTENDANCE_TILES,
  attendanceTile,
  devicesTile,
  payrollTile,
  SYNC_LABELS,
  trustLine,
} from '../../start/tiles.ts';
import { session } from '../../state/session.ts';

type Figures = {
  /** `null` where this user sees no such tiles; undefined while they have not loaded. */
  totals: AttendanceTotals | null | undefined;
  status: SyncStatus | null | undefined;
};

/** Figures may be restored from the disk at once: after this time the page has sent its first calls, which are stored as well. */
const REST_MS = 500;

/** Stores the text of the tiles for the next start of this tab, after each change, once all of them have loaded. */
export function useLastView({ totals, status }: Figures, day: Day, today: string) {
  const { referenceDate, timeZone, live } = day;
  const filtered = isFiltered(day);
  useEffect(() => {
    const current = session.get();
    if (!current || totals === undefined || status === undefined || (!totals && !status)) return;
    // At its start the page draws what it finds, before it knows whose figures are asked for.
    if (filtered) return forgetView();
    const at = Date.now();
    const keep = () => {
      // The page may be left because the session has ended, which deleted its view.
      if (session.get()?.id !== current.id) return;
      keepView({
        session: current.id,
        date: referenceDate,
        until: endOfDay(referenceDate, timeZone),
        at,
        trust: totals ? trustLine(totals, referenceDate) : '',
        tiles: [
          ...(status ? syncTiles(status, timeZone, today) : []),
          ...(totals ? attendanceTiles(totals, live) : []),
        ],
        width: innerWidth,
        // Only with the line that shows how old they are.
        charts: totals ? chartsShown() : [],
        calls: startCalls(referenceDate),
      });
    };
    const rest = setTimeout(keep, REST_MS);
    // Charts appear after the tiles, and change without them.
    addEventListener('pagehide', keep);
    return () => {
      clearTimeout(rest);
      removeEventListener('pagehide', keep);
    };
  }, [totals, status, referenceDate, timeZone, today, live, filtered]);
}

const syncTiles = (status: SyncStatus, timeZone: string, today: string): TileView[] => [
  { key: 'payroll', label: SYNC_LABELS.payroll, ...payrollTile(status, timeZone, today) },
  { key: 'devices', label: SYNC_LABELS.devices, ...devicesTile(status) },
];
const attendanceTiles = (totals: AttendanceTotals, live: boolean): TileView[] =>
  ATTENDANCE_TILES.map((key) => ({
    key,
    label: STATUS_WORDS[key],
    ...attendanceTile(key, totals, { live, filtered: false }),
  }));
