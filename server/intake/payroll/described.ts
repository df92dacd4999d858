import { z } from 'zod';
import { PAYROLL_PARTS, type PayrollPart, type PayrollSyncBody, payrollRecord } from '#contract/intake/payroll.ts';
import { MAX_SYNC_RECORDS } from '#contract/platform/limits.ts';
import { clockRecord, pieceworkRecord } from '#contract/platform/records.ts';
import { storable } from '#contract/platform/storable.ts';
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

/** Fields that only devices know of their records. */
const OF_DEVICES = ['recordId', 'sequence', 'clock', 'means', 'capturedBy', 'jobDescription'];
/** Returns the schema of a record of work: the fields of a V2 device's record, with the sender's own codes (`parseWork`). */
function workRecord({ shape }: typeof clockRecord | typeof pieceworkRecord) {
  const { jobDescription }: Record<string, z.ZodType> = shape;
  return z.object({
    ...Object.fromEntries(Object.entries(shape).filter(([field]) => !OF_DEVICES.includes(field))),
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

const described = (part: PayrollPart) => z.toJSONSchema(SCHEMAS[part], { io: 'input', target: 'openapi-3.0' });

/** Adds the fields of each part of a payroll sync to the OpenAPI document. */
export function describeRecords() {
  for (const part of PAYROLL_PARTS) {
    const { $schema: _dialect, ...schema } = described(part);
    payrollRecord[part].register(z.globalRegistry, schema);
  }
}

/** The fields of a record, and those of the records in its lists. */
type Fields = ReadonlyMap<string, Fields | null>;
type Described = { properties?: Record<string, Described>; items?: Described };
const fieldsOf = ({ properties = {} }: Described): Fields =>
  new Map(Object.entries(properties).map(([name, { items }]) => [name, items?.properties ? fieldsOf(items) : null]));
/** Names that are read and not described: that of a device's record, and other spellings of a lookup's. */
const ALSO: Partial<Record<PayrollPart, string[]>> = {
  pieceworkEntries: ['jobDescription'],
  lookupDefinitions: ['code', 'description'],
};
const known = new Map<PayrollPart, Fields>(
  PAYROLL_PARTS.map((part) => [
    part,
    // A schema of an object in JSON is one.
    new Map([...fieldsOf(described(part) as Described), ...(ALSO[part] ?? []).map((name) => [name, null] as const)]),
  ]),
);

/** Of a part so many names are told, each up to so many characters. */
const MAX_NAMED = 20;
const MAX_NAME = 60;
/** Returns the names of the fields of each part that nothing reads, 'breaks.payed' for one of a list within a record: a misspelt one would be lost in silence. */
export function ignoredFields(body: PayrollSyncBody): { part: PayrollPart; fields: string[] }[] {
  return PAYROLL_PARTS.flatMap((part) => {
    const found = new Set<string>();
    const look = (records: unknown, fields: Fields, path: string) => {
      for (const record of Array.isArray(records) ? records : []) {
        if (typeof record !== 'object' || record === null) continue;
        for (const [name, value] of Object.entries(record)) {
          if (found.size >= MAX_NAMED) return;
          const inner = fields.get(name);
          if (inner === undefined) found.add(storable(`${path}${name}`.slice(0, MAX_NAME)));
          else if (inner) look(value, inner, `${path}${name}.`);
        }
      }
    };
    look(body[part], known.get(part) ?? new Map(), '');
    return found.size > 0 ? { part, fields: [...found] } : [];
  });
}
