import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { SetupPageName, SetupTab } from './pages.ts';

/** The labels of the pages; apart from their names, which every start loads to read addresses. */
export const SETUP_LABEL: Record<SetupPageName, MessageDescriptor> = {
  start: msg`First steps`,
  employees: msg`Employees`,
  groups: msg`Groups`,
  teams: msg`Teams`,
  lookups: msg`Products and blocks`,
  containers: msg`Containers`,
  defects: msg`Defects`,
  shifts: msg`Shifts`,
  holidays: msg`Holidays`,
  rates: msg`Rates`,
  hours: msg`Hours rules`,
  minimums: msg`Minimum wage`,
  rules: msg`Pay rules`,
  test: msg`Pay calculator`,
  phones: msg`Phones and terminals`,
  users: msg`Users and access`,
  workbook: msg`Import`,
  owners: msg`Data sources`,
};

/** The labels of tabs with several pages; of the others it is that of the page. */
export const SETUP_TAB_LABEL: Partial<Record<SetupTab, MessageDescriptor>> = {
  people: msg`People and shifts`,
  products: msg`Products and rates`,
  pay: SETUP_LABEL.rules,
};
