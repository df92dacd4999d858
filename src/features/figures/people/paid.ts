import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { PaidClasses } from '#contract/figures/hours.ts';
import type { PersonDay } from '#contract/figures/people.ts';

type PaidKey = keyof PaidClasses;
const CLASSES: readonly { key: PaidKey; title: MessageDescriptor }[] = [
  { key: 'ordinaryMs', title: msg`Ordinary` },
  { key: 'overtime1Ms', title: msg`Overtime 1` },
  { key: 'overtime2Ms', title: msg`Overtime 2` },
  { key: 'sundayMs', title: msg`Sunday` },
  { key: 'holidayMs', title: msg`Holiday` },
  { key: 'nightMs', title: msg`Night` },
  { key: 'takenOffMs', title: msg`Unpaid Break` },
  { key: 'unsettledMs', title: msg({ message: 'Open', context: 'pay' }) },
];
/** Returns the columns of paid hours that some of the rows fill; 'Paid' always. */
export const paidColumns = (rows: readonly PaidClasses[]) => [
  { key: 'paidMs' as PaidKey, title: t`Paid` },
  ...CLASSES.filter(({ key }) => rows.some((row) => row[key] > 0)).map(({ key, title }) => ({ key, title: t(title) })),
];
/** Returns the paid hours of the days that have any. */
export const paidOf = (days: readonly PersonDay[]) => days.flatMap(({ attendance }) => attendance?.paid ?? []);
