/** The pages of the set-up, in order; `start` exists until an employee has clocked, `users` for employers. */
export const SETUP_PAGES = [
  'start',
  'employees',
  'groups',
  'lookups',
  'shifts',
  'holidays',
  'hours',
  'phones',
  'users',
  'workbook',
] as const;
export type SetupPageName = (typeof SETUP_PAGES)[number];

/** The search parameters of the set-up's address: which page it shows, so that a link or reload returns to it. */
export type SetupSearch = { page?: SetupPageName | undefined };
// Set also where it is undefined: the router would leave an unknown page of the address in its place.
export const setupSearch = ({ page }: Record<string, unknown>): SetupSearch => ({
  page: SETUP_PAGES.find((one) => one === page),
});
