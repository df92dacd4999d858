import { buffer } from 'node:stream/consumers';
import { LANGUAGES, type Language } from '#contract/platform/languages.ts';
import { MAX_ATTACHED_BYTES } from '#contract/platform/limits.ts';
import { type Message, msg, toMessage, words } from '#contract/platform/words.ts';
import { type AlertReport, figuresOf } from '#contract/reports/alerts.ts';
import type { ReportRequest } from '#contract/reports/reports.ts';
import { loadCalendar } from '../../attendance/calendars.ts';
import { pickableDays } from '../../figures/stats/loadDay.ts';
import { Refusal, refusalOf } from '../../platform/http/errors.ts';
import { insertMailFile } from '../../platform/mail/files.sql.ts';
import type { Services } from '../../platform/services.ts';
import { wordsOfUser } from '../../platform/words/recipients.sql.ts';
import { fileStamp } from '../../platform/zone.ts';
import { periodDates } from '../periods.ts';
import { reportPlace } from '../place.ts';
import type { Report, ReportThreads } from '../reportThread.ts';
import {
  type Claimed,
  claimDelivery,
  decideDelivery,
  type Firing,
  readFiring,
  readUnchanged,
} from './deliveries.sql.ts';
import { LEASE_MS, type Lease, LeaseLost, whileHeld } from './lease.ts';
import { isNarrowedBeyond, NO_TIME_GROUPS } from './limits.ts';
import { reportSummary } from './reportSummary.ts';
import { settleDue } from './scheduler.ts';
import { type Scheduling, sendSummary } from './sending.ts';
import { MISSED, NOT_ACTIVE } from './settle.ts';
import { LATEST_MS } from './slots.ts';
import type { Writing } from './summary.ts';

type Reporting = Scheduling & Pick<Services, 'files'> & { reports: ReportThreads };
type Made = { firing: Firing & { report: AlertReport }; request: ReportRequest; report: Report };

/**
 * Makes and sends the reports that are due, one after the other, apart from the summaries so that these do not wait for a long one.
 * Any number of processes may do it at once and be killed at any point: the ledger decides once, as it does for summaries. Returns how many were sent.
 */
export async function runReports(services: Reporting, signal = new AbortController().signal): Promise<number> {
  const { db, clock, log } = services;
  await settleDue(db, clock.now());
  let sent = 0;
  while (!signal.aborted) {
    const until = new Date(clock.now().getTime() + LEASE_MS);
    const claimed = await claimDelivery(db, 'report', clock.now(), until);
    if (!claimed) break;
    try {
      const isSent = await whileHeld(services, claimed, { until }, signal, (lease, held) =>
        deliver(services, claimed, lease, held),
      );
      if (isSent) sent++;
    } catch (error) {
      // After the lease any process makes it again, until it is 60 minutes late.
      if (!(error instanceof LeaseLost)) log.error({ err: error, delivery: claimed.deliveryId }, 'report not sent');
    }
  }
  return sent;
}

async function deliver(services: Reporting, claimed: Claimed, lease: Lease, signal: AbortSignal): Promise<boolean> {
  const { db, clock } = services;
  const skip = (reason: string | Message) => {
    const decided = { status: 'skipped' as const, reason, summary: null, scopeKey: null };
    return decideDelivery(db, claimed, { ...decided, leaseUntil: lease.until, now: clock.now() });
  };
  if (clock.now().getTime() - claimed.dueAt.getTime() > LATEST_MS) return skip(MISSED);
  const firing = await readFiring(db, claimed.accountId, claimed.alertId);
  const refused = whyNot(firing);
  if (refused || !firing?.report) return skip(refused ?? DELETED);
  const request = await requestOf(services, { ...firing, ...claimed, report: firing.report });
  if (!request) return skip(NOT_KEPT);
  const report = await make(services, claimed, firing, request, signal).catch((error: unknown) => {
    const refusal = refusalOf(error);
    if (refusal?.errorCode === 'NOT_FOUND')
      return msg('The report cannot be made: {why}', { why: toMessage(refusal.said) });
    throw error;
  });
  if ('id' in report) return skip(report);
  try {
    if (report.rows === 0) return await skip(words('Nothing to say: the report has no rows'));
    return await send(services, claimed, lease, { firing: { ...firing, report: firing.report }, request, report });
  } finally {
    report.file.destroy();
  }
}

