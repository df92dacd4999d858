import { z } from 'zod';
import { ownDayAct } from '#contract/figures/ownDays.ts';
import { deliveryRecord } from '#contract/intake/deliveries.ts';
import { sampleRecord } from '#contract/intake/samples.ts';
import { teamEntryRecord } from '#contract/intake/teamEntries.ts';
import { clockRecord, pieceworkRecord, type RecordClock } from '#contract/platform/records.ts';
import type { IncomingDelivery } from '../../attendance/deliveries.ts';
import type { IncomingAct } from '../../attendance/ownDays/acts.ts';
import type { IncomingSample } from '../../attendance/samples.ts';
import type { IncomingClockRecord, IncomingEntry, Outcome } from '../../attendance/store.ts';
import { cutReason } from '../../platform/rejects/rejects.ts';
import type { IncomingTeamEntry } from './teams.ts';

/** The records of a batch that can be stored, and the reasons of the others; one bad record never fails its batch. */
type Checked<T> = { good: T[]; rejected: Rejection[] };
export type Rejection = { recordId: string; reason: string; raw: string };

const idOf = (value: unknown): string => {
  const id = typeof value === 'object' && value !== null && 'recordId' in value ? value.recordId : undefined;
  return typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, 60).toWellFormed() : '';
};

/** Returns the first problem, with its field: 'at: Invalid ISO datetime'. It may quote names that were sent. */
export function reasonOf({ issues: [first] }: z.ZodError): string {
  if (!first) return 'Invalid';
  return cutReason(first.path.length > 0 ? `${first.path.join('.')}: ${first.message}` : first.message);
}

/** Returns JSON that the database accepts: without NUL and unpaired surrogates. */
export const rawOf = (value: unknown) => JSON.stringify(value).replaceAll('\\u0000', '').slice(0, 1_000).toWellFormed();

function check<S extends z.ZodType, T>(
  schema: S,
  values: readonly unknown[],
  toRecord: (value: z.output<S>) => T,
): Checked<T> {
  const checked: Checked<T> = { good: [], rejected: [] };
  for (const value of values) {
    const parsed = schema.safeParse(value);
    if (!parsed.success)
      checked.rejected.push({ recordId: idOf(value), reason: reasonOf(parsed.error), raw: rawOf(value) });
    else checked.good.push(toRecord(parsed.data));
  }
  return checked;
}

/**
 * Devices whose records another one may pass on: those of the same account, including deleted ones. Duplicates of a record are looked for among those
 * of the device that captured it.
 */
export type Captors = ReadonlySet<string>;
const captured = z.object({ capturedBy: z.uuid() });
/** Returns the devices that a batch names as those that captured its records. */
export const capturedBy = (records: readonly unknown[]): string[] => [
  ...new Set(records.flatMap((record) => captured.safeParse(record).data?.capturedBy ?? [])),
];
const originOf = (capturedBy: string | undefined, sender: string, captors: Captors) => {
  const deviceId = capturedBy !== undefined && captors.has(capturedBy) ? capturedBy : sender;
  return { source: `device:${deviceId}`, deviceId };
};

/**
 * The claims about a record's time that are not believed: `all` (of a file, which anybody can write), or the device's own records that claim nothing
 * (`unsaid`), because the device's clock is wrong at this moment.
 */
export type Doubt = 'none' | 'unsaid' | 'all';
export type Sender = { deviceId: string; captors: Captors; doubt: Doubt };
const clockOf = (claimed: RecordClock | undefined, isOwn: boolean, doubt: Doubt): RecordClock | undefined =>
  doubt === 'all' ? 'unverified' : doubt === 'unsaid' && isOwn ? (claimed ?? 'unverified') : claimed;

export const checkClockRecords = (
  values: readonly unknown[],
  { deviceId, captors, doubt }: Sender,
): Checked<IncomingClockRecord & { recordId: string }> =>
  check(clockRecord, values, ({ recordId, employeeNumber, timeId, at, direction, clock, means, capturedBy }) => {
    const origin = originOf(capturedBy, deviceId, captors);
    return {
      ...origin,
      recordId,
      employeeNumber,
      timeId,
      at: new Date(at),
      direction: direction ?? 'auto',
      clock: clockOf(clock, origin.deviceId === deviceId, doubt),
      means,
    };
  });

