import { selectMembers } from '../attendance/facts.sql.ts';
import { timeGroupOn } from '../attendance/timeGroups.ts';
import { payRuleFinder } from '../figures/pay/payRuleFinder.ts';
import type { Db } from '../platform/db/db.ts';
import type { LocalDate } from '../platform/zone.ts';
import { findPayRules } from './payRules.sql.ts';

/** Returns a function that tells whether the pay rules of one of some employees want their individual output on a day (docs/reference/pay.md#piece-pay). */
export async function readIndividualOutput(tx: Db, accountId: string, employeeIds: readonly string[]) {
  const rules = await findPayRules(tx, accountId);
  if (!rules.some(({ rule }) => rule.individualOutput)) return () => false;
  const ruleOf = payRuleFinder(rules);
  const members = new Map((await selectMembers(tx, accountId, employeeIds)).map((one) => [one.employeeId, one]));
  return (employeeId: string, day: LocalDate): boolean => {
    const member = members.get(employeeId);
    return Boolean(member && ruleOf(employeeId, timeGroupOn(member, day), day)?.rule.individualOutput);
  };
}
