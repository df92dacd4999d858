import { CREW_FILTERS } from '../start/crew.ts';

export type CrewFilter = (typeof CREW_FILTERS)[number];

/** The filters in the form of the address: the ids of each, separated by commas; an absent one includes everybody. */
export type Crew = Partial<Record<CrewFilter, string>>;

const IDS = /^[0-9a-f-]{36}(,[0-9a-f-]{36})*$/i;

/** Returns the filters of an address; whatever is not understood is left out. */
export const crewOf = (raw: Record<string, unknown>): Crew =>
  Object.fromEntries(
    CREW_FILTERS.flatMap((filter) => {
      const value = raw[filter];
      return typeof value === 'string' && IDS.test(value) ? [[filter, value]] : [];
    }),
  );

/** Returns the ids of one filter. */
export const idsOf = (crew: Crew, filter: CrewFilter): readonly string[] => crew[filter]?.split(',') ?? [];
