/** The statuses with their labels, which are used everywhere; apart from the schemas, because the page says them before zod has loaded. */
export const STATUS_WORDS = {
  total: 'Employees',
  present: 'Present',
  absent: 'Absent',
  late: 'Late',
  onTime: 'On Time',
  pending: 'Pending',
  unverified: 'Unverified',
  off: 'Off',
};
export type AttendanceStatus = keyof typeof STATUS_WORDS;

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
