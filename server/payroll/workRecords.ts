import { z } from 'zod';
import type { clockRecord, pieceworkRecord } from '#contract/records.ts';
import { code, optionalCode, reasonOf } from '../catalog/records.ts';

/** Records of work carry the sender's own `code`, and name the employee by code, number or PIN. */
export const recordOfWork = z
  .object({
    code: code(),
    employeeCode: optionalCode(),
    employeeNumber: optionalCode(),
    timeId: optionalCode(24),
  })
  .refine(({ employeeCode, employeeNumber, timeId }) => employeeCode ?? employeeNumber ?? timeId, {
    path: ['employeeCode'],
    error: 'employeeCode, employeeNumber or timeId is required',
  });
const asSent = z.record(z.string(), z.unknown());
/** The fields beside the code and the employee are those of a V2 device's records. */
export function parseWork<S extends typeof clockRecord | typeof pieceworkRecord>(
  fields: S,
  value: unknown,
): { reason: string } | { record: z.output<S>; who: z.output<typeof recordOfWork> } {
  const work = recordOfWork.safeParse(value);
  if (!work.success) return { reason: reasonOf(work.error) };
  const { code, employeeCode, employeeNumber, timeId } = work.data;
  const { jobDescriptionCode, ...sent } = asSent.parse(value);
  const record = fields.safeParse({
    jobDescription: jobDescriptionCode,
    ...sent,
    recordId: code,
    // A code stands for its employee, found later; the schema wants somebody.
    employeeNumber: employeeNumber ?? undefined,
    timeId: timeId ?? (employeeNumber ? undefined : '0'),
  });
  if (!record.success) return { reason: reasonOf(record.error) };
  return { record: record.data as z.output<S>, who: { code, employeeCode, employeeNumber, timeId } };
}
