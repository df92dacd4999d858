import type { AttendanceTotals } from '#contract/figures/stats.ts';
import { stateFill } from '../../../ui/StateLabel.tsx';
import type { JudgedStatus } from './StatusButton.tsx';
import classes from './stats.module.css';

/** The order of the bar. */
export const DUE_STATUSES = [
  'onTime',
  'late',
  'absent',
  'pending',
  'unverified',
] as const satisfies readonly JudgedStatus[];
type Counts = Pick<AttendanceTotals, (typeof DUE_STATUSES)[number] | 'expected'>;

/** Everybody who is due, as one bar in the five statuses. Its place is reserved before there are figures. */
export function DueBar({ totals }: { totals: Counts | undefined }) {
  return (
    <div className={classes.statusBar} aria-hidden>
      {totals &&
        totals.expected > 0 &&
        DUE_STATUSES.filter((status) => totals[status] > 0).map((status) => (
          <span
            key={status}
            data-status={status}
            style={{
              minWidth: 3,
              flexGrow: totals[status],
              backgroundColor: stateFill(status === 'onTime' ? 'on-time' : status),
            }}
          />
        ))}
    </div>
  );
}
