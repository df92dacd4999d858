import type { AttendanceTotals } from '#contract/figures/stats.ts';
import type { AttendanceStatus } from '#contract/platform/statusWords.ts';
import { DUE_STATUSES, DueBar } from './DueBar.tsx';
import { StatusButton } from './StatusButton.tsx';
import classes from './stats.module.css';

type Props = { totals: AttendanceTotals | undefined; onOpen: (status: AttendanceStatus) => void };

/** The first statuses are shown even with a count of 0. */
const ALWAYS = 3;

/** Everybody who is due, as one bar, and below it a button for each status. */
export function StatusBar({ totals, onOpen }: Props) {
  const shown = totals && totals.expected > 0 ? totals : undefined;
  return (
    <div className={classes.statuses}>
      <DueBar totals={totals} />
      <div className={classes.trustLists}>
        {shown &&
          DUE_STATUSES.filter((status, place) => place < ALWAYS || shown[status] > 0).map((status) => (
            <StatusButton key={status} status={status} number={shown[status]} onOpen={onOpen} />
          ))}
      </div>
    </div>
  );
}
