import { MAX_ATTACHED_BYTES } from '#contract/platform/limits.ts';
import { type Message, msg } from '#contract/platform/words.ts';
import type { AlertReport } from '#contract/reports/alerts.ts';
import { PERIOD_LABELS } from '#contract/reports/reportPeriods.ts';
import { REPORTS, type ReportRequest } from '#contract/reports/reports.ts';
import type { Config } from '../../platform/config.ts';
import { type MailBlock, renderMail } from '../../platform/mail/render.ts';
import { dayInFigures, dayInWords } from '../../platform/words/figures.ts';
import type { Words } from '../../platform/words/words.ts';
import type { Trust } from '../generate.ts';
import { footerOf, oneLine, type Summary, text } from './summary.ts';

type Told = Pick<Config, 'publicUrl' | 'supportContact'> & {
  description: string;
  accountName: string;
  report: AlertReport;
  request: ReportRequest;
  /** Absent in a preview, for which the report is not made. */
  rows?: number;
  bytes?: number;
  trust?: Trust;
  content?: Buffer | null;
};

/** A day of a report each: those beyond are counted. */
const MAX_LINES = 5;
const MEGABYTE = 1_000_000;

/** Returns the mail about a report: which days it is of, how complete they are, and the file or where it can be had. */
export function reportSummary(told: Told, words: Words): Summary {
  const { description, accountName, report, request, rows, publicUrl, supportContact } = told;
  const { say, language } = words;
  const trust = told.trust?.[language] ?? [];
  const { from, to } = request.dates;
  const title = oneLine(description);
  const name = say(REPORTS[request.reportType].name);
  const daysIn = (dayIn: typeof dayInWords) =>
    from === to ? dayIn(words, from) : say(msg('{from} to {to}', { from: dayIn(words, from), to: dayIn(words, to) }));
  const what =
    rows === undefined
      ? name
      : say(msg('{report}, {rows, plural, one {{rows} row} other {{rows} rows}}', { report: name, rows }));
  const period = say(PERIOD_LABELS[report.period]).toLocaleLowerCase(language);
  const more = trust.length - MAX_LINES;
  const lines = [
    ...trust.slice(0, MAX_LINES),
    ...(more > 0 ? [say(msg('and {count, plural, one {# more line} other {# more lines}}', { count: more }))] : []),
  ];
  const where = whereItIs(told);
  const blocks: MailBlock[] = [
    text(`${oneLine(accountName)}\n${what}\n${daysIn(dayInWords)} (${period})`),
    ...(lines.length > 0 ? [text(lines.join('\n'))] : []),
    text(where),
    {
      kind: 'button',
      label: msg('Open what was sent'),
      url: `${publicUrl}/employer/overview?open=alerts&tab=sent`,
    },
  ];
  const content = { title, blocks, footer: footerOf(words, { accountName, supportContact }) };
  const values = { title, report: name, days: daysIn(dayInFigures) };
  const subject =
    rows === undefined
      ? msg('{title}: {report}, {days}', values)
      : msg('{title}: {report}, {days}, {rows, plural, one {{rows} row} other {{rows} rows}}', { ...values, rows });
  return { subject: say(subject), ...renderMail(content, words), empty: rows === 0, content };
}

function whereItIs({ report, content, bytes = 0 }: Told): Message {
  if (content) return msg('The file is attached.');
  if (report.attach && bytes > MAX_ATTACHED_BYTES)
    return msg('The file has {megabytes} MB, which is too large for a mail: log in to download it.', {
      megabytes: Math.ceil(bytes / MEGABYTE),
    });
  return msg('Log in to download the file.');
}
