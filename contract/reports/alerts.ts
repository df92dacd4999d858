import { z } from 'zod';
import {
  documentId,
  emailAddress,
  instant,
  localDate,
  nullableInstant,
  ok,
  requiredLine,
  storableText,
} from '../platform/common.ts';
import { employer, endpoint } from '../platform/endpoint.ts';
import { MAX_ALERT_CHOICES, MAX_ALERT_RECIPIENTS, MAX_ALERT_TIMES } from '../platform/limits.ts';
import { mailed } from '../platform/mail.ts';
import { message } from '../platform/message.ts';
import type { Permission } from '../platform/permissions.ts';
import { asText, msg, words } from '../platform/words.ts';
import { reportPeriod } from './reportPeriods.ts';
import {
  dataPermission,
  exportType,
  type ReportType,
  refuseOptions,
  reportOptions,
  reportRequest,
  reportType,
} from './reports.ts';

export const alertCategory = z.enum(['attendance', 'piecework', 'break', 'event', 'report']);
export type AlertCategory = z.infer<typeof alertCategory>;

/** The permission to see the figures of a category. Mailing or showing them takes it besides the permission to manage alerts. */
export const ALERT_FIGURES = {
  attendance: 'Stats.GET_ATTENDANCE_INFORMATION',
  piecework: 'Stats.GET_PERFORMANCE_METRICS',
  break: 'Stats.GET_ATTENDANCE_INFORMATION',
  event: 'Stats.GET_ATTENDANCE_INFORMATION',
  report: 'Stats.GENERATE_REPORTS',
} as const satisfies Record<AlertCategory, Permission>;
type Figures = {
  category: AlertCategory;
  event?: { kind: AlertEvent['kind'] } | null | undefined;
  report?: { reportType: ReportType } | null | undefined;
};
/** Returns the permissions for what an alert or a delivery tells: a report takes that of its data too, and defects that of piecework. */
export const figuresOf = ({ category, event, report }: Figures): Permission[] => [
  ALERT_FIGURES[category],
  ...(event?.kind === 'defects' ? [ALERT_FIGURES.piecework] : []),
  ...(report ? [dataPermission(report.reportType)] : []),
];

/**
 * The event that an alert waits for, with each limit's unit in its name. `no-show`: expected, and no punch this long after start
 * and grace. `silent-device`: no contact for this long while people are due who clock on it. `unusual-count`: this much fewer or more people present
 * than usual at this time of the day, in percent. `limit-near`: an employee at work would soon pass a limit of hours; how soon is soon, their hours rule says.
 * `defects`: more than this share of the pieces of an employee's last three samples has a defect, in percent.
 */
export const alertEvent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('no-show'), minutes: z.int().min(0).max(480) }),
  z.strictObject({ kind: z.literal('silent-device'), minutes: z.int().min(15).max(1_440) }),
  z.strictObject({ kind: z.literal('unusual-count'), percent: z.int().min(5).max(100) }),
  z.strictObject({ kind: z.literal('limit-near') }),
  z.strictObject({ kind: z.literal('defects'), percent: z.int().min(1).max(100) }),
]);
export type AlertEvent = z.infer<typeof alertEvent>;

const choicesIn = (options: object | undefined) =>
  Object.values(options ?? {}).reduce((sum: number, one) => sum + (Array.isArray(one) ? one.length : 0), 0);
/**
 * The report that an alert makes at each of its times. `period`: the days, as seen on the day of the slot. `attach`: as a file in the
 * mail, up to MAX_ATTACHED_BYTES; otherwise the mail has a link, behind which the reader logs in.
 */
export const alertReport = z
  .strictObject({
    reportType,
    period: reportPeriod,
    exportType,
    attach: z.boolean(),
    options: reportOptions.optional(),
  })
  .superRefine(refuseOptions)
  .refine(({ options }) => !Object.values(options ?? {}).some((one) => Array.isArray(one) && one.length === 0), {
    path: ['options'],
    error: words('Select at least one, or all'),
  })
  .refine(({ options }) => choicesIn(options) <= MAX_ALERT_CHOICES, {
    path: ['options'],
    error: asText(msg('At most {most} groups and entries', { most: MAX_ALERT_CHOICES })),
  });
