import { t } from '@lingui/core/macro';
import type { License } from '#contract/accounts.ts';
import type { Alert, AlertCategory, AlertInput, AlertReport } from '#contract/alerts.ts';
import { emailAddress } from '#contract/common.ts';
import { MAX_ALERT_TIMES } from '#contract/limits.ts';
import { PERIOD_LABELS } from '#contract/reportPeriods.ts';
import { REPORTS } from '#contract/reports.ts';
import { translated } from '../../lib/words.tsx';
import { eventOf, eventWords } from './eventWords.ts';

const ALERT_GRID_MINUTES = 15;

export const CATEGORY_WORDS: Record<AlertCategory, string> = {
  attendance: 'Attendance',
  piecework: 'Piecework',
  break: 'Break',
  event: 'Event',
  report: 'Report',
};

export const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((label, index) => ({
  label,
  value: String(index + 1),
}));

const DAY_MINUTES = 24 * 60;
/** 00:00 to 23:45 in steps of 15 minutes. */
export const GRID: readonly string[] = Array.from({ length: DAY_MINUTES / ALERT_GRID_MINUTES }, (_, step) => {
  const minutes = step * ALERT_GRID_MINUTES;
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
});

/** Returns how many times an alert of a category may have: the specification's limit, and the licence's. */
export function slotLimit(category: AlertCategory, { alerts }: License): number {
  if (category === 'event' || category === 'report') return MAX_ALERT_TIMES[category];
  const licensed = {
    attendance: alerts.attendanceTimeSlots,
    piecework: alerts.pieceworkTimeSlots,
    break: alerts.breakTimeSlots,
  }[category];
  return Math.min(MAX_ALERT_TIMES[category], licensed);
}

const FIRST_TIMES: readonly string[] = ['08:00', '12:00', '16:00', '10:00'];
/** Returns a time to add that is not in the list yet. */
export const nextTime = (taken: readonly string[]) =>
  [...FIRST_TIMES, ...GRID].find((time) => !taken.includes(time)) ?? '08:00';

const NEW_REPORT: AlertReport = {
  reportType: 'employee-attendance',
  period: 'yesterday',
  exportType: 'xlsx',
  attach: false,
};

/** A new alert: weekdays at 08:00, in the application, for all time groups. */
export const newAlert = (category: AlertCategory, slots: number): AlertInput => ({
  description: '',
  category,
  viaEmail: false,
  emailRecipients: [],
  daysOfWeek: [1, 2, 3, 4, 5],
  times: slots > 0 ? [{ enabled: true, time: '08:00' }] : [],
  targetGroups: [],
  suppressEmpty: false,
  ...(category === 'event' && { event: eventOf('no-show') }),
  ...(category === 'report' && { report: NEW_REPORT }),
});

export const inputOf = ({ _id, ...input }: Alert): AlertInput => input;

/** Parses typed text into recipients; text that is no address gives an error message. */
export function addRecipient(recipients: readonly string[], typed: string): string[] | { error: string } {
  const address = typed.trim();
  if (!address.includes('@')) return { error: t`An email address needs an @` };
  const checked = emailAddress.safeParse(address);
  if (!checked.success)
    return {
      error: checked.error.issues[0] ? translated(checked.error.issues[0].message) : t`This is no email address`,
    };
  if (recipients.some((known) => known.toLowerCase() === address.toLowerCase()))
    return { error: t`This recipient is already listed` };
  return [...recipients, address];
}

/** 'All time groups', '1 time group', or how a report is sent; '2 recipients'. */
export function groupCount({ targetGroups, report }: AlertInput): string {
  if (report) return report.attach ? t`As a file` : t`As a link`;
  if (targetGroups.length === 0) return t`All time groups`;
  return `${targetGroups.length} time ${targetGroups.length === 1 ? 'group' : 'groups'}`;
}
export const recipientCount = ({ emailRecipients }: AlertInput) =>
  `${emailRecipients.length} ${emailRecipients.length === 1 ? 'recipient' : 'recipients'}`;

/** '07:00, 12:00', or what an alert about events waits for; of a report also which one, and its days. */
export function whenWords({ times, event, report }: AlertInput): string {
  if (event) return eventWords(event);
  const on = times.filter(({ enabled }) => enabled).map(({ time }) => time);
  const when = on.length > 0 ? on.join(', ') : t`switched off`;
  return report
    ? `${when}: ${translated(REPORTS[report.reportType].name)}, ${translated(PERIOD_LABELS[report.period]).toLowerCase()}`
    : when;
}

/** 'Mon to Fri', 'Every day', 'Mon, Wed'. */
export function dayWords(days: readonly number[]): string {
  const sorted = days.toSorted((one, other) => one - other);
  const label = (day: number | undefined) => DAYS[(day ?? 1) - 1]?.label ?? '';
  if (sorted.length === 7) return t`Every day`;
  const inOneRow = sorted.length > 2 && (sorted.at(-1) ?? 0) - (sorted[0] ?? 0) === sorted.length - 1;
  return inOneRow ? t`${label(sorted[0])} to ${label(sorted.at(-1))}` : sorted.map(label).join(', ');
}
