import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { SetupPageName } from './pages.ts';

/** The labels of the pages; apart from their names, which every start loads to read addresses. */
export const SETUP_LABEL: Record<SetupPageName, MessageDescriptor> = {
  start: msg`First steps`,
  employees: msg`Employees`,
  groups: msg`Groups`,
  lookups: msg`Products and blocks`,
  shifts: msg`Shifts`,
  holidays: msg`Holidays`,
  hours: msg`Hours rules`,
  phones: msg`Phones`,
  users: msg`Users`,
  workbook: msg`Workbook`,
};
