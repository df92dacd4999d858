import type { PayrollSyncBody } from '#contract/intake/payroll.ts';
import type { HoursRuleValue } from '#contract/masterData/hoursRules.ts';
import { APPLICATION_SYSTEM } from '#contract/masterData/setupRecords.ts';
import { type FindTimeGroup, writePart } from './calendar.ts';
import { type ChangeScope, resultOf } from './change.ts';
import {
  deleteHoursRules,
  findHoursRules,
  giveHoursRules,
  type KeyedHoursRule,
  type OwnedHoursRule,
  readHoursRules,
  upsertHoursRules,
} from './hoursRules.sql.ts';
import { readPart } from './readPart.ts';
import { hoursRuleRecord, REASONS } from './records.ts';

const part = 'hoursRules';
const keyOf = ({ timeGroupId, from }: Pick<KeyedHoursRule, 'timeGroupId' | 'from'>) =>
  `${timeGroupId ?? 'all'} ${from ?? 'always'}`;

type Stored = Awaited<ReturnType<typeof readHoursRules>>[number];
/** Returns a rule as it is sent with what it rounds: one that does not say so keeps what it has, which is each interval for a rule of before. */
function withRounding(value: unknown, stored: readonly Stored[]): unknown {
  if (typeof value !== 'object' || value === null || !('code' in value) || 'roundsIntervals' in value) return value;
  const own = stored.find(({ code, isDeleted }) => !isDeleted && code === String(value.code).trim());
  return own ? { ...value, roundsIntervals: own.rule.roundsIntervals } : value;
}

/**
 * Writes the rules by which hours are paid. Two of one time group and date are refused, whatever system owns them; but a payroll system takes over what was
 * made by hand, as it does for shifts.
 */
export async function syncHoursRules(scope: ChangeScope, body: PayrollSyncBody, findGroup: FindTimeGroup) {
  const { tx, accountId, systemId } = scope;
  const before = body.hoursRules ? await readHoursRules(tx, accountId, systemId) : [];
  const read = readPart(part, body, (value) => hoursRuleRecord.safeParse(withRounding(value, before)));
  if (!read.touched) return undefined;
  const rejected = [...read.rejected];
  const wanted: { code: string; value: KeyedHoursRule }[] = [];
  const moving = new Set([...read.listed, ...read.deleted]);
  const others = (await findHoursRules(tx, accountId)).filter(
    (one) => one.systemId !== systemId || !(read.complete || moving.has(one.code)),
  );
  const byHand = systemId === APPLICATION_SYSTEM ? [] : others.filter((one) => one.systemId === APPLICATION_SYSTEM);
  const held = new Set(others.filter((one) => !byHand.includes(one)).map(keyOf));
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
  const wrote = await takeOver(scope, wanted, byHand);
  const stored = await readHoursRules(tx, accountId, systemId);
  const plan = await writePart<KeyedHoursRule>(scope, {
    part,
    read,
    stored: stored.map(({ id, code, isDeleted, ...value }) => ({ id, code, isDeleted, value })),
    wanted,
    upsert: upsertHoursRules,
    remove: deleteHoursRules,
  });
  const result = resultOf(plan, rejected);
  return { ...result, wrote: result.wrote || wrote };
}

/** Gives the rules made by hand to the system that sends their dates, under its code; where it has used that code, they are deleted. */
async function takeOver(
  { tx, accountId, systemId, now }: ChangeScope,
  wanted: readonly { code: string; value: KeyedHoursRule }[],
  byHand: readonly OwnedHoursRule[],
): Promise<boolean> {
  const used = new Set((await readHoursRules(tx, accountId, systemId)).map(({ code }) => code));
  const taken = byHand.flatMap(({ id, ...own }) => {
    const code = wanted.find(({ value }) => keyOf(value) === keyOf(own))?.code;
    return code === undefined ? [] : [{ id, code }];
  });
  const replaced = taken.flatMap(({ id, code }) => (used.has(code) ? id : []));
  await deleteHoursRules(tx, accountId, replaced, now);
  await giveHoursRules(
    tx,
    accountId,
    systemId,
    taken.filter(({ code }) => !used.has(code)),
  );
  return taken.length > 0;
}
