import type { AlertCategory } from '#contract/alerts.ts';
import { Units } from '../attendance/piecework.ts';
import { clockTime, weekdayOf } from '../attendance/zone.ts';
import { counted } from '../counted.ts';
import { type MailBlock, type MailContent, renderMail } from '../mail/render.ts';
import type { DayModel } from '../stats/dayModel.ts';
import type { Person } from '../stats/person.ts';
import { performersOf } from '../stats/piecework.ts';
import { countPeople, isBlind, trustOf } from '../stats/totals.ts';

/** The input of a summary: the day as judged at `at`, and the recipient. */
export type SummaryAsk = {
  category: Exclude<AlertCategory, 'report'>;
  description: string;
  accountName: string;
  /** Names of the chosen time groups; null: all of them. */
  groupNames: readonly string[] | null;
  /** Ids of the chosen time groups; null: everybody, including people without a time group. */
  groupIds: ReadonlySet<string> | null;
  /** The slot's instant; for a preview, now. */
  at: number;
  /** The whole minutes by which the summary is sent late; 0 when on time. */
  minutesLate: number;
  publicUrl: string;
  supportContact: string;
};
export type Summary = {
  subject: string;
  text: string;
  html: string;
  empty: boolean;
  /** The blocks that text and HTML were rendered from, for a mail that adds to them. */
  content: MailContent;
};

/** The most names behind a figure; the link leads to the others. */
const MAX_NAMES = 25;
const MAX_RANKED = 5;
type Said = { brief: string; empty: boolean; blocks: MailBlock[] };

/** Returns the figures of a category with the names behind them, worded as on the dashboard (spec/server.md, Alerts). */
export function summaryOf(model: DayModel, ask: SummaryAsk, found?: readonly Finding[]): Summary {
  const people = peopleMeant(model, ask);
  const told = ask.category === 'event' ? saidOf(found ?? []) : SAY[ask.category](model, people);
  const title = oneLine(ask.description);
  const when = `${dayInWords(model.date)}, as of ${clockTime(model.zone, ask.at)} (${model.zone.name})`;
  const groups = ask.groupNames === null ? 'All time groups' : `Time groups: ${ask.groupNames.map(oneLine).join(', ')}`;
  const trust = text(trustOf(model, people, oneLine));
  // If nobody can be judged, that is the main message, so it comes first.
  const isFirst = isBlind(model);
  const blocks: MailBlock[] = [
    { kind: 'text', text: `${oneLine(ask.accountName)}\n${when}\n${groups}` },
    ...(ask.minutesLate > 0 ? [text(`Delayed: sent ${minutesInWords(ask.minutesLate)} late.`)] : []),
    ...(isFirst ? [trust] : []),
    ...told.blocks,
    ...(isFirst ? [] : [trust]),
    { kind: 'button', label: 'Open the dashboard', url: `${ask.publicUrl}/employer/overview?date=${model.date}` },
  ];
  const content = { title, blocks, footer: footerOf(ask) };
  return { subject: `${title}: ${told.brief}`, ...renderMail(content), empty: told.empty, content };
}

export const footerOf = ({ accountName, supportContact }: Pick<SummaryAsk, 'accountName' | 'supportContact'>) =>
  [`Sent by Tallyboard for ${oneLine(accountName)}.`, supportContact && `Questions: ${supportContact}`]
    .filter(Boolean)
    .join('\n');

/** Returns the people of the chosen time groups. */
export const peopleMeant = ({ people }: DayModel, { groupIds }: Pick<SummaryAsk, 'groupIds'>) =>
  people.filter(({ timeGroupId }) => !groupIds || (timeGroupId !== null && groupIds.has(timeGroupId)));

/** Something that an alert about events says. Of one subject it is said once a day. */
export type Finding = { subject: string; heading: string; line: string };
function saidOf(found: readonly Finding[]): Said {
  const headings = [...Map.groupBy(found, ({ heading }) => heading)];
  const brief = headings.map(([heading, of]) =>
    of.length === 1 ? `${heading}: ${of[0]?.line}` : `${heading}: ${of.length}`,
  );
  return {
    brief: brief.join('. ') || 'Nothing to say now',
    empty: found.length === 0,
    blocks: headings.map(([heading, of]) => ({
      kind: 'list',
      heading: `${heading} (${of.length})`,
      lines: atMost(of.map(({ line }) => line)),
    })),
  };
}

