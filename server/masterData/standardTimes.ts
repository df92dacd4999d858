import { APPLICATION_SYSTEM } from '#contract/masterData/setupRecords.ts';
import { findStandardTimes, type OwnedStandardTime, type StandardTimeValue } from './calendar.sql.ts';
import { syncStandardTimes } from './calendar.ts';
import type { ChangeScope } from './change.ts';
import type { Outcome } from './plan.ts';

type Identity = Pick<StandardTimeValue, 'timeGroupId' | 'weekday' | 'effectiveFrom'>;
/** One weekday of a time group from a date on, identified by `ref`; hours that are absent stay, or become the defaults. */
export type WantedTime = Identity & { ref: string; hours: Partial<Omit<StandardTimeValue, keyof Identity>> };
type Result = { outcome: Outcome } | { refused: string; owner?: string };

export const standardTimeKey = ({ timeGroupId, weekday, effectiveFrom }: Identity) =>
  [timeGroupId, weekday, effectiveFrom ?? 'always'].join(' ');

/**
 * Writes standard times that people set, each replacing the one of the same group, weekday and date. One that a payroll system owns is refused with
 * `owner`, unless it stays the same.
 */
export async function setStandardTimes(
  scope: ChangeScope,
  wanted: readonly WantedTime[],
  deleted: readonly OwnedStandardTime[] = [],
): Promise<{ results: Map<string, Result>; wrote: boolean }> {
  const rows = await findStandardTimes(scope.tx, scope.accountId);
  const known = new Map(rows.map((row) => [standardTimeKey(row), row]));
  const owners = new Map(
    rows.flatMap(({ timeGroupId, systemId }) => (systemId === APPLICATION_SYSTEM ? [] : [[timeGroupId, systemId]])),
  );
  const results = new Map<string, Result>();
  const sent = new Map<string, { ref: string; record: Record<string, unknown> }>();
  for (const { ref, hours, ...identity } of wanted) {
    const key = standardTimeKey(identity);
    const row = known.get(key);
    const owner = owners.get(identity.timeGroupId);
    const { isRest: rest, ...times } = { ...hoursOf(row), ...hours };
    if (owner === undefined) {
      const { timeGroupId, ...when } = identity;
      const code = row?.code ?? key;
      sent.set(code, { ref, record: { code, timeGroupCode: timeGroupId, ...when, ...times, rest } });
    } else if (row && isSame({ ...hoursOf(row), ...hours }, hoursOf(row))) results.set(ref, { outcome: 'unchanged' });
    else results.set(ref, { refused: 'other-system', owner });
  }
  const part = await syncStandardTimes(
    scope,
    {
      standardTimes: [...sent.values()].map(({ record }) => record),
      deleted: { standardTimes: deleted.filter((row) => row.systemId === scope.systemId).map(({ code }) => code) },
    },
    (id) => id,
  );
  const refusals = new Map(part?.rejected.map(({ code, reason }) => [code, reason]));
  for (const [code, { ref }] of sent) {
    const outcome = part?.outcomes?.get(code);
    results.set(ref, outcome ? { outcome } : { refused: refusals.get(code) ?? 'Not taken' });
  }
  return { results, wrote: part?.wrote ?? false };
}

/** Returns the hours of a standard time without the fields that identify it. */
export function hoursOf(row: OwnedStandardTime | undefined): Partial<StandardTimeValue> {
  if (!row) return {};
  const { startTime, endTime, breaks, graceMinutes, breakGraceMinutes, preMinutes, postMinutes, isRest } = row;
  return { startTime, endTime, breaks, graceMinutes, breakGraceMinutes, preMinutes, postMinutes, isRest };
}
const isSame = (one: Partial<StandardTimeValue>, other: Partial<StandardTimeValue>) =>
  JSON.stringify(one) === JSON.stringify(other);
