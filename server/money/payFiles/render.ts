import { PAY_ELEMENT_WORDS, type PayElement, type PayLayoutName, type PaySettings } from '#contract/money/payFiles.ts';
import { joined, type Message, msg, toMessage } from '#contract/platform/words.ts';
import { conflict, Refusal } from '../../platform/http/errors.ts';
import { Money } from '../earnings/money.ts';
import { adp } from './layouts/adp.ts';
import { brightPay } from './layouts/brightPay.ts';
import { csv } from './layouts/csv.ts';
import { type Distinction, type Figure, type FileFacts, type Group, isTime, type Layout } from './layouts/layout.ts';
import { payHero } from './layouts/payHero.ts';
import { paymentEvolution } from './layouts/paymentEvolution.ts';
import { paySauce } from './layouts/paySauce.ts';
import { quickBooks } from './layouts/quickBooks.ts';
import { sageIreland } from './layouts/sageIreland.ts';
import { sageVip } from './layouts/sageVip.ts';
import { simplePay } from './layouts/simplePay.ts';
import { thesaurus } from './layouts/thesaurus.ts';
import { xlsx } from './layouts/xlsx.ts';
import { type FileLine, isOfWindow } from './lines.ts';
import type { Part, SentPart } from './payFiles.sql.ts';

/** Lines as the file that payroll reads. */

const LAYOUTS: Record<PayLayoutName, Layout> = {
  csv,
  xlsx,
  simplePay,
  sageVip,
  thesaurus,
  paymentEvolution,
  sageIreland,
  brightPay,
  paySauce,
  payHero,
  adp,
  quickBooks,
};
export const extensionOf = (layout: PayLayoutName) => LAYOUTS[layout].extension;
/** Returns the name of a file with its extension; `rest`: its number and days. */
export function fileNameOf({ name, layout, settings }: Profile & { name: string }, rest: string): string {
  const { extension, fileName = () => `${name}-${rest}` } = LAYOUTS[layout];
  return `${fileName(settings, rest)}.${extension}`;
}

type Profile = { layout: PayLayoutName; settings: PaySettings };
/**
 * Returns the file of some lines in the layout of a profile; `before`: what earlier files have of the same days and people. CONFLICT where a code is
 * missing, by name: 'Code missing: Sunday hours (3 people)', where one code would hide a figure behind another, or where a value does not fit.
 */
export function rendered(
  parts: readonly Part[],
  before: readonly SentPart[],
  { layout, settings }: Profile,
  facts: FileFacts,
): ReturnType<Layout['file']> {
  const { tellsApart, file } = LAYOUTS[layout];
  requireCodes(parts, settings);
  const groups = new Map<string, Group>();
  const distinctions = tellsApart(settings);
  const keyOf = (number: string | undefined, own: Record<Distinction, string | null>, by: readonly Distinction[]) =>
    [number, ...by.map((one) => own[one] ?? '')].join('\t');
  // By payroll's number: who was deleted and added anew is one person to payroll.
  const numbers = new Map(parts.map(({ employeeId, number }) => [employeeId, number]));
  const add = (part: Part, line: FileLine, figure: keyof Figure, isNew: boolean) => {
    const code = codeOf(settings, line);
    if (code === null) return;
    const own = { ...line, code };
    const key = keyOf(numbers.get(part.employeeId), own, distinctions);
    const group = groups.get(key) ?? (isNew ? groupOf(part, own) : undefined);
    if (!group) return;
    if (isNew) requireOneFigure(group, own, layout);
    groups.set(key, group);
    group.ms[figure] += line.ms;
    group.units[figure] = sum(group.units[figure], line.units);
    group.amount[figure] = sum(group.amount[figure], line.amount);
  };
  for (const part of parts) for (const line of part.lines) add(part, line, 'own', true);
  // Lines of an earlier date are of a window that ends in these days.
  const isOfDays = (part: SentPart, { date, element }: FileLine) =>
    date <= facts.to && (date >= facts.from || (part.isOfDays && isOfWindow(element)));
  // Time is rounded in the sum of the period, and not on each day: what is before a line carries what the lines before it were rounded by.
  const ofPeriod = distinctions.filter((one) => one !== 'date');
  const handedOverMs = new Map<string, number>();
  for (const part of before)
    for (const line of part.lines.filter((line) => isOfDays(part, line))) {
      add(part, line, 'before', false);
      const code = codeOf(settings, line);
      const number = numbers.get(part.employeeId);
      if (code === null || number === undefined) continue;
      const key = keyOf(number, { ...line, code }, ofPeriod);
      handedOverMs.set(key, (handedOverMs.get(key) ?? 0) + line.ms);
    }
  for (const group of groups.values()) {
    const key = keyOf(group.number, group, ofPeriod);
    group.ms.before = handedOverMs.get(key) ?? 0;
    handedOverMs.set(key, group.ms.before + group.ms.own);
  }
  const isAny = ({ ms, units, amount }: Group) => ms.own !== 0 || !units.own.isZero() || !amount.own.isZero();
  return file([...groups.values()].filter(isAny), facts, settings);
}

