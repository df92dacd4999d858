import { z } from 'zod';
import { PAYROLL_PARTS, type PayrollPart, payrollRecord } from '#contract/intake/payroll.ts';
import { MAX_SYNC_RECORDS } from '#contract/platform/limits.ts';
import { clockRecord, pieceworkRecord } from '#contract/platform/records.ts';
import {
  employeeRecord,
  groupRecord,
  holidayRecord,
  lookupDefinitionRecord,
  lookupEntryRecord,
  lookupRecord,
  sentHoursRule,
  sentRate,
  standardTimeFields,
} from '../../masterData/records.ts';
import { recordOfWork } from './workRecords.ts';

/** Returns the schema of a record of work: the fields of a V2 device's record, with the sender's own codes (`parseWork`). */
function workRecord({ shape }: typeof clockRecord | typeof pieceworkRecord) {
  const { recordId: _recordId, sequence: _sequence, jobDescription, ...fields }: Record<string, z.ZodType> = shape;
  return z.object({
    ...fields,
    ...recordOfWork.shape,
    ...(jobDescription && { jobDescriptionCode: jobDescription }),
  });
}

const SCHEMAS: Record<PayrollPart, z.ZodType> = {
  timeGroups: groupRecord,
  employeeGroups: groupRecord,
  jobDescriptions: groupRecord,
  lookupDefinitions: lookupDefinitionRecord,
  lookups: lookupRecord.extend({ entries: z.array(lookupEntryRecord).max(MAX_SYNC_RECORDS) }),
  standardTimes: standardTimeFields,
  holidays: holidayRecord,
  hoursRules: sentHoursRule,
  employees: employeeRecord,
  rates: sentRate,
  minimums: sentRate,
  pieceworkEntries: workRecord(pieceworkRecord),
  clockRecords: workRecord(clockRecord),
};

/** Adds the fields of each part of a payroll sync to the OpenAPI document. */
export function describeRecords() {
  for (const part of PAYROLL_PARTS) {
    const { $schema: _dialect, ...schema } = z.toJSONSchema(SCHEMAS[part], { io: 'input', target: 'openapi-3.0' });
    payrollRecord[part].register(z.globalRegistry, schema);
  }
}
