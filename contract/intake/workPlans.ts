import { z } from 'zod';
import { documentId, instant, line, localDate, nullableInstant, ok, wallTime } from '../platform/common.ts';
import { employer, endpoint } from '../platform/endpoint.ts';
import { MAX_LISTED_PLANS, MAX_PLANNED_RECORDERS, MAX_WORK_PLANS } from '../platform/limits.ts';
import { words } from '../platform/words.ts';

/**
 * Work that the office plans for Recorders: what is counted from a date and time on, which a Recorder takes at its next contact and puts into
 * effect at its time, with or without one. The person at the Recorder can choose other work, which the office sees. A user with a scope plans for Recorders
 * that only their people use, and products of their scope.
 */
const code = line(60).nullable();
/** Units per scan: more than 0, exact decimal of at most 3 places. */
const unitsPerScan = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,3})?$/, words('A number of at most 3 decimals'))
  .refine((text) => Number(text) > 0, { error: words('More than 0') });
const work = { lookup1Code: code, lookup2Code: code, unitsPerScan };

/** A plan as it is told to a Recorder. `at`: from when; `by`: the name of the user who made it. */
export const plannedWork = z.object({ _id: documentId, at: instant, by: z.string(), ...work });
export type PlannedWork = z.infer<typeof plannedWork>;
/** Other work that was chosen on a Recorder while a plan was in force, and when, by the server's time. */
export const changedWork = z.strictObject({ at: instant, ...work });
export type ChangedWork = z.infer<typeof changedWork>;
/** A report of a Recorder: the plans that it has, and the last choice of other work while each was in force. */
export const workReport = z.strictObject({
  taken: z.array(documentId).max(MAX_WORK_PLANS),
  changed: z.array(changedWork.extend({ planId: documentId })).max(MAX_WORK_PLANS),
});
export type WorkReport = z.infer<typeof workReport>;

export const workPlan = plannedWork.extend({
  deviceId: documentId,
  day: localDate,
  time: wallTime,
  /** `in-force`: the newest of the Recorder that has begun. */
  state: z.enum(['planned', 'in-force', 'past']),
  /** When the Recorder first said that it has the plan. */
  takenAt: nullableInstant,
  /** Null as well where the caller does not see that product. */
  changed: changedWork.nullable(),
});
export type WorkPlan = z.infer<typeof workPlan>;

const access = { access: employer('Attendance.CORRECT'), scope: 'people' } as const;
export const listWorkPlans = endpoint({
  method: 'GET',
  path: '/work-plans',
  ...access,
  summary:
    'The Recorders for which the caller may plan, with the employee groups that they are assigned to, and their plans: those in force, those to come, and those since yesterday.',
  response: z.object({
    recorders: z.array(
      z.object({
        _id: documentId,
        name: z.string(),
        lastContact: nullableInstant,
        /** The employee groups of the people who are assigned to it; none while everybody uses it. */
        crewIds: z.array(documentId),
        /** People are assigned to it. */
        isStaffed: z.boolean(),
      }),
    ),
    /** The latest, by Recorder and time. */
    plans: z.array(workPlan).max(MAX_LISTED_PLANS),
    /** There are earlier plans besides. */
    isCut: z.boolean(),
  }),
});
/** 409 CONFLICT where a Recorder has other work planned for the same time, without `replace`; 400 DATE_OUT_OF_RANGE where that has begun. 409 LIMIT_REACHED: 50 plans of a Recorder are to come. */
export const setWorkPlan = endpoint({
  method: 'POST',
  path: '/work-plans',
  ...access,
  summary: 'Plan what some Recorders count from a time of the account on, now or within 31 days.',
  body: z.strictObject({
    deviceIds: z.array(documentId).min(1, words('Choose a Recorder')).max(MAX_PLANNED_RECORDERS),
    day: localDate,
    time: wallTime,
    ...work,
    /** Take the place of plans for the same time. */
    replace: z.boolean().optional(),
  }),
  response: z.object({ planned: z.int(), replaced: z.int() }),
  refusals: ['CONFLICT', 'LIMIT_REACHED', 'DATE_OUT_OF_RANGE'],
});
/** 409 CONFLICT for work that has begun: other work can be planned from now on. */
export const withdrawWorkPlan = endpoint({
  method: 'DELETE',
  path: '/work-plans/:planId',
  ...access,
  summary: 'Withdraw a plan that has not begun.',
  params: z.object({ planId: documentId }),
  response: ok,
  refusals: ['CONFLICT'],
});
