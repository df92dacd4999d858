import type { AlertReport } from '#contract/alerts.ts';
import { MAX_ATTACHED_BYTES } from '#contract/limits.ts';
import { PERIOD_LABELS } from '#contract/reportPeriods.ts';
import { REPORTS, type ReportRequest } from '#contract/reports.ts';
import type { Config } from '../config.ts';
import { counted } from '../counted.ts';
import { type MailBlock, renderMail } from '../mail/render.ts';
import { dayInWords, footerOf, oneLine, type Summary, text } from './summary.ts';

type Told = Pick<Config, 'publicUrl' | 'supportContact'> & {
  description: string;
  accountName: string;
  report: AlertReport;
  request: ReportRequest;
  /** Absent in a preview, for which the report is not made. */
  rows?: number;
  bytes?: number;
  trust?: readonly string[];
  content?: Buffer | null;
};

/** A day of a report each: those beyond are counted. */
const MAX_LINES = 5;
const MEGABYTE = 1_000_000;

/** Returns the mail about a report: which days it is of, how complete they are, and the file or where it can be had. */
export function reportSummary(told: Told): Summary {
  const { description, accountName, report, request, rows, trust = [], publicUrl, supportContact } = told;
  const { from, to } = request.dates;
  const title = oneLine(description);
  const name = REPORTS[request.reportType].name;
  const size = rows === undefined ? '' : `, ${counted(rows, 'row')}`;
  const days = from === to ? dayInWords(from) : `${dayInWords(from)} to ${dayInWords(to)}`;
  const more = trust.length - MAX_LINES;
  const lines = [...trust.slice(0, MAX_LINES), ...(more > 0 ? [`and ${counted(more, 'more line')}`] : [])];
  const blocks: MailBlock[] = [
    text(`${oneLine(accountName)}\n${name}${size}\n${days} (${PERIOD_LABELS[report.period].toLowerCase()})`),
    ...(lines.length > 0 ? [text(lines.join('\n'))] : []),
    ...(whereItIs(told) ? [text(whereItIs(told))] : []),
    { kind: 'button', label: 'Open what was sent', url: `${publicUrl}/employer/overview?open=alerts&tab=sent` },
  ];
  const content = { title, blocks, footer: footerOf({ accountName, supportContact }) };
  const subject = `${title}: ${name}, ${from === to ? from : `${from} to ${to}`}${size}`;
  return { subject, ...renderMail(content), empty: rows === 0, content };
}

function whereItIs({ report, content, bytes = 0 }: Told): string {
  if (content) return 'The file is attached.';
  if (report.attach && bytes > MAX_ATTACHED_BYTES)
    return `The file has ${Math.ceil(bytes / MEGABYTE)} MB, which is too large for a mail: log in to download it.`;
  return 'Log in to download the file.';
}
