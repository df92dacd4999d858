import type { MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import type { License } from '#contract/access/accounts.ts';
import { emailAddress } from '#contract/platform/common.ts';
import { MAX_ALERT_TIMES } from '#contract/platform/limits.ts';
import type { Alert, AlertCategory, AlertInput, AlertReport } from '#contract/reports/alerts.ts';
import { PERIOD_LABELS } from '#contract/reports/reportPeriods.ts';
import { REPORTS } from '#contract/reports/reports.ts';
import { labelled, listed } from '../../../lib/lists.ts';
import { translated } from '../../../lib/words.tsx';
import { weekdayName } from '../../../lib/zoned.ts';
import { eventOf, eventWords } from './eventWords.ts';

const ALERT_GRID_MINUTES = 15;

export const CATEGORY_WORDS: Record<AlertCategory, MessageDescriptor> = {
  attendance: msg`Attendance`,
  piecework: msg`Piecework`,
  break: msg`Break`,
  event: msg`Event`,
  report: msg`Report`,
};
export const CREATE_ALERT: Record<AlertCategory, MessageDescriptor> = {
  attendance: msg`Create Attendance Alert`,
  piecework: msg`Create Piecework Alert`,
  break: msg`Create Break Alert`,
  event: msg`Create Event Alert`,
  report: msg`Create Report Alert`,
};

/** Monday is 1. */
export const DAYS = [1, 2, 3, 4, 5, 6, 7];

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
export const nextTime = (used: readonly string[]) =>
  [...FIRST_TIMES, ...GRID].find((time) => !used.includes(time)) ?? '08:00';

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

/** 'All shifts', '1 time group', or how a report is sent; '2 recipients'. */
export function groupCount({ targetGroups, report }: AlertInput): string {
  if (report) return report.attach ? t`As a file` : t`As a link`;
  if (targetGroups.length === 0) return t`All shifts`;
  return t`${plural(targetGroups.length, { one: '# shift', other: '# shifts' })}`;
}
export const recipientCount = ({ emailRecipients }: AlertInput) =>
  t`${plural(emailRecipients.length, { one: '# recipient', other: '# recipients' })}`;

/** '07:00, 12:00', or what an alert about events waits for; of a report also which one, and its days. */
export function whenWords({ times, event, report }: AlertInput): string {
  if (event) return eventWords(event);
  const on = times.filter(({ enabled }) => enabled).map(({ time }) => time);
  const when = on.length > 0 ? listed(on) : t`switched off`;
  if (!report) return when;
  const name = translated(REPORTS[report.reportType].name);
  const period = translated(PERIOD_LABELS[report.period]);
  return labelled(when, listed([name, period.toLowerCase()]));
}

/** 'Mon to Fri', 'Every day', 'Mon, Wed'. */
export function dayWords(days: readonly number[]): string {
  const sorted = days.toSorted((one, other) => one - other);
  const label = (day: number | undefined) => weekdayName(day ?? 1, 'short');
  if (sorted.length === 7) return t`Every day`;
  const inOneRow = sorted.length > 2 && (sorted.at(-1) ?? 0) - (sorted[0] ?? 0) === sorted.length - 1;
  return inOneRow ? t`${label(sorted[0])} to ${label(sorted.at(-1))}` : listed(sorted.map(label));
}
