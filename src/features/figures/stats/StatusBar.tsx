import type { AttendanceTotals } from '#contract/figures/stats.ts';
import type { AttendanceStatus } from '#contract/platform/statusWords.ts';
import { stateFill } from '../../../ui/StateLabel.tsx';
import { type JudgedStatus, StatusButton } from './StatusButton.tsx';
import classes from './stats.module.css';

type Props = { totals: AttendanceTotals | undefined; onOpen: (status: AttendanceStatus) => void };

/** The order of the bar. The first three are said even of nobody. */
const STATUSES = ['onTime', 'late', 'absent', 'pending', 'unverified'] as const satisfies readonly JudgedStatus[];
const ALWAYS = 3;

/** Everybody who is due, as one bar in the five statuses, and below it a button for each. Its place is reserved before there are figures. */
export function StatusBar({ totals, onOpen }: Props) {
  const shown = totals && totals.expected > 0 ? totals : undefined;
  return (
    <div className={classes.statuses}>
      <div className={classes.statusBar} aria-hidden>
        {shown &&
          STATUSES.filter((status) => shown[status] > 0).map((status) => (
            <span
              key={status}
              data-status={status}
              style={{
                minWidth: 3,
                flexGrow: shown[status],
                backgroundColor: stateFill(status === 'onTime' ? 'on-time' : status),
              }}
            />
          ))}
      </div>
      <div className={classes.trustLists}>
        {shown &&
          STATUSES.filter((status, place) => place < ALWAYS || shown[status] > 0).map((status) => (
            <StatusButton key={status} status={status} number={shown[status]} onOpen={onOpen} />
          ))}
      </div>
    </div>
  );
}