export const checkPiecework = (
  values: readonly unknown[],
  { deviceId, captors, doubt }: Sender,
): Checked<IncomingEntry> =>
  check(pieceworkRecord, values, ({ startedAt, endedAt, sequence: _, capturedBy, ...entry }) => {
    const origin = originOf(capturedBy, deviceId, captors);
    return {
      ...origin,
      ...entry,
      clock: clockOf(entry.clock, origin.deviceId === deviceId, doubt),
      startedAt: new Date(startedAt),
      endedAt: endedAt ? new Date(endedAt) : null,
    };
  });

export const checkDeliveries = (
  values: readonly unknown[],
  { deviceId, captors, doubt }: Sender,
): Checked<IncomingDelivery> =>
  check(deliveryRecord, values, ({ recordId, at, container, verdict, reason, weight, clock, means, capturedBy }) => {
    const origin = originOf(capturedBy, deviceId, captors);
    return {
      ...{ recordId, container, verdict, source: origin.source, deviceId: origin.deviceId },
      at: new Date(at).toISOString(),
      reason: reason ?? null,
      weight: weight ?? null,
      clock: clockOf(clock, origin.deviceId === deviceId, doubt) ?? null,
      means: means ?? null,
    };
  });

export const checkSamples = (
  values: readonly unknown[],
  { deviceId, captors, doubt }: Sender,
): Checked<IncomingSample> =>
  check(sampleRecord, values, ({ recordId, at, container, pieces, found, clock, means, capturedBy }) => {
    const origin = originOf(capturedBy, deviceId, captors);
    return {
      ...{ recordId, container, pieces, source: origin.source, deviceId: origin.deviceId },
      at: new Date(at).toISOString(),
      found: Object.fromEntries(found.map((one) => [one.defectId, one.pieces])),
      clock: clockOf(clock, origin.deviceId === deviceId, doubt) ?? null,
      means: means ?? null,
    };
  });

export const checkTeamEntries = (
  values: readonly unknown[],
  { deviceId, captors, doubt }: Sender,
): Checked<IncomingTeamEntry> =>
  check(
    teamEntryRecord,
    values,
    ({ recordId, at, teamId, units, lookup1Code, lookup2Code, clock, means, capturedBy }) => {
      const origin = originOf(capturedBy, deviceId, captors);
      return {
        ...{ recordId, teamId, source: origin.source, deviceId: origin.deviceId },
        at: new Date(at).toISOString(),
        units: String(units),
        lookup1: lookup1Code || null,
        lookup2: lookup2Code || null,
        clock: clockOf(clock, origin.deviceId === deviceId, doubt) ?? null,
        means: means ?? null,
      };
    },
  );

export const checkOwnDayActs = (
  values: readonly unknown[],
  { deviceId, captors, doubt }: Sender,
): Checked<IncomingAct> =>
  check(
    ownDayAct,
    values,
    ({ recordId, employeeNumber, timeId, at, day, wrong, shown, clock, means, proof, capturedBy }) => {
      const origin = originOf(capturedBy, deviceId, captors);
      return {
        ...{ recordId, day, at, shown, source: origin.source, capturedBy: origin.deviceId },
        employeeNumber: employeeNumber ?? null,
        timeId: timeId ?? null,
        wrong: wrong ?? null,
        clock: clockOf(clock, origin.deviceId === deviceId, doubt) ?? null,
        means: means ?? null,
        proof: proof ?? null,
      };
    },
  );

/** Returns the records that the store rejected: unknown employee number. */
export function refused(records: readonly { recordId: string }[], outcomes: readonly Outcome[]): Rejection[] {
  return records.flatMap((record, i) => {
    const outcome = outcomes[i];
    return typeof outcome === 'object'
      ? [{ recordId: record.recordId, reason: outcome.rejected, raw: JSON.stringify(record) }]
      : [];
  });
}
