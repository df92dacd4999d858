import type { Judgement } from '../../attendance/bucket.ts';
import type { Shift } from '../../attendance/calendar.ts';
import type { DayFigures } from '../../attendance/judge.ts';
import type { Membership } from '../../attendance/timeGroups.ts';
import type { PaidDay, PaidInput } from '../pay/paidDay.ts';

/** One active employee's day, judged. Instants and durations in milliseconds. */
export type Person = DayFigures &
  Judgement & {
    employee: { _id: string; number: string; firstName: string; lastName: string };
    /** The time group in force on the day. */
    timeGroupId: string | null;
    timeGroups?: Membership['timeGroups'];
    employeeGroupId: string | null;
    jobDescriptionId: string | null;
    /** The devices they clock on; null: all devices of the account. */
    deviceIds: readonly string[] | null;
    /** Those of them that are silent, for an employee who is due and has not punched. */
    silentOn: readonly string[];
    shift: Shift | null;
    /** The paid hours; null where no hours rule is in force. */
    paid: PaidDay | null;
    /** The input from which the paid hours of an employee were computed who is at work or unverified; null: of anyone else. */
    paying: PaidInput | null;
    present: boolean;
    asOf: number;
    /** Piecework: number of entries, exact units, time of rule 16. */
    entries: number;
    units: string;
    workedMs: number;
    /** True if a punch within the shift's window is quarantined. */
    quarantined: boolean;
    /** True if a correction in force belongs to this day. */
    corrected: boolean;
    /** True if an excuse changed a judgement of this day; for status `off`, the absence. */
    excused: boolean;
    /** The lateness and breaks that excuses removed, in ms. */
    excusedMs: number;
  };
