import { z } from 'zod';
import { hoursRuleFields } from '../masterData/hoursRules.ts';
import {
  access,
  basis,
  lookupNumber,
  ownOrNamedAccount,
  previewQuery,
  rejudged,
  setupRecord,
  withBasis,
  writes,
} from '../masterData/setupRecords.ts';
import { daysBetween, documentId, localDate, ok, requiredTypedLine, typedLine, wallTime } from '../platform/common.ts';
import { endpoint, recordEndpoints } from '../platform/endpoint.ts';
import { asText, msg, words } from '../platform/words.ts';

/** Groups, lookups, holidays and shifts as the screens of the set-up show and change them. */
const optionalId = documentId.nullable();
export const groupKind = z.enum(['time', 'employee', 'job']);
export const setupGroup = z.object({
  ...setupRecord.shape,
  kind: groupKind,
  code: z.string(),
  name: z.string(),
  /** The number of employees, without deleted ones, whose newest time group it is. */
  employees: z.int(),
});
export type SetupGroup = z.infer<typeof setupGroup>;
const name = requiredTypedLine(words('Name is required'), 120);
/** Absent or empty: the name is used. */
const code = typedLine(60).optional();
export const {
  list: listSetupGroups,
  create: createSetupGroup,
  update: updateSetupGroup,
  remove: deleteSetupGroup,
} = recordEndpoints(
  { path: '/setup/groups', access, params: z.object({ groupId: documentId }), refusals: writes },
  {
    list: {
      summary: 'Time groups, employee groups and job descriptions that are not deleted, by name.',
      query: ownOrNamedAccount,
      response: z.object({ groups: z.array(setupGroup) }),
    },
    create: {
      summary: 'Adds a group.',
      query: ownOrNamedAccount,
      body: z.strictObject({ kind: groupKind, code, name }),
      response: setupGroup,
    },
    update: {
      summary: 'Renames a group.',
      query: ownOrNamedAccount,
      body: z.strictObject({ name, basis }),
      response: setupGroup,
    },
    remove: {
      summary: 'Deletes a group that no employee is in; 409 CONFLICT otherwise.',
      query: withBasis,
      response: ok,
    },
  },
);

export const setupLookupEntry = z.object({
  ...setupRecord.shape,
  lookup: lookupNumber,
  code: z.string(),
  description: z.string(),
});
export type SetupLookupEntry = z.infer<typeof setupLookupEntry>;
export const setupLookup = z.object({
  lookup: lookupNumber,
  /** The account's name for it ('Products') and the owner of that name; locked where a payroll system owns it. */
  ...setupRecord.omit({ _id: true }).shape,
  name: z.string(),
  entries: z.array(setupLookupEntry),
});
const description = requiredTypedLine(words('Description is required'), 120);
export const {
  list: listSetupLookups,
  create: createSetupLookupEntry,
  update: updateSetupLookupEntry,
  remove: deleteSetupLookupEntry,
} = recordEndpoints(
  { path: '/setup/lookups', access, params: z.object({ lookupEntryId: documentId }), refusals: writes },
  {
    list: {
      summary: 'Both lookups with their names and the entries that are not deleted, by description.',
      query: ownOrNamedAccount,
      response: z.object({ lookups: z.array(setupLookup) }),
    },
    create: {
      summary: 'Adds an entry of a lookup.',
      query: ownOrNamedAccount,
      body: z.strictObject({
        lookup: lookupNumber,
        code: requiredTypedLine(words('Code is required'), 60),
        description,
      }),
      response: setupLookupEntry,
    },
    update: {
      summary: 'Changes the description of an entry.',
      query: ownOrNamedAccount,
      body: z.strictObject({ description, basis }),
      response: setupLookupEntry,
    },
    remove: { summary: 'Deletes an entry; records keep its description.', query: withBasis, response: ok },
  },
);
export const nameSetupLookup = endpoint({
  method: 'PUT',
  path: '/setup/lookup-names/:lookup',
  access,
  summary: 'Says what the account calls a lookup.',
  params: z.object({ lookup: z.enum(['1', '2']) }),
  query: ownOrNamedAccount,
  body: z.strictObject({ name: requiredTypedLine(words('Name is required'), 60), basis }),
  response: setupLookup,
  refusals: writes,
});

