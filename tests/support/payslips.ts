import type { PayRuleValue } from '#contract/masterData/payRules.ts';
import { addDays } from '#server/platform/zone.ts';
import type { Example } from './examples.ts';
import { MONDAY } from './payWorld.ts';

/** Payslips in the words of docs/reference/pay.md, as the pay calculator is asked for them. */
const LAW: PayRuleValue = {
  ...{ name: 'Example', window: 'day', scope: 'all', leastMinutes: 0, weekStart: 1, rests: [], restRate: 'minimum' },
  ...{ hourlyAtLeastMinimum: false, overtime: 'factors', premiumBase: 'greater' },
};
const minutes = (clock = '0:00') => {
  const [hours = 0, rest = 0] = clock.split(':').map(Number);
  return hours * 60 + rest;
};
const partsOf = (cell: string, separator: string) =>
  cell.split(separator).flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));

const NO_FLOOR = { ordinaryHours: false, wages: 0 };
const NO_FLOORS = { sunday: NO_FLOOR, holiday: NO_FLOOR, holidayOff: false };
function floored({ floors = NO_FLOORS }: PayRuleValue, day = '', change: Partial<typeof NO_FLOOR>) {
  const key = day === 'Sunday' ? 'sunday' : 'holiday';
  return { floors: { ...floors, [key]: { ...floors[key], ...change } } };
}
/** The changes of a rule set by the words of the column *rules*. */
const RULES: [RegExp, (found: RegExpExecArray, rule: PayRuleValue) => Partial<PayRuleValue>][] = [
  [/^workweek$/, () => ({ window: 'workweek' })],
  [/^pay period$/, () => ({ window: 'period' })],
  [/^piece time$/, () => ({ scope: 'piece' })],
  [/^at least (\S+)$/, ([, least]) => ({ leastMinutes: minutes(least) })],
  [/^weeks from Sunday$/, () => ({ weekStart: 7 })],
  [/^premiums by minimum$/, () => ({ premiumBase: 'minimum' })],
  [/^premiums by regular$/, () => ({ premiumBase: 'regular' })],
  [/^rest at average$/, () => ({ restRate: 'average' })],
  [/^(Sunday|holiday) ([\d.]+) wages?$/, ([, day, wages], rule) => floored(rule, day, { wages: Number(wages) })],
  [/^ordinary hours on Sundays$/, (_, rule) => floored(rule, 'Sunday', { ordinaryHours: true })],
  [/^holidays not worked$/, (_, { floors = NO_FLOORS }) => ({ floors: { ...floors, holidayOff: true } })],
  [/^hourly at least minimum$/, () => ({ hourlyAtLeastMinimum: true })],
  [
    /^rest (\d+) min from (\S+)$/,
    ([, rest, after], { rests }) => ({
      rests: [...rests, { afterMinutes: minutes(after), restMinutes: Number(rest) }],
    }),
  ],
];
function ruleOf(words: readonly string[]): Partial<PayRuleValue> {
  if (words.includes('former')) {
    const { premiumBase: _, ...former } = LAW;
    return former;
  }
  const rule = { ...LAW };
  for (const word of words.filter((one) => !one.startsWith('factors '))) {
    const known = RULES.find(([pattern]) => pattern.test(word));
    const found = known?.[0].exec(word);
    if (!known || !found) throw new Error(`The rule '${word}' is not known`);
    Object.assign(rule, known[1](found, rule));
  }
  return rule;
}

function dayOf(text: string, at: number) {
  const [, nth, parts = ''] = /^(?:day (\d+): )?(.*)$/.exec(text) ?? [];
  const found = Object.assign(
    {},
    ...partsOf(parts, ' + ').map((part) => {
      if (part === 'holiday off') return { isHolidayOff: true };
      const [, kind = 'ordinary', time] = /^(?:(overtime|Sunday|holiday) )?(\d+:\d\d)$/.exec(part) ?? [];
      if (time !== undefined) return { [kind === 'overtime' ? 'overtime1' : kind.toLowerCase()]: minutes(time) };
      const [, units, taken] = /^(-?[\d.]+) units(?: in (\S+))?$/.exec(part) ?? [];
      if (units === undefined && part !== 'nothing') throw new Error(`'${part}' is not part of a day`);
      return units === undefined ? {} : { units, ...(taken && { unitMinutes: minutes(taken) }) };
    }),
  );
  const hours = { ordinary: 0, overtime1: 0, sunday: 0, holiday: 0 };
  return {
    date: addDays(MONDAY, nth === undefined ? at : Number(nth) - 1),
    ...hours,
    units: null,
    unitMinutes: null,
    ...found,
  };
}
const daysOf = (cell: string) =>
  partsOf(cell, ';')
    .flatMap((part) => {
      const [, times = '1', day = part] = /^(\d+) x (.*)$/.exec(part) ?? [];
      return Array.from({ length: Number(times) }, () => day);
    })
    .map(dayOf);

/** Returns the body of a call of the pay calculator. */
export function slipOf({ cells }: Example) {
  const rules = partsOf(cells.rules ?? '', ',');
  const rates = partsOf(cells.rates ?? '', ',');
  const rate = (name: string, usual: string | null) =>
    rates.includes(`no ${name}`) ? null : (rates.find((one) => one.startsWith(`${name} `))?.split(' ')[1] ?? usual);
  const factors = rules
    .find((word) => word.startsWith('factors '))
    ?.split(' ')
    .slice(1)
    .map(Number);
  const [overtimeFactor, sundayFactor, holidayFactor] = factors ?? [1.5, 2, 2];
  return {
    rule: ruleOf(rules),
    payType: rates.includes('both ways') ? 'both' : rates.includes('by the hour') ? 'hourly' : 'piece',
    pieceRate: rates.includes('no piece rate') ? null : rate('piece', '1'),
    hourlyRate: rate('hourly', null),
    minimum: rate('minimum', '10'),
    ...{ overtimeFactor, sundayFactor, holidayFactor, ordinaryMinutes: 540 },
    days: daysOf(cells.days ?? ''),
  };
}

/** Returns an answer of the pay calculator in the words of the column *pay*. */
export function saidOf({ sums, total, open }: { sums: Record<string, string>; total: string; open: string[] }) {
  const named = Object.entries(sums).flatMap(([kind, amount]) => (Number(amount) === 0 ? [] : `${kind} ${amount}`));
  return [...named, `= ${total}`, ...open].join(', ');
}
