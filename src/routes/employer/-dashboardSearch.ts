import { DASHBOARD_DATA_RETENTION_DAYS } from '#contract/limits.ts';
import { type ReportOrder, type ReportType, reportOrder, reportType } from '#contract/reports.ts';
import { type AttendanceStatus, attendanceStatus } from '#contract/stats.ts';
import { addDays } from '../../lib/zoned.ts';

/** What the dashboard's address keeps, so that a link, a reload and the back button return to the same view. */
export type DashboardSearch = {
  /** The reference date; absent is today, whatever day that is. */
  date?: string;
  open?: 'payroll' | 'devices' | 'alerts' | 'list' | 'report';
  /** Of the list, or the filter that a report takes over from it. */
  status?: AttendanceStatus;
  /** Whose 'Why?' is open. */
  why?: string;
  /** The device that the devices dialog was opened for. */
  device?: string;
  report?: ReportType;
  order?: ReportOrder;
};

/** Puts a dialog into the address; the reference date stays. */
export type OpenDialog = (dialog: Omit<DashboardSearch, 'date'>) => void;

const OPEN = ['payroll', 'devices', 'alerts', 'list', 'report'] as const;
const ID = /^[0-9a-f-]{36}$/i;
const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** Whatever is not understood is left out: an old or damaged link still opens the dashboard. */
export function dashboardSearch(raw: Record<string, unknown>): DashboardSearch {
  const date = text(raw.date);
  const why = text(raw.why);
  const device = text(raw.device);
  const found: DashboardSearch = {
    date: date && /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : undefined,
    open: OPEN.find((each) => each === raw.open),
    status: attendanceStatus.safeParse(raw.status).data,
    why: why && ID.test(why) ? why : undefined,
    device: device && ID.test(device) ? device : undefined,
    report: reportType.safeParse(raw.report).data,
    order: reportOrder.safeParse(raw.order).data,
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** The day on show: a date outside the retention, or in the future, is today. */
export const referenceDateOf = ({ date }: DashboardSearch, today: string) =>
  date !== undefined && date < today && date > addDays(today, -DASHBOARD_DATA_RETENTION_DAYS) ? date : today;