export const setupHoliday = z.object({
  ...setupRecord.shape,
  date: localDate,
  name: z.string(),
  /** Null: the holiday is for the whole account. */
  timeGroupId: optionalId,
});
export type SetupHoliday = z.infer<typeof setupHoliday>;
const holidayFields = { date: localDate, name, timeGroupId: optionalId };
const holidayAnswer = z.object({ holiday: setupHoliday, rejudged });
export const {
  list: listSetupHolidays,
  create: createSetupHoliday,
  update: updateSetupHoliday,
  remove: deleteSetupHoliday,
} = recordEndpoints(
  { path: '/setup/holidays', access, params: z.object({ holidayId: documentId }), refusals: writes },
  {
    list: {
      summary: 'Holidays that are not deleted, by date.',
      query: ownOrNamedAccount,
      response: z.object({ holidays: z.array(setupHoliday) }),
    },
    create: {
      summary: 'Adds a holiday.',
      query: previewQuery,
      body: z.strictObject(holidayFields),
      response: holidayAnswer,
    },
    update: {
      summary: 'Changes a holiday.',
      query: previewQuery,
      body: z.strictObject({ ...holidayFields, basis }),
      response: holidayAnswer,
    },
    remove: {
      summary: 'Deletes a holiday.',
      query: withBasis.extend(previewQuery.shape),
      response: z.object({ rejudged }),
    },
  },
);

const minutes = (max: number) => z.int().min(0).max(max);
/** The times of one weekday; for a rest day only `weekday` and `isRest` are used. `endTime` <= `startTime`: the shift ends on the next day. */
export const shiftDay = z.strictObject({
  weekday: z.int().min(1).max(7),
  isRest: z.boolean(),
  startTime: wallTime,
  endTime: wallTime,
  breaks: z
    .array(
      z.strictObject({
        startTime: wallTime,
        endTime: wallTime,
        /** False: taken off the paid time; a break is paid otherwise (docs/reference/paid-hours.md#breaks). */
        paid: z.boolean().optional(),
        /** A clocked unpaid break takes off its length at least. */
        atLeast: z.boolean().optional(),
      }),
    )
    .max(20),
  graceMinutes: minutes(720),
  breakGraceMinutes: minutes(720),
  /** The margins Early and Late: how long before and after the shift a punch still belongs to it. */
  preMinutes: minutes(1_440),
  postMinutes: minutes(1_440),
});
export type ShiftDay = z.infer<typeof shiftDay>;
export const setupShifts = z.object({
  timeGroupId: documentId,
  name: z.string(),
  /** The owner of the standard times, which may differ from the owner of the group; the application where there are none. */
  ...setupRecord.omit({ _id: true }).shape,
  /** Each week of hours with the date from which it is in force, by date; null: from the beginning. Weekdays without hours are left out. */
  weeks: z.array(z.object({ from: localDate.nullable(), days: z.array(shiftDay) })),
  /** The hours rule of the time group in force today, and those after it, each with its first day; shifts that break a limit of it are told. */
  rules: z.array(z.object({ ...hoursRuleFields, from: localDate })),
});
export type SetupShifts = z.infer<typeof setupShifts>;
export const listSetupShifts = endpoint({
  method: 'GET',
  path: '/setup/shifts',
  access,
  summary: 'The weeks of every time group, by its name.',
  query: ownOrNamedAccount,
  response: z.object({ shifts: z.array(setupShifts) }),
});
export const setSetupShifts = endpoint({
  method: 'PUT',
  path: '/setup/shifts/:timeGroupId',
  access,
  summary: 'Sets weekdays of a time group from a date on; `?preview=1` only says whom that judges anew.',
  params: z.object({ timeGroupId: documentId }),
  query: previewQuery,
  body: z.strictObject({
    /** Null: from the beginning, which judges past days again. */
    from: localDate.nullable(),
    /** Weekdays that are absent stay as they are. */
    days: z
      .array(shiftDay)
      .max(7)
      .refine((days) => new Set(days.map(({ weekday }) => weekday)).size === days.length, {
        error: words('Name each weekday once'),
      }),
    basis,
  }),
  response: z.object({ shifts: setupShifts, rejudged }),
  refusals: writes,
});
/** The weeks that can repeat, and how far ahead they are written. */
export const ROTATION = { minWeeks: 2, maxWeeks: 8, mostWeeksAhead: 26 } as const;
export const rotateSetupShifts = endpoint({
  method: 'PUT',
  path: '/setup/shifts/:timeGroupId/rotation',
  access,
  summary:
    'Gives a time group weeks that repeat: each is the week of a time group as of `from`, in turn until `until`, when the last one stays in force. Later hours of the group up to then are replaced.',
  params: z.object({ timeGroupId: documentId }),
  query: previewQuery,
  body: z
    .strictObject({
      from: localDate,
      until: localDate,
      /** The time groups whose weeks follow one another, the group itself and repetitions included. */
      weeks: z.array(documentId).min(ROTATION.minWeeks).max(ROTATION.maxWeeks),
      basis,
    })
    .refine(
      ({ from, until }) => {
        const days = daysBetween(from, until);
        return days >= 7 && days <= ROTATION.mostWeeksAhead * 7;
      },
      {
        path: ['until'],
        error: asText(
          msg('Between one and {mostWeeksAhead} weeks after the first day', {
            mostWeeksAhead: ROTATION.mostWeeksAhead,
          }),
        ),
      },
    ),
  response: z.object({ shifts: setupShifts, rejudged }),
  refusals: writes,
});