export type AlertReport = z.infer<typeof alertReport>;

/** Those of a day. */
const QUARTER_HOURS = 96;
const quarterHour = z.string().regex(/^([01]\d|2[0-3]):(00|15|30|45)$/, words('Use a 15-minute step'));

const unique =
  <T>(key: (item: T) => unknown) =>
  (items: T[]) =>
    new Set(items.map(key)).size === items.length;

const alertFields = {
  description: requiredLine(words('Description is required'), 120),
  category: alertCategory,
  viaEmail: z.boolean(),
  emailRecipients: z
    .array(emailAddress)
    .max(MAX_ALERT_RECIPIENTS, asText(msg('At most {most} recipients', { most: MAX_ALERT_RECIPIENTS })))
    .refine(
      unique((address: string) => address.toLowerCase()),
      { error: words('A recipient is listed twice') },
    ),
  daysOfWeek: z
    .array(z.int().min(1).max(7))
    .min(1, words('Choose at least one day'))
    .max(7)
    .refine(
      unique((day: number) => day),
      { error: words('A day is listed twice') },
    ),
  times: z
    .array(z.strictObject({ enabled: z.boolean(), time: quarterHour }))
    .max(QUARTER_HOURS, words('Too many alert times'))
    .refine(
      unique(({ time }: { time: string }) => time),
      { error: words('A time is listed twice') },
    ),
  /** Empty: all time groups. */
  targetGroups: z.array(z.strictObject({ timeGroupId: documentId, systemId: storableText(0, 60) })).max(1_000),
  /** No mail is sent when there is nothing to report. */
  suppressEmpty: z.boolean().optional(),
  /** Of category `event` only, which has no times. */
  event: alertEvent.nullish(),
  /** Of category `report` only, which has filters of its own instead of time groups. */
  report: alertReport.nullish(),
};
/** The shared schema of an alert: form and server (spec/product.txt section 5). */
export const alertInput = z
  .strictObject(alertFields)
  .refine(({ times, category }) => category === 'event' || times.length > 0, {
    path: ['times'],
    error: words('Add at least one time'),
  })
  .refine(({ event, category }) => (category === 'event') === Boolean(event), {
    path: ['event'],
    error: words('Choose what the alert waits for'),
  })
  .refine(({ report, category }) => (category === 'report') === Boolean(report), {
    path: ['report'],
    error: words('Choose the report'),
  })
  .refine(({ report, targetGroups }) => !report || targetGroups.length === 0, {
    path: ['targetGroups'],
    error: words('A report is narrowed by its own filters'),
  })
  .refine(({ times, category }) => times.length <= MAX_ALERT_TIMES[category], {
    path: ['times'],
    error: words('Too many alert times'),
  })
  .refine(({ viaEmail, emailRecipients }) => !viaEmail || emailRecipients.length > 0, {
    path: ['emailRecipients'],
    error: words('Add at least one recipient'),
  });
export type AlertInput = z.infer<typeof alertInput>;

export const alert = z.object({ _id: documentId, ...alertFields, suppressEmpty: z.boolean() });
export type Alert = z.infer<typeof alert>;

const alertParams = z.object({ alertId: documentId });
export const listAlerts = endpoint({
  method: 'GET',
  path: '/alert/by-category/:category',
  access: employer('GET_ALL_ALERTS'),
  scope: 'people',
  summary: 'The alerts of one category.',
  params: z.object({ category: alertCategory }),
  response: z.object({ results: z.array(alert) }),
});
/**
 * 409 LIMIT_REACHED where the licence allows no more alerts; 401 PERMISSION_DENIED for figures or a report that the caller may not see
 * (`figuresOf`).
 */
