import type { Judgement } from '../attendance/bucket.ts';
import type { Shift } from '../attendance/calendar.ts';
import type { DayFigures } from '../attendance/judge.ts';
import type { Membership } from '../attendance/timeGroups.ts';

/** One active employee's day, judged. Instants and durations in milliseconds. */
export type Person = DayFigures &
  Judgement & {
    employee: { _id: string; number: string; firstName: string; lastName: string };
    /** The one in force on the day. */
    timeGroupId: string | null;
    timeGroups?: Membership['timeGroups'];
    employeeGroupId: string | null;
    jobDescriptionId: string | null;
    /** The devices they clock on; null: all of the account. */
    deviceIds: readonly string[] | null;
    /** Those of them that were silent once they were due. */
    silentOn: readonly string[];
    shift: Shift | null;
    present: boolean;
    asOf: number;
    /** Piecework: number of entries, exact units, time of rule 16. */
    entries: number;
    units: string;
    workedMs: number;
    /** A punch of the shift's window waits for a decision. */
    quarantined: boolean;
    /** A correction in force is of this day. */
    corrected: boolean;
    /** An excuse changed a judgement of this day; of somebody `off` their absence. */
    excused: boolean;
    /** The part of lateness and breaks that excuses took out, in ms. */
    excusedMs: number;
  };