const SAY: Record<Exclude<AlertCategory, 'event' | 'report'>, (model: DayModel, people: readonly Person[]) => Said> = {
  attendance(model, people) {
    const { zone } = model;
    const counts = countPeople(people);
    const named = (status: Person['status']) => people.filter((person) => person.status === status);
    const late = people.filter((person) => person.late).sort((a, b) => b.lateMs - a.lateMs);
    const rows: [string, string][] = [
      ['Expected', String(counts.expected)],
      ['Present', String(counts.present)],
      ['Absent', String(counts.absent)],
      ['Late', String(counts.late)],
    ];
    // Never counted as Absent, and omitted when there is nobody (rule 9).
    if (counts.pending > 0) rows.push(['Not due yet', String(counts.pending)]);
    if (counts.unverified > 0) rows.push(['Not verified', String(counts.unverified)]);
    // The names of the excused, but not the reasons, which may concern their health.
    if (counts.excused) rows.push(['Excused', String(counts.excused)]);
    return {
      brief: `${counts.present} present, ${counts.absent} absent, ${counts.late} late`,
      empty: counts.expected === 0,
      blocks: [
        { kind: 'figures', rows },
        ...list('Absent', named('absent'), ({ provisional }) => (provisional ? 'so far' : '')),
        ...list('Late', late, ({ lateMs, timeIn }) =>
          [inWords(lateMs), timeIn !== null && `in at ${clockTime(zone, timeIn)}`].filter(Boolean).join(', '),
        ),
        ...list(
          'Excused',
          named('off').filter(({ excused }) => excused),
          () => '',
        ),
        ...(isBlind(model) ? [] : list('Not verified', named('unverified'), () => '')),
      ],
    };
  },

  piecework(_model, people) {
    const workers = people.filter(({ entries }) => entries > 0);
    const units = workers.reduce((sum, person) => sum.plus(person.units), new Units(0)).toFixed(2);
    const top = performersOf(workers, 'top', 'performance', MAX_RANKED);
    const shown = new Set(top.map(({ number }) => number));
    const bottom = performersOf(workers, 'bottom', 'performance', MAX_RANKED).filter(
      ({ number }) => !shown.has(number),
    );
    const ranked = (heading: string, performers: typeof top): MailBlock[] =>
      performers.length === 0
        ? []
        : [
            { kind: 'list', heading, lines: [] },
            {
              kind: 'figures',
              rows: performers.map((one) => [
                nameOf(one),
                `${one.performance?.toFixed(2) ?? '-'} units/hr, ${new Units(one.totalUnits).toFixed(2)} units`,
              ]),
            },
          ];
    return {
      brief: `${units} units by ${counted(workers.length, 'employee')}`,
      empty: workers.length === 0,
      blocks: [
        {
          kind: 'figures',
          rows: [
            ['Units', units],
            ['Employees with piecework', String(workers.length)],
          ],
        },
        ...ranked('Best performers', top),
        ...ranked('Lowest performers', bottom),
      ],
    };
  },

  break(_model, people) {
    const irregular = people.filter(({ irregularMs }) => irregularMs > 0).sort((a, b) => b.irregularMs - a.irregularMs);
    const total = irregular.reduce((sum, { irregularMs }) => sum + irregularMs, 0);
    return {
      brief: `${counted(irregular.length, 'employee')} with irregular breaks, ${inWords(total)}`,
      empty: irregular.length === 0,
      blocks: [
        {
          kind: 'figures',
          rows: [
            ['Employees with irregular breaks', String(irregular.length)],
            ['Time', inWords(total)],
          ],
        },
        ...list('Irregular breaks', irregular, ({ irregularMs, gaps }) =>
          gaps.some((gap) => gap.in === null && gap.irregularMs > 0)
            ? `${inWords(irregularMs)}, not back yet`
            : inWords(irregularMs),
        ),
      ],
    };
  },
};

function list(heading: string, people: readonly Person[], detail: (person: Person) => string): MailBlock[] {
  if (people.length === 0) return [];
  const lines = people.map((person) => {
    const more = detail(person);
    return `${nameOf(person.employee)}${more && `: ${more}`}`;
  });
  return [{ kind: 'list', heading: `${heading} (${people.length})`, lines: atMost(lines) }];
}
const atMost = (lines: readonly string[]) =>
  lines.length > MAX_NAMES ? [...lines.slice(0, MAX_NAMES), `and ${lines.length - MAX_NAMES} more`] : [...lines];

export const text = (words: string): MailBlock => ({ kind: 'text', text: words });
export const nameOf = ({ number, firstName, lastName }: { number: string; firstName: string; lastName: string }) =>
  oneLine(`${number} ${firstName} ${lastName}`);
/** Names may contain line breaks; a line of a summary may not. */
export const oneLine = (words: string) => words.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];
/** 'Friday 20 November 2026'. */
export const dayInWords = (date: string) => {
  const [year, month, day] = date.split('-').map(Number);
  return `${WEEKDAYS[weekdayOf(date) - 1]} ${day} ${MONTHS[(month ?? 1) - 1]} ${year}`;
};
const minutesInWords = (minutes: number) =>
  minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
/** Returns whole minutes, never rounded up, as the tiles show them. */
const inWords = (ms: number) => minutesInWords(Math.floor(ms / 60_000));