const ZERO = new Money(0);
/** Returns a sum; most lines are alone in theirs, and most have nothing of one kind. */
const sum = (a: Money, b: Money) => (a.isZero() ? b : b.isZero() ? a : a.plus(b));
const groupOf = ({ number, firstName, lastName }: Part, line: FileLine & { code: string }): Group => {
  const { date, element, code, lookup1, lookup2, rate } = line;
  const figure = (): Figure => ({ before: ZERO, own: ZERO });
  return {
    ...{ number, firstName, lastName, date, element, code, lookup1, lookup2, rate },
    ...{ ms: { before: 0, own: 0 }, units: figure(), amount: figure() },
  };
};

/** Returns what stops a file of these lines, in the words of `rendered`; null where nothing does. */
export async function refusalOf(...file: Parameters<typeof rendered>): Promise<string | Message | null> {
  try {
    await rendered(...file);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.said;
    throw error;
  }
}

/** Returns payroll's code of a line; null: payroll does not get it; '': the profile has none for it, and has to. */
export function codeOf({ codes }: PaySettings, line: FileLine): string | null {
  const code = codes[line.element];
  if (code === null) return null;
  // By a function: codes of the work are text, whatever `$` or braces they have.
  return (code ?? '').replace(/\{(lookup[12])\}/g, (_, lookup: 'lookup1' | 'lookup2') => line[lookup]);
}

/** Layouts with columns of one's own have hours and amounts beside each other; any other has one figure for a code. */
const OF_BOTH: readonly PayLayoutName[] = ['csv', 'xlsx'];
/** Throws CONFLICT where lines of one line of the file would count the same hours twice, or hide an amount behind hours. */
function requireOneFigure(group: Group, line: Pick<Group, 'element'>, layout: PayLayoutName) {
  const isTwice = [group, line].every(({ element }) => element.startsWith('hour'));
  if (isTime(group) === isTime(line) || (OF_BOTH.includes(layout) && !isTwice)) return;
  const nameOf = ({ element }: typeof line) => toMessage(PAY_ELEMENT_WORDS[element]);
  throw conflict(
    msg("'{one}' and '{other}' would be one line: give each a code of its own, or set one to not sent.", {
      one: nameOf(group),
      other: nameOf(line),
    }),
  );
}

function requireCodes(parts: readonly Part[], settings: PaySettings) {
  const missing = new Map<PayElement, Set<string>>();
  for (const { employeeId, lines } of parts)
    for (const line of lines)
      if (codeOf(settings, line) === '') {
        const people = missing.get(line.element) ?? new Set();
        missing.set(line.element, people.add(employeeId));
      }
  if (missing.size === 0) return;
  const named = [...missing].map(([element, people]) =>
    msg('{element} ({count, plural, one {# person} other {# people}})', {
      element: toMessage(PAY_ELEMENT_WORDS[element]),
      count: people.size,
    }),
  );
  throw conflict(msg('Code missing: {elements}', { elements: joined(named, ', ') }));
}
