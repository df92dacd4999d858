import type { AttendanceTotals } from '#contract/figures/stats.ts';
import type { AttendanceStatus } from '#contract/platform/statusWords.ts';
import { DueBar } from './DueBar.tsx';
import { StatusButton } from './StatusButton.tsx';
import classes from './stats.module.css';

type Props = { totals: AttendanceTotals | undefined; onOpen: (status: AttendanceStatus) => void };

/** Absent and Late are tiles of their own. */
const LISTED = ['onTime', 'pending', 'unverified', 'off'] as const;

/** Everybody who is due, as one bar, and below it a button for each status that is no tile. */
export function StatusBar({ totals, onOpen }: Props) {
  return (
    <div className={classes.statuses}>
      <DueBar totals={totals} />
      <div className={classes.statusButtons}>
        {totals &&
          LISTED.filter((status) => totals[status] > 0).map((status) => (
            <StatusButton key={status} status={status} number={totals[status]} onOpen={onOpen} />
          ))}
      </div>
    </div>
  );
}
