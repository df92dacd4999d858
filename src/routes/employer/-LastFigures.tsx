import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Day, isFiltered } from '../../api/day.ts';
import { ATTENDANCE_COUNTS, type Attendance, storeLastFigures } from '../../cache/lastFigures.ts';
import { useCrewNames } from '../../features/figures/crew/useCrewChoices.ts';
import { pieceworkTotalsQuery } from '../../features/figures/piecework/piecework.queries.ts';
import { attendanceTotalsQuery, timeWastedTotalsQuery } from '../../features/figures/stats/stats.queries.ts';
import { sumUnits } from '../../lib/figures.ts';
import { session, useSession } from '../../state/session.ts';

/** Stores the figures of today that are shown, at each refresh, for the next start of this device. Asks the server for nothing. */
export default function LastFigures({ day }: { day: Day }) {
  const info = useSession()?.info;
  // A device may be named after a person.
  const { devices: _, ...named } = day.crew ?? {};
  const crew = useCrewNames(day.accountId, named);
  const shown = { enabled: false };
  const { data: attendance, dataUpdatedAt: attendanceAt } = useQuery({ ...attendanceTotalsQuery(day), ...shown });
  const { data: wasted } = useQuery({ ...timeWastedTotalsQuery(day), ...shown });
  const { data: groups, dataUpdatedAt } = useQuery({ ...pieceworkTotalsQuery(day, 'lookup1'), ...shown });
  // Of some people only, and their groups have no name, or none yet.
  const isUnnamed =
    (isFiltered(day) && crew.length === 0) || (info?.scope !== undefined && (info.scopeNames ?? []).length === 0);
  const groupNames = [...(info?.scopeNames ?? []), ...crew].join('\n');
  useEffect(() => {
    const current = session.get();
    if (!current || isUnnamed || (!attendance && !groups)) return;
    const counts = attendance && Object.fromEntries(ATTENDANCE_COUNTS.map((count) => [count, attendance[count]]));
    const figures = {
      account: current.info.accountName,
      groups: groupNames === '' ? [] : groupNames.split('\n'),
      timeZone: day.timeZone,
      asOf: attendance ? Date.parse(attendance.asOf) : dataUpdatedAt,
      attendance: (counts as Attendance | undefined) ?? null,
      lateMs: wasted?.lateTimeMs ?? null,
      irregularMs: wasted?.irregularBreakTimeMs ?? null,
      units: groups ? String(sumUnits(groups.map(({ totalUnits }) => totalUnits))) : null,
    };
    storeLastFigures(current, figures, attendance ? attendanceAt : dataUpdatedAt).catch(console.warn);
  }, [attendance, attendanceAt, wasted, groups, dataUpdatedAt, groupNames, day.timeZone, isUnnamed]);
  return null;
}
