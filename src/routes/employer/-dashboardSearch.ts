import type { ReportOrder, ReportType } from '#contract/reports.ts';
import type { AttendanceStatus } from '#contract/stats.ts';
import { type Crew, crewOf } from '../../api/crew.ts';
import { idOf } from './-whySearch.ts';

/** The search parameters of the dashboard's address, so that a link, a reload and the back button return to the same view. */
export type DashboardSearch = Crew & {
  /** The reference date in the address (`dateFault`); absent: today, whatever day that is. */
  date?: string;
  open?: (typeof OPEN)[number];
  /** The status of the list, or the filter that a report takes from it. */
  status?: AttendanceStatus;
  /** The employee whose 'Why?' is open. */
  why?: string;
  /** The device that the devices dialog was opened for. */
  device?: string;
  report?: ReportType;
  order?: ReportOrder;
  /** The tab of Manage Alerts. */
  tab?: 'sent';
};

/** Opens a dialog by putting it into the address; the reference date and the filter stay. */
export type OpenDialog = (dialog: Omit<DashboardSearch, 'date' | keyof Crew>) => void;

const OPEN = ['payroll', 'devices', 'alerts', 'list', 'why', 'report'] as const;
/**
 * The contract's values without its schemas: every start reads addresses, and zod is often not needed for anything else. TypeScript reports a value
 * that the contract gains or loses.
 */
const STATUSES = {
  total: true,
  present: true,
  absent: true,
  late: true,
  onTime: true,
  pending: true,
  unverified: true,
  off: true,
} satisfies Record<AttendanceStatus, true>;
const REPORTS = {
  'piecework-performance': true,
  'piecework-time-spent': true,
  'time-wasted-summary': true,
  breaks: true,
  latecomers: true,
  'employee-attendance': true,
  'paid-hours': true,
  'paid-hours-period': true,
  corrections: true,
} satisfies Record<ReportType, true>;
const ORDERS = {
  number: true,
  firstName: true,
  lastName: true,
  employeeGroup: true,
  timeGroup: true,
  jobDescription: true,
  lookup1: true,
  lookup2: true,
  units: true,
  hours: true,
  hoursWasted: true,
  irregularHours: true,
  hoursLate: true,
} satisfies Record<ReportOrder, true>;
const isWordOf = <Word extends string>(words: Record<Word, true>, value: unknown): value is Word =>
  typeof value === 'string' && Object.hasOwn(words, value);
const wordOf = <Word extends string>(words: Record<Word, true>, value: unknown) =>
  isWordOf(words, value) ? value : undefined;

/**
 * Parameters that are not understood are left out, so that an old or damaged link still opens the dashboard. For an invalid date the page says so
 * (`dateFault`).
 */
export function dashboardSearch(raw: Record<string, unknown>): DashboardSearch {
  const found: DashboardSearch = {
    date: raw.date === undefined ? undefined : String(raw.date),
    open: OPEN.find((each) => each === raw.open),
    status: wordOf(STATUSES, raw.status),
    why: idOf(raw.why),
    device: idOf(raw.device),
    report: wordOf(REPORTS, raw.report),
    order: wordOf(ORDERS, raw.order),
    tab: raw.tab === 'sent' ? 'sent' : undefined,
    ...crewOf(raw),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}
