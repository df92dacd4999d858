import { t } from '@lingui/core/macro';
import type { PaidClasses } from '#contract/hours.ts';
import type { PersonDay } from '#contract/people.ts';

type PaidKey = keyof PaidClasses;
const CLASSES: readonly { key: PaidKey; title: string }[] = [
  { key: 'ordinaryMs', title: 'Ordinary' },
  { key: 'overtime1Ms', title: 'Overtime 1' },
  { key: 'overtime2Ms', title: 'Overtime 2' },
  { key: 'sundayMs', title: 'Sunday' },
  { key: 'holidayMs', title: 'Holiday' },
  { key: 'nightMs', title: 'Night' },
  { key: 'takenOffMs', title: 'Taken Off' },
  { key: 'unsettledMs', title: 'Not Settled' },
];
/** Returns the columns of paid hours that some of the rows fill; 'Paid' always. */
export const paidColumns = (rows: readonly PaidClasses[]) => [
  { key: 'paidMs' as PaidKey, title: t`Paid` },
  ...CLASSES.filter(({ key }) => rows.some((row) => row[key] > 0)),
];
/** Returns the paid hours of the days that have any. */
export const paidOf = (days: readonly PersonDay[]) => days.flatMap(({ attendance }) => attendance?.paid ?? []);
