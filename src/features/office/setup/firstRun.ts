import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { Setup } from '#contract/office/setup.ts';
import type { WorkbookSheet } from '#contract/office/workbook.ts';

/** The first run of an empty account: each step is sent as a sheet of the workbook, so that it is saved completely or not at all. */
export type Step = Setup['steps'][number]['step'];
export const STEP_QUESTION: Record<Step, MessageDescriptor> = {
  'time-zone': msg`Where are you?`,
  shifts: msg`When do you work?`,
  employees: msg`Who works?`,
  lookups: msg`What is counted?`,
  devices: msg`How do people clock?`,
  'first-punch': msg`First punch`,
};
const OPTIONAL: readonly Step[] = ['lookups', 'devices'];
export const isOptional = (step: Step) => OPTIONAL.includes(step);

/** Returns the next step: the first required one that is not done, and finally the first punch. */
export const nextStep = (steps: Setup['steps']): Step =>
  steps.find(({ step, isDone }) => !isDone && !isOptional(step))?.step ?? 'first-punch';

/** A sheet of the workbook as cells. */
export type Cells = { sheet: WorkbookSheet; rows: string[][] };

export const HOURS = {
  day: msg`Day, 07:00 to 16:00`,
  two: msg`Two shifts, 06:00 to 14:00 and 14:00 to 22:00`,
  nights: msg`Nights, 22:00 to 06:00`,
  own: msg`Own hours`,
} as const;
export type HoursChoice = keyof typeof HOURS;
/** The last days of a working week, as sheets name them. */
export const LAST_DAYS = { Fri: 5, Sat: 6, Sun: 7 } as const;
export type OwnHours = { start: string; end: string; lastDay: string };

/** Returns the shifts sheet for a choice: one line per time group, from Monday on, in force from the beginning. */
export function shiftsSheet(choice: HoursChoice, { start, end, lastDay }: OwnHours): Cells {
  const lines = {
    day: [[t({ message: 'Day', context: 'time group' }), '07:00', '16:00', '12:00-13:00']],
    two: [
      [t({ message: 'Early', context: 'time group' }), '06:00', '14:00', '10:00-10:30'],
      [t({ message: 'Late', context: 'time group' }), '14:00', '22:00', '18:00-18:30'],
    ],
    nights: [[t({ message: 'Night', context: 'time group' }), '22:00', '06:00', '02:00-02:30']],
    own: [[t({ message: 'Day', context: 'time group' }), start, end, '']],
  }[choice];
  const rows = lines.map(([name = '', from = '', to = '', breaks = '']) => [name, `Mon-${lastDay}`, from, to, breaks]);
  return { sheet: 'shifts', rows: [['Time Group', 'Days', 'Start', 'End', 'Breaks'], ...rows] };
}

/** Values for those of the first people whose lines lack them: the time group, and whether the number is the time ID. */
type OfAll = { timeGroup: string; timeIdIsNumber: boolean };
/**
 * Returns the employees sheet of rows with or without headings. Without, the columns are those of the template (number, names, time ID, time group),
 * so that line numbers match what was typed.
 */
export function employeesSheet(rows: readonly string[][], { timeGroup, timeIdIsNumber }: OfAll): Cells {
  const [headings = [], ...people] = rows;
  if (!headings.some((cell) => /number|name/i.test(cell)))
    return {
      sheet: 'employees',
      rows: rows.map(([number = '', firstName = '', lastName = '', timeId = timeIdIsNumber ? number : '']) => [
        ...[number, firstName, lastName, timeId],
        ...(timeGroup ? [timeGroup] : []),
      ]),
    };
  if (timeGroup === '' || headings.some((heading) => /^(time group|shift)$/i.test(heading)))
    return { sheet: 'employees', rows: [...rows] };
  const filled = people.map((row) => [...row, ...Array<string>(headings.length - row.length).fill(''), timeGroup]);
  return { sheet: 'employees', rows: [[...headings, 'Time Group'], ...filled] };
}

/** Returns the lookups sheet that names a lookup and lists its entries, a code each like its description. */
export const lookupsSheet = (name: string, entries: readonly string[]): Cells => ({
  sheet: 'lookups',
  rows: [
    ['Lookup', 'Code', 'Description'],
    ['1', '', name],
    ...entries.map((entry) => ['1', entry.slice(0, 60), entry]),
  ],
});
