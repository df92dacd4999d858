import type { z } from 'zod';
import { clockRecord, pieceworkRecord } from '#contract/records.ts';
import type { IncomingClockRecord, IncomingEntry } from '../attendance/store.ts';

/** Records of a batch that can be stored, and why the others cannot; one bad record never fails its batch. */
type Checked<T> = { good: T[]; rejected: Rejection[] };
export type Rejection = { recordId: string; reason: string; raw: string };

const idOf = (value: unknown): string => {
  const id = typeof value === 'object' && value !== null && 'recordId' in value ? value.recordId : undefined;
  return typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, 60).toWellFormed() : '';
};

/** The first thing wrong, with its field: 'at: Invalid ISO datetime'. */
function reasonOf({ issues: [first] }: z.ZodError): string {
  if (!first) return 'Invalid';
  return first.path.length > 0 ? `${first.path.join('.')}: ${first.message}` : first.message;
}

/** JSON as the database keeps it: no NUL, no half characters. */
const rawOf = (value: unknown) => JSON.stringify(value).replaceAll('\\u0000', '').slice(0, 1_000).toWellFormed();

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
    else if (!isStorable(parsed.data))
      checked.rejected.push({ recordId: '', reason: 'Control characters are not allowed', raw: rawOf(value) });
    else checked.good.push(toRecord(parsed.data));
  }
  return checked;
}

/** Text that no database column takes: NUL and half characters. */
const isStorable = (record: unknown): boolean =>
  typeof record !== 'object' ||
  record === null ||
  Object.values(record).every((value) => typeof value !== 'string' || (value.isWellFormed() && !value.includes('\0')));

const origin = (deviceId: string) => ({ source: `device:${deviceId}`, deviceId });

export const checkClockRecords = (
  values: readonly unknown[],
  deviceId: string,
): Checked<IncomingClockRecord & { recordId: string }> =>
  check(clockRecord, values, ({ recordId, employeeNumber, timeId, at, direction }) => ({
    ...origin(deviceId),
    ...{ recordId, employeeNumber, timeId, at: new Date(at), direction: direction ?? 'auto' },
  }));

export const checkPiecework = (values: readonly unknown[], deviceId: string): Checked<IncomingEntry> =>
  check(pieceworkRecord, values, ({ startedAt, endedAt, sequence: _, ...entry }) => ({
    ...origin(deviceId),
    ...entry,
    startedAt: new Date(startedAt),
    endedAt: endedAt ? new Date(endedAt) : null,
  }));
