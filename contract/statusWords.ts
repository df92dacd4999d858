import type { AttendanceStatus } from './stats.ts';

/** The label of each status, used everywhere; apart from the schemas, because the page says them before zod has loaded. */
export const STATUS_WORDS: Record<AttendanceStatus, string> = {
  total: 'Employees',
  present: 'Present',
  absent: 'Absent',
  late: 'Late',
  onTime: 'On Time',
  pending: 'Pending',
  unverified: 'Unverified',
  off: 'Off',
};