export const createAlert = endpoint({
  method: 'POST',
  path: '/alert',
  access: employer('MANAGE_ALERTS'),
  scope: 'people',
  summary:
    'Create an alert within the licence. 403 STEP_UP_REQUIRED as for a marked call, for a report that goes to an address of no user of the account.',
  body: alertInput,
  response: alert,
  refusals: ['LIMIT_REACHED', 'STEP_UP_REQUIRED'],
});
export const updateAlert = endpoint({
  method: 'PUT',
  path: '/alert/:alertId',
  access: employer('MANAGE_ALERTS'),
  scope: 'people',
  summary: 'Change an alert within the licence; STEP_UP_REQUIRED as when one is created.',
  params: alertParams,
  body: alertInput,
  response: alert,
  refusals: ['LIMIT_REACHED', 'STEP_UP_REQUIRED'],
});
export const deleteAlert = endpoint({
  method: 'DELETE',
  path: '/alert/:alertId',
  access: employer('MANAGE_ALERTS'),
  scope: 'people',
  summary: 'Delete an alert.',
  params: alertParams,
  response: ok,
});

/** A summary as it was sent or would be sent. The caller also needs the permission of its figures. */
export const alertSummary = z.object({
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** There is nothing to report for this category and these groups. */
  empty: z.boolean(),
});
export const previewAlert = endpoint({
  method: 'POST',
  path: '/alert/preview',
  access: employer('MANAGE_ALERTS'),
  scope: 'people',
  summary: 'What this alert would send now, and when it fires next.',
  body: alertInput,
  response: z.object({ summary: alertSummary, nextFirings: z.array(instant) }),
  refusals: ['LIMIT_REACHED', 'DATE_OUT_OF_RANGE'],
});
export const checkRecipients = endpoint({
  method: 'POST',
  path: '/alert/recipients',
  access: employer('MANAGE_ALERTS'),
  scope: 'none',
  summary:
    'Which recipients are not users of the account, and which are limited to some people: they get what the alert holds.',
  body: z.strictObject({ emailRecipients: alertFields.emailRecipients }),
  response: z.object({ outside: z.array(z.string()), limited: z.array(z.string()) }),
});
export const sendTestAlert = endpoint({
  method: 'POST',
  path: '/alert/test',
  access: employer('MANAGE_ALERTS'),
  scope: 'people',
  summary: 'Send what this alert would say now to the signed-in user.',
  body: alertInput,
  response: mailed,
  refusals: ['LIMIT_REACHED', 'DATE_OUT_OF_RANGE'],
});

/** A slot that was due: sent, or skipped or failed with the reason. */
export const alertDelivery = z.object({
  _id: documentId,
  alertId: documentId.nullable(),
  description: z.string(),
  category: alertCategory,
  localDate,
  slot: z.string(),
  status: z.enum(['pending', 'sent', 'skipped', 'failed']),
  reason: z.string().nullable(),
  /** The reason with its values, to be said in the language that is shown. */
  words: message.nullish(),
  decidedAt: nullableInstant,
  /** Null for callers who may not see the figures of the category. */
  subject: z.string().nullable(),
  text: z.string().nullable(),
  /** The report that was made, for `generateReport`: its rows are then those of that time. Null for another category, and where `text` is. */
  report: reportRequest.nullable(),
  read: z.boolean(),
});
export type AlertDelivery = z.infer<typeof alertDelivery>;
export const listAlertDeliveries = endpoint({
  method: 'GET',
  path: '/alert/deliveries',
  access: employer('GET_ALL_ALERTS'),
  scope: 'people',
  summary: 'The newest 100 slots with what was sent or why not.',
  response: z.object({ results: z.array(alertDelivery), unread: z.int() }),
});
const unsubscribeParams = z.object({ token: z.string().max(1_000) });
/** The target of a mail's link; the answer is the same for every token. */
export const askUnsubscribe = endpoint({
  method: 'GET',
  path: '/alert/unsubscribe/:token',
  access: 'public',
  summary: 'A page that asks whether to take the address of a mail off its alert.',
  params: unsubscribeParams,
  response: 'file',
});
/** Sent by the page, and by mail programs (RFC 8058, List-Unsubscribe=One-Click). */
export const unsubscribeAlert = endpoint({
  method: 'POST',
  path: '/alert/unsubscribe/:token',
  access: 'public',
  summary: 'Take the address of a mail off its alert.',
  params: unsubscribeParams,
  response: 'file',
});

export const markAlertDeliveriesRead = endpoint({
  method: 'POST',
  path: '/alert/deliveries/read',
  access: employer('GET_ALL_ALERTS'),
  scope: 'people',
  summary: 'Mark all summaries kept in the application as read by this user.',
  response: ok,
});
