import { type Crew, crewOf } from '../../api/crew.ts';
import { idOf } from './-whySearch.ts';

/** The search parameters of the dashboard's address, so that a link, a reload and the back button return to the same view. */
export type DashboardSearch = Crew & {
  /** The reference date in the address (`dateFault`); absent: today, whatever day that is. */
  date?: string;
  open?: (typeof OPEN)[number];
  /** The status of the list, or the filter that a report takes from it (`AttendanceStatus`). */
  status?: string;
  /** The employee whose 'Why?' is open. */
  why?: string;
  /** The device that the devices dialog was opened for. */
  device?: string;
  /** A `ReportType` and a `ReportOrder`. */
  report?: string;
  order?: string;
  /** The tab of Manage Alerts. */
  tab?: 'sent';
};

/** Opens a dialog by putting it into the address; the reference date and the filter stay. */
export type OpenDialog = (dialog: Omit<DashboardSearch, 'date' | keyof Crew>) => void;

const OPEN = ['payroll', 'devices', 'alerts', 'list', 'why', 'report', 'notes'] as const;
/** A value of the contract's, which the dialog checks: every start reads addresses, and the schemas are often not needed for anything else. */
const wordOf = (value: unknown) => (typeof value === 'string' && /^[\w-]{1,40}$/.test(value) ? value : undefined);

/**
 * Parameters that are not understood are left out, so that an old or damaged link still opens the dashboard. For an invalid date the page says so
 * (`dateFault`).
 */
export function dashboardSearch(raw: Record<string, unknown>): DashboardSearch {
  const found: DashboardSearch = {
    date: raw.date === undefined ? undefined : String(raw.date),
    open: OPEN.find((each) => each === raw.open),
    status: wordOf(raw.status),
    why: idOf(raw.why),
    device: idOf(raw.device),
    report: wordOf(raw.report),
    order: wordOf(raw.order),
    tab: raw.tab === 'sent' ? 'sent' : undefined,
    ...crewOf(raw),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}
