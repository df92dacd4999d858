import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ListField, NameOrder } from '#contract/office/list.ts';

/** The fields that a column of a list may be taken for, in the words of the workbook. */
export const FIELD_LABEL: Record<ListField, MessageDescriptor> = {
  number: msg`Employee number`,
  firstName: msg`First name`,
  lastName: msg`Last name`,
  lastNamePrefix: msg`Part before the last name`,
  secondLastName: msg`Second last name`,
  fullName: msg`First and last name`,
  timeId: msg`Time ID (what they clock with)`,
  timeGroup: msg`Shift`,
  groupFrom: msg`Shift from`,
  employeeGroup: msg`Employee group`,
  jobDescription: msg`Job description`,
  active: msg`Active`,
  inactive: msg`No longer active`,
  activeFrom: msg`Active from`,
  inactiveFrom: msg`Inactive from`,
  lastDay: msg`Last day of work`,
  cards: msg`Card numbers`,
  phoneNumber: msg`Phone number`,
};
export const NAME_LABEL: Record<NameOrder, MessageDescriptor> = {
  'first-last': msg`First name first`,
  'last-first': msg`Last name first`,
  'first-last2': msg`Two last names last`,
  'last2-first': msg`Two last names first`,
};
