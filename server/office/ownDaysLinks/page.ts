import type { PersonDay, PersonTrend } from '#contract/figures/people.ts';
import { STATUS_WORDS } from '#contract/platform/statusWords.ts';
import { type Message, msg, words } from '#contract/platform/words.ts';
import { clockHours } from '../../platform/files/figures.ts';
import { escapeHtml, type Said } from '../../platform/mail/render.ts';
import { Units } from '../../platform/units.ts';
import { figure, momentInFigures, weekdayOfYear } from '../../platform/words/figures.ts';
import type { Words } from '../../platform/words/words.ts';
import { clockTime, localTime, type Zone, zoneOf } from '../../platform/zone.ts';
import type { OpenedLink } from './links.sql.ts';

/** The page of an employee's own days (docs/reference/privacy.md#their-own-day): a card a day for a narrow screen, in light and dark, without a script. */

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:0 auto;padding:16px;color:light-dark(#16191d,#e8eaed);background:light-dark(#f4f6f8,#131518)}
h1{font-size:22px;line-height:1.3;margin:0}h2{font-size:16px;margin:0}p{margin:4px 0;color:light-dark(#4f5761,#aeb6bf)}ol{list-style:none;padding:0;margin:16px 0}
li{background:light-dark(#fff,#1b1e22);border:1px solid light-dark(#d5dae0,#373c43);border-radius:8px;padding:12px 16px;margin-bottom:8px}
dl{margin:8px 0 0}dl div{display:flex;gap:16px;justify-content:space-between}dt{color:light-dark(#4f5761,#aeb6bf)}dd{flex:none;max-width:60%;margin:0;text-align:right;font-variant-numeric:tabular-nums}`;

/** A label, of ours or of the account, and what it says, neither escaped yet. */
type Line = readonly [Said, string];

/** Returns the page as text, in the language of `spoken`: the newest day first, and only days on which the employee counts or has worked. */
export function ownDaysPage(link: OpenedLink, { days, sums, paid }: PersonTrend, spoken: Words, now: Date): string {
  const zone = zoneOf(link.timeZone);
  const minute = (at: number) => momentInFigures(spoken, localTime(zone, at).slice(0, 16));
  const say = (said: string | Message) => escapeHtml(spoken.say(said));
  const name = `${link.firstName} ${link.lastName}`.trim();
  const shown = days.filter(({ attendance, piecework }) => attendance || (piecework?.lines.length ?? 0) > 0);
  const totals: Line[] = [
    ...(link.attendance
      ? ([
          [msg('Days present'), figure(spoken, sums.present ?? 0)],
          [msg('Time at work'), clockHours(sums.clockedMs ?? 0)],
        ] as const)
      : []),
    ...(paid ? ([[msg('Paid hours'), clockHours(paid.paidMs)]] as const) : []),
    ...(link.piecework ? ([[msg('Units'), unitsIn(spoken, sums.units ?? 0)]] as const) : []),
  ];
  const title = say(msg('Days of {name}', { name }));
  const about = msg('{account}. The last 30 days, as known at {time}. Something is wrong? Tell the office.', {
    account: link.accountName,
    time: minute(now.getTime()),
  });
  const ends = msg('This link is yours alone: anyone who has it can read these days. It ends at {time}.', {
    time: minute(Date.parse(link.endsAt)),
  });
  return `<!doctype html>
<html lang="${spoken.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1><p>${say(about)}</p>
<ol><li><h2>${say(msg('30 days together'))}</h2>${listOf(spoken, totals)}</li>
${shown.map((day) => `<li><h2>${escapeHtml(weekdayOfYear(spoken, day.date))}</h2>${listOf(spoken, linesOf(spoken, day, zone))}</li>`).join('\n')}
</ol>${shown.length === 0 ? `<p>${say(msg('No days to show yet.'))}</p>` : ''}<p>${say(ends)}</p></main></body></html>
`;
}

const unitsIn = (spoken: Words, units: string | number) => figure(spoken, new Units(units).toFixed(2), 2);

function linesOf(spoken: Words, { attendance, piecework, unfinished }: PersonDay, zone: Zone): Line[] {
  const { say } = spoken;
  const time = (at: string | null) => (at === null ? '–' : clockTime(zone, Date.parse(at)));
  const lines: Line[] = [];
  if (attendance) {
    const { status, late, timeIn, timeOut, onSite, clockedMs, excused, corrected, paid } = attendance;
    const told = [
      STATUS_WORDS[status],
      ...(late ? [words('late')] : []),
      ...(excused ? [words('excused')] : []),
      ...(corrected ? [words('corrected by the office')] : []),
      ...(unfinished ? [words('not over yet')] : []),
    ];
    lines.push([msg('Status'), told.map(say).join(', ')]);
    if (timeIn !== null) {
      const span = onSite
        ? msg('{from} to now', { from: time(timeIn) })
        : msg('{from} to {to}', { from: time(timeIn), to: time(timeOut) });
      lines.push([msg('In, out'), say(span)]);
    }
    if (clockedMs > 0) lines.push([msg('Time at work'), clockHours(clockedMs)]);
    if (paid && (paid.paidMs > 0 || clockedMs > 0)) lines.push([msg('Paid hours'), clockHours(paid.paidMs)]);
  }
  for (const line of piecework?.lines ?? []) {
    const work = [line.lookup1Description || line.lookup1Code, line.lookup2Description || line.lookup2Code];
    lines.push([work.filter(Boolean).join(', ') || msg('Work'), unitsIn(spoken, line.units)]);
  }
  return lines;
}

const listOf = ({ say }: Words, lines: readonly Line[]) =>
  lines.length === 0
    ? ''
    : `<dl>${lines.map(([label, value]) => `<div><dt>${escapeHtml(typeof label === 'string' ? label : say(label))}</dt><dd>${escapeHtml(value)}</dd></div>`).join('')}</dl>`;
