import type { CrewFilters } from '#contract/platform/filters.ts';
import { deviceStorage } from '../lib/storage.ts';

/** The filters of 'My crew' in their order: each is a parameter of the address and of the calls. */
export const CREW_FILTERS = [
  'timeGroups',
  'employeeGroups',
  'jobDescriptions',
  'devices',
  'lookup1',
] as const satisfies readonly (keyof CrewFilters)[];

/** The key of the filter that this device has stored; `features/figures/crew/myCrew.ts` writes it. */
export const CREW_KEY = 'tb.crew';

/** Returns true if an address, or the request of a figure, is about some people only. */
export const hasCrew = (parameters: URLSearchParams) => CREW_FILTERS.some((filter) => parameters.has(filter));

/** Returns true if this device has stored a filter, which the dashboard applies where the address has none. */
export const isCrewStored = () => deviceStorage.get(CREW_KEY) !== null;