const NOT_KEPT = words('The days of the report are not kept any more');
const DELETED = words('The alert was deleted before it was sent');
/** Returns why a report is not made, or null: the user who made the alert may have lost a right since. */
function whyNot(firing: Firing | undefined): string | null {
  if (!firing) return DELETED;
  if (!firing.isActive) return NOT_ACTIVE;
  if (!firing.report) return words('The alert was changed before it was sent');
  if (isNarrowedBeyond(firing.license.alerts, firing.report)) return NO_TIME_GROUPS;
  const isAllowed = figuresOf(firing).every((permission) => firing.permissions.includes(permission));
  return isAllowed ? null : words('The user who made this alert may not make this report');
}

type Asked = { accountId: string; localDate: string; timeZone: string; report: AlertReport };
/** Returns the report as it is asked for on a day; null where its days are not kept any more. */
async function requestOf(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { accountId, localDate, timeZone, report }: Asked,
): Promise<ReportRequest | null> {
  const { reportType, period, exportType, options } = report;
  const { hoursRules } = await loadCalendar(db, accountId);
  const dates = periodDates(period, localDate, pickableDays(timeZone, clock.now()).from, hoursRules);
  return dates && { reportType, dates, exportType, ...(options && { options }) };
}

type Previewed = Asked & { description: string; accountName: string };
/** Returns the mail about a report as it would be sent now, without making the report. Throws DATE_OUT_OF_RANGE. */
export async function previewReport(services: Services, asked: Previewed): Promise<Writing> {
  const request = await requestOf(services, asked);
  if (!request) throw new Refusal('DATE_OUT_OF_RANGE', words('The days of the report are not kept any more.'));
  return (language) => reportSummary({ ...asked, ...services.config, request }, language);
}

/** Makes the file in the language and within the scope of the user who made the alert. It is listed as an export where it leaves the server. */
async function make(
  { db, config, clock, files, reports }: Reporting,
  { accountId }: Claimed,
  { description, madeBy, scope, accountName, timeZone, report, viaEmail }: Firing,
  request: ReportRequest,
  signal: AbortSignal,
): Promise<Report> {
  const now = clock.now();
  const place = await reportPlace(config, now);
  const whose = { accountId, accountName, timeZone, scope, by: `alert '${description}'` };
  const isListed = viaEmail && report?.attach === true;
  const { language } = await wordsOfUser(db, { accountId, userId: madeBy });
  // Few, so in all of them: the recipients and their languages may change until the mails are written.
  const mailLanguages = Object.keys(LANGUAGES) as Language[]; // the keys of a constant
  const exportType = request.exportType ?? 'csv';
  const job = { ...whose, request, exportType, language, mailLanguages, isListed, ...place, now };
  // Not one of the files that the account's users may have waiting.
  return files.run(signal, () => reports.make(job, signal), `alert ${accountId}`);
}

/** Writes the mails with what is attached, and the decision, in one transaction. Rights and scope must be those with which the report was made. */
async function send(services: Reporting, claimed: Claimed, { until }: Lease, { firing, request, report }: Made) {
  const { db, config, clock } = services;
  const { accountId, deliveryId } = claimed;
  const isAttached = firing.viaEmail && firing.report.attach && report.bytes <= MAX_ATTACHED_BYTES;
  const content = isAttached ? await buffer(report.file) : null;
  const now = clock.now();
  return db.tx(async (tx) => {
    const alert = await readUnchanged(tx, claimed, firing);
    if (!alert || whyNot(alert)) throw new LeaseLost();
    const told = { ...report, ...firing, request, content, ...config };
    const write: Writing = (words) => reportSummary(told, words);
    if (content) {
      const name = `${request.reportType}-${fileStamp(firing.timeZone, now)}.${firing.report.exportType}`;
      await insertMailFile(tx, { deliveryId, accountId, name, content, now });
    }
    if (!(await sendSummary(services, tx, claimed, { alert, write, request, leaseUntil: until, now })))
      throw new LeaseLost();
    return true;
  });
}
