import { type Message, msg } from '#contract/platform/words.ts';
import type { AlertCategory } from '#contract/reports/alerts.ts';
import type { DayModel } from '../../figures/stats/dayModel.ts';
import type { Person } from '../../figures/stats/person.ts';
import { performersOf } from '../../figures/stats/piecework.ts';
import { countPeople, isBlind, trustOf } from '../../figures/stats/totals.ts';
import { labelled, type MailBlock, type MailContent, renderMail, type Said } from '../../platform/mail/render.ts';
import { Units } from '../../platform/units.ts';
import { dayInWords, figure } from '../../platform/words/figures.ts';
import type { Words } from '../../platform/words/words.ts';
import { clockTime } from '../../platform/zone.ts';

/** The input of a summary: the day as judged at `at`, and the recipient. */
export type SummaryAsk = {
  category: Exclude<AlertCategory, 'report'>;
  description: string;
  accountName: string;
  /** Names of the chosen time groups; null: all of them. */
  groupNames: readonly Said[] | null;
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

/** Writes a summary in the words of a recipient. */
export type Writing = (words: Words) => Summary;

/** The most names behind a figure; the link leads to the others. */
const MAX_NAMES = 25;
const MAX_RANKED = 5;
type Told = { brief: string; empty: boolean; blocks: MailBlock[] };

/** Returns the figures of a category with the names behind them, worded as on the dashboard. */
export function summaryOf(model: DayModel, ask: SummaryAsk, words: Words, found?: readonly Finding[]): Summary {
  const { say } = words;
  const people = peopleMeant(model, ask);
  const told = ask.category === 'event' ? toldOf(words, found ?? []) : TELL[ask.category](words, model, people);
  const title = oneLine(ask.description);
  const day = dayInWords(words, model.date);
  const when = msg('{day}, as of {time} ({zone})', { day, time: clockTime(model.zone, ask.at), zone: model.zone.name });
  const groups =
    ask.groupNames === null ? msg('All shifts') : msg('Shifts: {names}', { names: namesIn(words, ask.groupNames) });
  const trust = text(trustOf(model, people, words, oneLine));
  const delayed = msg('Delayed: sent {time} late.', { time: minutesInWords(ask.minutesLate) });
  // If nobody can be judged, that is the main message, so it comes first.
  const isFirst = isBlind(model);
  const blocks: MailBlock[] = [
    text([oneLine(ask.accountName), say(when), say(groups)].join('\n')),
    ...(ask.minutesLate > 0 ? [text(delayed)] : []),
    ...(isFirst ? [trust] : []),
    ...told.blocks,
    ...(isFirst ? [] : [trust]),
    { kind: 'button', label: msg('Open the dashboard'), url: `${ask.publicUrl}/employer/overview?date=${model.date}` },
  ];
  const content = { title, blocks, footer: footerOf(words, ask) };
  return { subject: labelled(words, title, told.brief), ...renderMail(content, words), empty: told.empty, content };
}

const namesIn = ({ say }: Words, names: readonly Said[]) =>
  names.map((name) => oneLine(typeof name === 'string' ? name : say(name))).join(', ');

type Sender = Pick<SummaryAsk, 'accountName' | 'supportContact'>;
export const footerOf = ({ say }: Words, { accountName, supportContact }: Sender) =>
  [
    say(msg('Sent by Tallyboard for {account}.', { account: oneLine(accountName) })),
    ...(supportContact ? [say(msg('Questions: {contact}', { contact: supportContact }))] : []),
  ].join('\n');

/** Returns the people of the chosen time groups. */
export const peopleMeant = ({ people }: DayModel, { groupIds }: Pick<SummaryAsk, 'groupIds'>) =>
  people.filter(({ timeGroupId }) => !groupIds || (timeGroupId !== null && groupIds.has(timeGroupId)));

/** Something that an alert about events says. Of one subject it is said once a day. */
export type Finding = { subject: string; heading: Message; line: Message };
function toldOf(words: Words, found: readonly Finding[]): Told {
  const { say } = words;
  const headings = [...Map.groupBy(found, ({ heading }) => say(heading))];
  const lineOf = ({ line }: Finding) => say(line);
  const brief = headings.map(([heading, of]) =>
    labelled(words, heading, `${of.length === 1 ? of.map(lineOf) : of.length}`),
  );
  return {
    brief: brief.join('. ') || say(msg('Nothing to say now')),
    empty: found.length === 0,
    blocks: headings.map(([heading, of]) => ({
      kind: 'list',
      heading: `${heading} (${of.length})`,
      lines: atMost(of.map(lineOf)),
    })),
  };
}

type Tell = (words: Words, model: DayModel, people: readonly Person[]) => Told;
const TELL: Record<Exclude<AlertCategory, 'event' | 'report'>, Tell> = {
  attendance(words, model, people) {
    const { zone } = model;
    const counts = countPeople(people);
    const named = (status: Person['status']) => people.filter((person) => person.status === status);
    const late = people.filter((person) => person.late).sort((a, b) => b.lateMs - a.lateMs);
    const count = (size: number) => figure(words, size);
    const rows: [Message, string][] = [
      [msg('Expected'), count(counts.expected)],
      [msg('Present'), count(counts.present)],
      [msg('Absent'), count(counts.absent)],
      [msg('Late'), count(counts.late)],
    ];
    // Never counted as Absent, and omitted where it has no employees (docs/reference/attendance.md#totals).
    if (counts.pending > 0) rows.push([msg('Not due yet'), count(counts.pending)]);
    if (counts.unverified > 0) rows.push([msg('Can’t tell yet'), count(counts.unverified)]);
    // The names of the excused, but not the reasons, which may concern their health.
    if (counts.excused) rows.push([msg('Excused'), count(counts.excused)]);
    const list = listIn(words);
    return {
      brief: words.say(
        msg(
          '{present, plural, other {{present} present}}, {absent, plural, other {{absent} absent}}, {late, plural, other {{late} late}}',
          { present: counts.present, absent: counts.absent, late: counts.late },
        ),
      ),
      empty: counts.expected === 0,
      blocks: [
        { kind: 'figures', rows },
        ...list(msg('Absent'), named('absent'), ({ provisional }) => provisional && msg('so far')),
        ...list(msg('Late'), late, ({ lateMs, timeIn }) =>
          timeIn === null
            ? inWords(lateMs)
            : msg('{time}, in at {timeIn}', { time: inWords(lateMs), timeIn: clockTime(zone, timeIn) }),
        ),
        ...list(
          msg('Excused'),
          named('off').filter(({ excused }) => excused),
        ),
        ...(isBlind(model) ? [] : list(msg('Can’t tell yet'), named('unverified'))),
      ],
    };
  },

  piecework(words, _model, people) {
    const workers = people.filter(({ entries }) => entries > 0);
    const units = unitsIn(
      words,
      workers.reduce((sum, person) => sum.plus(person.units), new Units(0)),
    );
    const top = performersOf(workers, 'top', 'performance', MAX_RANKED);
    const shown = new Set(top.map(({ number }) => number));
    const bottom = performersOf(workers, 'bottom', 'performance', MAX_RANKED).filter(
      ({ number }) => !shown.has(number),
    );
    const ranked = (heading: Message, performers: typeof top): MailBlock[] =>
      performers.length === 0
        ? []
        : [
            { kind: 'list', heading, lines: [] },
            {
              kind: 'figures',
              rows: performers.map((one) => [
                nameOf(one),
                msg('{rate} units/hr, {units} units', {
                  rate: one.performance === null ? '-' : figure(words, one.performance, 2),
                  units: unitsIn(words, new Units(one.totalUnits)),
                }),
              ]),
            },
          ];
    return {
      brief: words.say(
        msg('{units} units by {count, plural, one {{count} employee} other {{count} employees}}', {
          ...{ units, count: workers.length },
        }),
      ),
      empty: workers.length === 0,
      blocks: [
        {
          kind: 'figures',
          rows: [
            [msg('Units'), units],
            [msg('Employees with piecework'), figure(words, workers.length)],
          ],
        },
        ...ranked(msg('Best performers'), top),
        ...ranked(msg('Lowest performers'), bottom),
      ],
    };
  },

  break(words, _model, people) {
    const irregular = people.filter(({ irregularMs }) => irregularMs > 0).sort((a, b) => b.irregularMs - a.irregularMs);
    const total = irregular.reduce((sum, { irregularMs }) => sum + irregularMs, 0);
    return {
      brief: words.say(
        msg(
          '{count, plural, one {{count} employee with irregular breaks, {time}} other {{count} employees with irregular breaks, {time}}}',
          { count: irregular.length, time: inWords(total) },
        ),
      ),
      empty: irregular.length === 0,
      blocks: [
        {
          kind: 'figures',
          rows: [
            [msg('Employees with irregular breaks'), figure(words, irregular.length)],
            [msg('Time'), inWords(total)],
          ],
        },
        ...listIn(words)(msg('Irregular breaks'), irregular, ({ irregularMs, gaps }) =>
          gaps.some((gap) => gap.in === null && gap.irregularMs > 0)
            ? msg('{time}, not back yet', { time: inWords(irregularMs) })
            : inWords(irregularMs),
        ),
      ],
    };
  },
};

type Detail = (person: Person) => Message | false;
const listIn =
  ({ say }: Words) =>
  (heading: Message, people: readonly Person[], detail: Detail = () => false): MailBlock[] => {
    if (people.length === 0) return [];
    const lines = people.map((person) => {
      const more = detail(person);
      return `${nameOf(person.employee)}${more ? `: ${say(more)}` : ''}`;
    });
    return [{ kind: 'list', heading: `${say(heading)} (${people.length})`, lines: atMost(lines) }];
  };
const atMost = (lines: readonly string[]): Said[] =>
  lines.length > MAX_NAMES
    ? [...lines.slice(0, MAX_NAMES), msg('and {count} more', { count: lines.length - MAX_NAMES })]
    : [...lines];

export const text = (said: Said): MailBlock => ({ kind: 'text', text: said });
export const nameOf = ({ number, firstName, lastName }: { number: string; firstName: string; lastName: string }) =>
  oneLine(`${number} ${firstName} ${lastName}`);
/** Names may contain line breaks; a line of a summary may not. */
export const oneLine = (words: string) => words.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const unitsIn = (words: Words, units: Units) => figure(words, units.toFixed(2), 2);
const minutesInWords = (minutes: number) =>
  minutes < 60
    ? msg('{minutes} min', { minutes })
    : msg('{hours} h {minutes} min', {
        hours: Math.floor(minutes / 60),
        minutes: String(minutes % 60).padStart(2, '0'),
      });
/** Returns whole minutes, never rounded up, as the tiles show them. */
const inWords = (ms: number) => minutesInWords(Math.floor(ms / 60_000));
