import { msg, t } from '@lingui/core/macro';
import { cardNumbers, cardsIn } from '#contract/attendance/cards.ts';
import {
  type SetupEmployee,
  type SetupEmployeeChange,
  type SetupEmployeeInput,
  setupEmployeeInput,
} from '#contract/office/setup.ts';
import { isPerhapsAnother } from '#contract/platform/personNames.ts';
import { matchesText } from '../../../lib/search.ts';
import { addDays } from '../../../lib/zoned.ts';
import { checkedBy, faultIn } from '../../../ui/checkedBy.ts';

/** Filters of the list: employees of a time group, or those who lack something. */
export const EMPLOYEE_FILTERS = {
  all: msg`Everybody`,
  'without-shift': msg`No shift`,
  'without-time-id': msg`No time ID`,
  inactive: msg({ message: 'Inactive', context: 'employee' }),
} as const;
export type EmployeeFilter = { words: string; filter: string };

/** Returns the employees who have all the words in their number, names, time ID or cards and who pass the filter (a kind, or a group's id). */
export function matching(employees: readonly SetupEmployee[], { words, filter }: EmployeeFilter): SetupEmployee[] {
  return employees.filter(
    (one) =>
      matchesText(`${one.number} ${one.firstName} ${one.lastName} ${one.timeId ?? ''} ${one.cards.join(' ')}`, words) &&
      passes(one, filter),
  );
}
function passes(one: SetupEmployee, filter: string): boolean {
  if (filter === 'all') return true;
  if (filter === 'without-shift') return one.timeGroupId === null;
  if (filter === 'without-time-id') return one.timeId === null;
  if (filter === 'inactive') return !one.isActive;
  return [one.timeGroupId, one.employeeGroupId].includes(filter);
}

/** The text of each field of the form; an empty text means no value. `timeGroupFrom` null: always. `endsOn`: the last day. */
export type EmployeeValues = {
  number: string;
  firstName: string;
  lastName: string;
  /** Of a name that changes in all its parts. */
  person: 'another' | 'same';
  phoneNumber: string;
  timeId: string;
  /** Separated by commas. */
  cards: string;
  timeGroupId: string;
  timeGroupFrom: string | null;
  employeeGroupId: string;
  jobDescriptionId: string;
  employeeGroupFrom: string | null;
  activeFrom: string;
  endsOn: string;
};

export const employeeValues = (shown: SetupEmployee | null, today: string): EmployeeValues => ({
  number: shown?.number ?? '',
  firstName: shown?.firstName ?? '',
  lastName: shown?.lastName ?? '',
  person: 'another',
  phoneNumber: shown?.phoneNumber ?? '',
  timeId: shown?.timeId ?? '',
  cards: shown?.cards.join(', ') ?? '',
  timeGroupId: shown?.timeGroupId ?? '',
  // A new employee has no past days to judge again.
  timeGroupFrom: shown?.timeGroupId ? today : null,
  employeeGroupId: shown?.employeeGroupId ?? '',
  jobDescriptionId: shown?.jobDescriptionId ?? '',
  employeeGroupFrom: shown?.employeeGroupId || shown?.jobDescriptionId ? today : null,
  activeFrom: shown?.activeFrom ?? '',
  endsOn: shown?.inactiveFrom ? addDays(shown.inactiveFrom, -1) : '',
});

/** Returns true where the name changes in all its parts: the dialog then asks whether it is another person. */
export const changesPerson = (values: EmployeeValues, shown: SetupEmployee | null) =>
  shown !== null && isPerhapsAnother(shown, values);

const orNull = (text: string) => text.trim() || null;
/** Returns what to send: for an existing employee only the fields that differ, so that the others stay their owner's. */
export function employeeChange(values: EmployeeValues, shown: SetupEmployee | null, today: string) {
  const before = employeeValues(shown, today);
  const differs = (field: keyof EmployeeValues) => values[field] !== before[field];
  const ends: Partial<SetupEmployeeInput> = values.endsOn
    ? { inactiveFrom: addDays(values.endsOn, 1) }
    : { inactiveFrom: null, isActive: true };
  return {
    ...(differs('number') && { number: values.number }),
    ...(differs('firstName') && { firstName: values.firstName }),
    ...(differs('lastName') && { lastName: values.lastName }),
    ...(changesPerson(values, shown) && { samePerson: values.person === 'same' }),
    ...(differs('phoneNumber') && { phoneNumber: orNull(values.phoneNumber) }),
    ...(differs('timeId') && { timeId: orNull(values.timeId) }),
    ...(differs('cards') && { cards: cardsIn(values.cards) }),
    ...(differs('timeGroupId') && { timeGroupId: orNull(values.timeGroupId), timeGroupFrom: values.timeGroupFrom }),
    ...(differs('employeeGroupId') && { employeeGroupId: orNull(values.employeeGroupId) }),
    ...(differs('jobDescriptionId') && { jobDescriptionId: orNull(values.jobDescriptionId) }),
    ...((differs('employeeGroupId') || differs('jobDescriptionId')) && { employeeGroupFrom: values.employeeGroupFrom }),
    ...(differs('activeFrom') && { activeFrom: orNull(values.activeFrom) }),
    ...(differs('endsOn') && ends),
  } satisfies SetupEmployeeChange;
}

const NAMES = ['number', 'firstName', 'lastName'] as const;
const named = checkedBy(setupEmployeeInput.pick({ number: true, firstName: true, lastName: true }).partial());
const numbered = checkedBy(setupEmployeeInput.pick({ phoneNumber: true }));
/** Returns the faults of an employee's form, by field. A name that was shown stays, also the empty one that a payroll system sent. */
export function employeeErrors(values: EmployeeValues, shown: SetupEmployee | null) {
  const cards = faultIn(cardNumbers, cardsIn(values.cards));
  return {
    ...named(
      Object.fromEntries(NAMES.flatMap((name) => (shown?.[name] === values[name] ? [] : [[name, values[name]]]))),
    ),
    ...(values.phoneNumber !== (shown?.phoneNumber ?? '') && numbered({ phoneNumber: orNull(values.phoneNumber) })),
    ...(cards && { cards }),
    ...(values.timeGroupFrom === '' && { timeGroupFrom: t`Choose a date` }),
    ...(values.employeeGroupFrom === '' && { employeeGroupFrom: t`Choose a date` }),
    ...(values.activeFrom &&
      values.endsOn &&
      values.endsOn < values.activeFrom && { endsOn: t`Ends before it starts` }),
  };
}
