import { z } from 'zod';
import type { Message } from '#contract/platform/words.ts';
import { code, optionalCode, reasonOf, wordsOf } from '../../masterData/records.ts';

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
const fieldsAsSent = z.looseObject({});
const wrong = (error: z.ZodError) => ({ reason: reasonOf(error), words: wordsOf(error) });
/**
 * Parses a record of work: the sender's code and the employee, then the fields of a V2 device's record (`clockFields`,
 * `pieceworkFields`). Returns the reason when it is refused.
 */
export function parseWork<S extends z.ZodType>(
  fields: S,
  value: unknown,
): { reason: string; words: Message } | { record: z.output<S>; who: z.output<typeof recordOfWork> } {
  const work = recordOfWork.safeParse(value);
  if (!work.success) return wrong(work.error);
  const { code, employeeCode, employeeNumber, timeId } = work.data;
  const { jobDescriptionCode, ...sent } = fieldsAsSent.parse(value);
  const record = fields.safeParse({
    jobDescription: jobDescriptionCode,
    ...sent,
    recordId: code,
    employeeNumber: employeeNumber ?? undefined,
    timeId: timeId ?? undefined,
  });
  if (!record.success) return wrong(record.error);
  return { record: record.data, who: { code, employeeCode, employeeNumber, timeId } };
}
