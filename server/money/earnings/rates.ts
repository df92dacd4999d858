import type { RateKind } from '#contract/masterData/payRules.ts';
import type { LocalDate } from '../../platform/zone.ts';
import { Money } from './money.ts';

/** A rate in force from a date on. `amount`: a decimal as text, per unit or per hour. */
export type Rate = {
  id: string;
  kind: RateKind;
  amount: string;
  from: LocalDate;
  lookup1: string | null;
  lookup2: string | null;
  jobDescriptionId: string | null;
  employeeGroupId: string | null;
  employeeId: string | null;
};
/** A rate with its amount as a decimal. */
export type RateInForce = Rate & { value: Money };
/** The names that a rate can have, in the order that decides between two that name equally many. */
export const RATE_KEYS = ['lookup1', 'lookup2', 'jobDescriptionId', 'employeeGroupId', 'employeeId'] as const;
export type Named = Partial<Record<(typeof RATE_KEYS)[number], string | null>>;

const countOf = (rate: Rate) => RATE_KEYS.filter((key) => rate[key] !== null).length;
/** Orders rates of one kind that all apply: the one that names most, then the earlier in RATE_KEYS, an employee before a group, then the newest. */
function byPrecedence(a: Rate, b: Rate): number {
  if (countOf(a) !== countOf(b)) return countOf(b) - countOf(a);
  if ((a.employeeId === null) !== (b.employeeId === null)) return a.employeeId === null ? 1 : -1;
  for (const key of RATE_KEYS) if ((a[key] === null) !== (b[key] === null)) return a[key] === null ? 1 : -1;
  return a.from < b.from ? 1 : -1;
}

/** Returns a function that finds the rate of a kind for some work on a date; undefined: none applies. */
export function rateFinder(rates: readonly Rate[]) {
  const read = rates.toSorted(byPrecedence).map((rate) => ({ ...rate, value: new Money(rate.amount) }));
  const finders = new Map(
    Array.from(
      Map.groupBy(read, ({ kind }) => kind),
      ([kind, own]) => [kind, finderOf(own)],
    ),
  );
  return (kind: RateKind, named: Named, date: LocalDate): RateInForce | undefined =>
    finders
      .get(kind)?.(named)
      .find((rate) => rate.from <= date);
}
/** Returns a function that finds all rates for some work: this is asked for every piece of work of a month of thousands, so that each name is looked through once. */
function finderOf(rates: readonly RateInForce[]) {
  const keys = RATE_KEYS.filter((key) => rates.some((rate) => rate[key] !== null));
  const known = new Map<string, RateInForce[]>();
  return (named: Named): readonly RateInForce[] => {
    let name = '';
    for (const key of keys) name += `${named[key] ?? ''}\u0000`;
    let found = known.get(name);
    if (!found) {
      found = rates.filter((rate) => keys.every((key) => rate[key] === null || rate[key] === named[key]));
      known.set(name, found);
    }
    return found;
  };
}
export type FindRate = ReturnType<typeof rateFinder>;
