import { words } from './words.ts';
/** The statuses with their labels, which are used everywhere; apart from the schemas, because the page says them before zod has loaded. */
export const STATUS_WORDS = {
  total: words('Employees'),
  present: words('Present'),
  absent: words('Absent'),
  late: words('Late'),
  onTime: words('On Time'),
  pending: words('Not due yet'),
  unverified: words('Can’t tell yet'),
  off: words('Off'),
};
export type AttendanceStatus = keyof typeof STATUS_WORDS;

/** The meaning of each status, for people who do not know the word. */
export const STATUS_MEANING: Record<AttendanceStatus, string> = {
  total: words('All active employees.'),
  present: words('At least one punch on this work day.'),
  absent: words('Should be here and has not clocked in.'),
  late: words('Clocked in after the start of the shift and its grace.'),
  onTime: words('Clocked in by the start of the shift and its grace.'),
  pending: words('Expected, but not due yet.'),
  unverified: words(
    'Due and not clocked in, but not judged: a device is silent, a punch waits for a decision, or piecework was recorded.',
  ),
  off: words('Not expected: rest day, holiday or no shift.'),
};
