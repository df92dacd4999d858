import type { PersonDay, PersonTrend } from '#contract/people.ts';
import { STATUS_WORDS } from '#contract/statusWords.ts';

import { Units } from '../attendance/piecework.ts';
import { clockTime, localTime, type Zone, zoneOf } from '../attendance/zone.ts';
import { clockHours } from '../files/figures.ts';
import { escapeHtml } from '../mail/render.ts';
import { dayInWords } from '../stats/dates.ts';
import type { OpenedLink } from './links.sql.ts';

/** The page of an employee's own days (spec/privacy.md V5): a card a day for a narrow screen, in light and dark, without a script. */

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:0 auto;padding:16px;color:light-dark(#16191d,#e8eaed);background:light-dark(#f4f6f8,#131518)}
h1{font-size:22px;line-height:1.3;margin:0}h2{font-size:16px;margin:0}p{margin:4px 0;color:light-dark(#4f5761,#aeb6bf)}ol{list-style:none;padding:0;margin:16px 0}
li{background:light-dark(#fff,#1b1e22);border:1px solid light-dark(#d5dae0,#373c43);border-radius:8px;padding:12px 16px;margin-bottom:8px}
dl{margin:8px 0 0}dl div{display:flex;gap:16px;justify-content:space-between}dt{color:light-dark(#4f5761,#aeb6bf)}dd{flex:none;max-width:60%;margin:0;text-align:right;font-variant-numeric:tabular-nums}`;

/** A label and what it says, neither escaped yet. */
type Line = readonly [string, string];

const minute = (zone: Zone, at: number) => localTime(zone, at).slice(0, 16);

/** Returns the page as text: the newest day first, and only days on which the employee counts or has worked. */
export function ownDaysPage(link: OpenedLink, { days, sums, paid }: PersonTrend, now: Date): string {
  const zone = zoneOf(link.timeZone);
  const name = `${link.firstName} ${link.lastName}`.trim();
  const shown = days.filter(({ attendance, piecework }) => attendance || (piecework?.lines.length ?? 0) > 0);
  const totals: Line[] = [
    ...(link.attendance
      ? ([
          ['Days present', String(sums.present ?? 0)],
          ['Time at work', clockHours(sums.clockedMs ?? 0)],
        ] as const)
      : []),
    ...(paid ? ([['Paid hours', clockHours(paid.paidMs)]] as const) : []),
    ...(link.piecework ? ([['Units', new Units(sums.units ?? 0).toFixed(2)]] as const) : []),
  ];
  const title = escapeHtml(`Days of ${name}`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1><p>${escapeHtml(link.accountName)}. The last 30 days, as known at ${minute(zone, now.getTime())}. Something is wrong? Tell the office.</p>
<ol><li><h2>30 days together</h2>${listOf(totals)}</li>
${shown.map((day) => `<li><h2>${escapeHtml(dayInWords(day.date))}</h2>${listOf(linesOf(day, zone))}</li>`).join('\n')}
</ol>${shown.length === 0 ? '<p>No days to show yet.</p>' : ''}<p>This link is yours alone: anyone who has it can read these days. It ends at ${minute(zone, Date.parse(link.endsAt))}.</p></main></body></html>
`;
}

function linesOf({ attendance, piecework, unfinished }: PersonDay, zone: Zone): Line[] {
  const time = (at: string | null) => (at === null ? '–' : clockTime(zone, Date.parse(at)));
  const lines: Line[] = [];
  if (attendance) {
    const { status, late, timeIn, timeOut, onSite, clockedMs, excused, corrected, paid } = attendance;
    const told = [STATUS_WORDS[status], late && 'late', excused && 'excused', corrected && 'corrected by the office'];
    lines.push(['Status', `${told.filter(Boolean).join(', ')}${unfinished ? ', not over yet' : ''}`]);
    if (timeIn !== null) lines.push(['In, out', `${time(timeIn)} to ${onSite ? 'now' : time(timeOut)}`]);
    if (clockedMs > 0) lines.push(['Time at work', clockHours(clockedMs)]);
    if (paid && (paid.paidMs > 0 || clockedMs > 0)) lines.push(['Paid hours', clockHours(paid.paidMs)]);
  }
  for (const line of piecework?.lines ?? []) {
    const work = [line.lookup1Description || line.lookup1Code, line.lookup2Description || line.lookup2Code];
    lines.push([work.filter(Boolean).join(', ') || 'Work', new Units(line.units).toFixed(2)]);
  }
  return lines;
}

const listOf = (lines: readonly Line[]) =>
  lines.length === 0
    ? ''
    : `<dl>${lines.map(([label, value]) => `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd></div>`).join('')}</dl>`;
