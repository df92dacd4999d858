import type { AttendanceStatus, Bucket } from '#contract/stats.ts';
import type { AttendanceState } from '../../ui/StateLabel.tsx';

/** The meaning of each status, for people who do not know the word. */
export const STATUS_MEANING: Record<AttendanceStatus, string> = {
  total: 'All active employees.',
  present: 'At least one punch on this work day.',
  absent: 'Expected, not clocked in, and nothing says otherwise.',
  late: 'Clocked in after the start of the shift and its grace.',
  onTime: 'Clocked in by the start of the shift and its grace.',
  pending: 'Expected, but not due yet.',
  unverified:
    'Due and not clocked in, but not judged: a device is silent, a punch waits for a decision, or piecework was recorded.',
  off: 'Not expected: rest day, holiday or no shift.',
};

/** The colour and icon of one person's state. */
export const stateOf = (status: Bucket, late: boolean): AttendanceState =>
  status === 'present' ? (late ? 'late' : 'on-time') : status;

export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim();

type Listed = { employee: { _id: string; firstName: string; lastName: string } };
/** Returns the employee of a row of a list, as the columns of names ask for it. */
export const identified = ({ employee: { _id, firstName, lastName } }: Listed) => ({
  employeeId: _id,
  firstName,
  lastName,
});
