import type { SetupPageName } from './pages.ts';

/** The labels of the pages; apart from their names, which every start loads to read addresses. */
export const SETUP_LABEL: Record<SetupPageName, string> = {
  start: 'First steps',
  employees: 'Employees',
  groups: 'Groups',
  lookups: 'Lookups',
  shifts: 'Shifts',
  holidays: 'Holidays',
  hours: 'Hours rules',
  phones: 'Phones',
  users: 'Users',
  workbook: 'Workbook',
};
