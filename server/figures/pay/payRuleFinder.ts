import type { PayRuleValue } from '#contract/masterData/payRules.ts';
import { hoursRulesOf } from '../../attendance/hoursRules.ts';
import type { LocalDate } from '../../platform/zone.ts';

type KeyedRule = { timeGroupId: string | null; employeeId: string | null; from: LocalDate | null; rule: PayRuleValue };
/** Returns a function that finds the rule set in force for an employee on a date: their own, that of their time group, or that for everybody; null: none. */
export function payRuleFinder<R extends KeyedRule>(rules: readonly R[]) {
  const dated = rules.map((rule) => ({ ...rule, effectiveFrom: rule.from }));
  const ofGroups = hoursRulesOf(dated.filter(({ employeeId }) => employeeId === null));
  const own = new Map(
    Array.from(
      Map.groupBy(dated, ({ employeeId }) => employeeId),
      ([id, some]) => [id, hoursRulesOf(some)] as const,
    ),
  );
  own.delete(null);
  return (employeeId: string, timeGroupId: string | null, date: LocalDate) =>
    own.get(employeeId)?.(null, date) ?? ofGroups(timeGroupId, date);
}
