/** The pages of the section *Pay*, in order: those of `sees` need Pay.VIEW, the others Pay.MANAGE. */
export const PAY_PAGES = [
  { page: 'people', title: 'People', sees: true },
  { page: 'cost', title: 'Cost', sees: true },
  { page: 'files', title: 'Payroll files', sees: true },
  { page: 'rates', title: 'Rates', sees: false },
  { page: 'minimums', title: 'Minimums', sees: false },
  { page: 'rules', title: 'Pay rules', sees: false },
  { page: 'test', title: 'Test a rule', sees: false },
] as const;
export type PayPageName = (typeof PAY_PAGES)[number]['page'];
