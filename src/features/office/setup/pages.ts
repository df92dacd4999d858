import type { Setup } from '#contract/office/setup.ts';

/** The pages of the settings by their tab, in order; `start` exists until an employee has clocked, some only for employers. */
export const SETUP_TABS = {
  start: ['start'],
  people: ['employees', 'groups', 'teams', 'shifts', 'holidays'],
  products: ['lookups', 'containers', 'defects', 'rates'],
  pay: ['hours', 'minimums', 'rules', 'test'],
  phones: ['phones'],
  users: ['users'],
} as const;
/** The pages that are opened by a button. */
export const SETUP_BUTTONS = ['workbook', 'owners'] as const;

/** Returns true where records of the account come from elsewhere. */
export const hasOwners = ({ owners }: Setup) => !owners.every(({ isApplication }) => isApplication);

export type SetupTab = keyof typeof SETUP_TABS;
export type SetupPageName = (typeof SETUP_TABS)[SetupTab][number] | (typeof SETUP_BUTTONS)[number];
export const SETUP_PAGES: readonly SetupPageName[] = [...Object.values(SETUP_TABS).flat(), ...SETUP_BUTTONS];

/** The pages about money, which only employers with the permission for them have. */
export const OF_MONEY = ['rates', 'minimums', 'rules', 'test'] as const satisfies readonly SetupPageName[];
export type MoneyPageName = (typeof OF_MONEY)[number];
export const isOfMoney = (page: SetupPageName): page is MoneyPageName => OF_MONEY.some((one) => one === page);

/** The search parameters of the settings' address: which page it shows, so that a link or reload returns to it. */
export type SetupSearch = { page?: SetupPageName | undefined };
// Set also where it is undefined: the router would leave an unknown page of the address in its place.
export const setupSearch = ({ page }: Record<string, unknown>): SetupSearch => ({
  page: SETUP_PAGES.find((one) => one === page),
});
