import type { ReportType } from '#contract/reports/reports.ts';
import type { Day } from '../../api/day.ts';
import { PieceworkTotalsCard } from '../../features/figures/piecework/PieceworkTotalsCard.tsx';
import { RankingCard } from '../../features/figures/piecework/RankingCard.tsx';
import { TimeSpentCard } from '../../features/figures/piecework/TimeSpentCard.tsx';
import { AttendanceCard } from '../../features/figures/stats/AttendanceCard.tsx';
import { TimeWastedCard } from '../../features/figures/stats/TimeWastedCard.tsx';
import { ExportNote } from '../../features/reports/reports/ExportNote.tsx';
import { ReportButton } from '../../features/reports/reports/ReportButton.tsx';
import { useMay } from '../../state/session.ts';
import type { OpenDialog } from './-dashboardSearch.ts';
import classes from './-overview.module.css';
import { personLink } from './-personLink.tsx';

type Props = { day: Day; today: string; onOpen: OpenDialog };

const PIECEWORK: readonly ReportType[] = ['piecework-performance'];
const TIME_SPENT: readonly ReportType[] = ['piecework-time-spent'];
const TIME_WASTED: readonly ReportType[] = ['time-wasted-summary', 'breaks', 'latecomers'];
const ATTENDANCE: readonly ReportType[] = ['employee-attendance', 'corrections', 'consents'];

/** The charts, each with its report and its last export. Permissions decide which are shown. */
export function Cards({ day, today, onOpen }: Props) {
  const maySeePiecework = useMay('Stats.GET_PERFORMANCE_METRICS');
  const maySeeAttendance = useMay('Stats.GET_ATTENDANCE_INFORMATION');
  const exported = (types: readonly ReportType[]) => (
    <ExportNote
      types={types}
      accountId={day.accountId}
      timeZone={day.timeZone}
      referenceDate={day.referenceDate}
      today={today}
    />
  );
  const report = (types: readonly ReportType[], order?: 'lookup1' | 'lookup2' | 'units') => (
    <ReportButton
      quiet
      types={types}
      onOpen={(type) => onOpen({ open: 'report', report: type, ...(order && { order }) })}
    />
  );
  const why = maySeeAttendance ? (employeeId: string) => onOpen({ open: 'why', why: employeeId }) : undefined;
  const ranking = (orderBy: 'performance' | 'units') => report(PIECEWORK, orderBy === 'units' ? 'units' : undefined);
  return (
    <div className={classes.cards}>
      {maySeePiecework && (
        <div className={classes.wide}>
          <PieceworkTotalsCard
            day={day}
            onWhy={why}
            person={personLink}
            report={(order) => report(PIECEWORK, order)}
            exported={exported(PIECEWORK)}
          />
        </div>
      )}
      {maySeeAttendance && (
        <div className={classes.narrow}>
          <AttendanceCard
            day={day}
            onWhy={why}
            person={personLink}
            report={report(ATTENDANCE)}
            exported={exported(ATTENDANCE)}
          />
        </div>
      )}
      {maySeePiecework && (
        <>
          <div className={classes.half}>
            <RankingCard day={day} ranking="top" onWhy={why} person={personLink} report={ranking} />
          </div>
          <div className={classes.half}>
            <RankingCard day={day} ranking="bottom" onWhy={why} person={personLink} report={ranking} />
          </div>
          <div className={classes.half}>
            <TimeSpentCard day={day} report={report(TIME_SPENT)} exported={exported(TIME_SPENT)} />
          </div>
        </>
      )}
      {maySeeAttendance && (
        <div className={classes.half}>
          <TimeWastedCard
            day={day}
            onWhy={why}
            person={personLink}
            report={report(TIME_WASTED)}
            exported={exported(TIME_WASTED)}
          />
        </div>
      )}
    </div>
  );
}
