import type { z } from 'zod';
import type { PayrollPart, PayrollSyncBody } from '#contract/intake/payroll.ts';
import { isStorable } from '#contract/platform/storable.ts';
import { codeOf, legible, REASONS, type Rejection, reasonOf } from './records.ts';

export type ReadPart<T> = {
  /** The sync contains this part. */
  touched: boolean;
  records: T[];
  rejected: Rejection[];
  /** Codes of all records, including refused ones, which a complete list does not lack. */
  listed: string[];
  deleted: string[];
  complete: boolean;
};

/** Reads one part of a sync, checking each record by itself. `complete` without a list would delete everything, so it is refused. */
export function readPart<T>(
  part: PayrollPart,
  body: Pick<PayrollSyncBody, PayrollPart | 'deleted' | 'complete'>,
  parse: (value: unknown) => z.ZodSafeParseResult<T>,
): ReadPart<T> {
  const list = body[part];
  const named = (body.deleted?.[part] ?? []).map((code) => code.trim());
  const deleted = named.filter(isStorable);
  const wantsComplete = body.complete?.includes(part) ?? false;
  const read: ReadPart<T> = {
    touched: list !== undefined || named.length > 0 || wantsComplete,
    records: [],
    rejected: named
      .filter((code) => !isStorable(code))
      .map((code) => ({ part, code: legible(code), reason: REASONS.unknownCode })),
    listed: (list ?? []).map((value) => codeOf(value).trim()),
    deleted,
    complete: wantsComplete && list !== undefined,
  };
  if (wantsComplete && list === undefined) read.rejected.push({ part, code: '', reason: REASONS.completeWithoutList });
  for (const value of list ?? []) {
    const result = parse(value);
    if (result.success) read.records.push(result.data);
    else read.rejected.push({ part, code: codeOf(value), reason: reasonOf(result.error) });
  }
  return read;
}
