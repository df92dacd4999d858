import { msg } from '@lingui/core/macro';

/** The pages of the section *Pay*, in order: those of `sees` need Pay.VIEW, the others Pay.MANAGE. */
export const PAY_PAGES = [
  { page: 'people', title: msg`People`, sees: true },
  { page: 'cost', title: msg`Cost`, sees: true },
  { page: 'files', title: msg`Payroll files`, sees: true },
  { page: 'rates', title: msg`Rates`, sees: false },
  { page: 'minimums', title: msg`Minimums`, sees: false },
  { page: 'rules', title: msg`Pay rules`, sees: false },
  { page: 'test', title: msg`Test a rule`, sees: false },
] as const;
export type PayPageName = (typeof PAY_PAGES)[number]['page'];
