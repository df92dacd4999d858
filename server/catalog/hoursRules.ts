import type { HoursRuleValue } from '#contract/hoursRules.ts';
import type { PayrollSyncBody } from '#contract/payroll.ts';
import { type FindTimeGroup, writePart } from './calendar.ts';
import { type ChangeScope, resultOf } from './change.ts';
import {
  deleteHoursRules,
  findHoursRules,
  type KeyedHoursRule,
  readHoursRules,
  upsertHoursRules,
} from './hoursRules.sql.ts';
import { readPart } from './readPart.ts';
import { hoursRuleRecord, REASONS } from './records.ts';

const part = 'hoursRules';
const keyOf = ({ timeGroupId, from }: Pick<KeyedHoursRule, 'timeGroupId' | 'from'>) =>
  `${timeGroupId ?? 'all'} ${from ?? 'always'}`;

/** Writes the rules by which hours are paid. Two of one time group and date are refused, whatever system owns them. */
export async function syncHoursRules(scope: ChangeScope, body: PayrollSyncBody, findGroup: FindTimeGroup) {
  const read = readPart(part, body, (value) => hoursRuleRecord.safeParse(value));
  if (!read.touched) return undefined;
  const { tx, accountId, systemId } = scope;
  const rejected = [...read.rejected];
  const wanted: { code: string; value: KeyedHoursRule }[] = [];
  const moving = new Set([...read.listed, ...read.deleted]);
  const others = (await findHoursRules(tx, accountId)).filter(
    (one) => one.systemId !== systemId || !(read.complete || moving.has(one.code)),
  );
  const held = new Set(others.map(keyOf));
  for (const { code, timeGroupCode, effectiveFrom, ...rule } of read.records) {
    const timeGroupId = timeGroupCode == null ? null : findGroup(timeGroupCode);
    const value = timeGroupId !== undefined && {
      timeGroupId,
      from: effectiveFrom ?? null,
      rule: rule satisfies HoursRuleValue,
    };
    if (!value) rejected.push({ part, code, reason: REASONS.unknownTimeGroup });
    else if (held.has(keyOf(value))) rejected.push({ part, code, reason: REASONS.duplicateDate });
    else {
      held.add(keyOf(value));
      wanted.push({ code, value });
    }
  }
  const stored = await readHoursRules(tx, accountId, systemId);
  const plan = await writePart<KeyedHoursRule>(scope, {
    part,
    read,
    stored: stored.map(({ id, code, isDeleted, ...value }) => ({ id, code, isDeleted, value })),
    wanted,
    upsert: upsertHoursRules,
    remove: deleteHoursRules,
  });
  return resultOf(plan, rejected);
}
