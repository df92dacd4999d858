import { z } from 'zod';
import { documentId } from './common.ts';
import { MAX_FILTER_IDS } from './limits.ts';

/** A list of ids in an address: separated by commas. An array is written so by itself. */
const ids = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => [...new Set([value].flat().flatMap((text) => text.split(',')))].filter((id) => id !== ''))
  .pipe(z.array(documentId).max(MAX_FILTER_IDS, `At most ${MAX_FILTER_IDS} of each`))
  .optional();

/**
 * 'My crew' (spec/trends.md): the people of whom a figure is. They fit each list that names any; empty or absent: everybody. Ids that are
 * not the account's fit nobody.
 */
export const crewFilters = {
  timeGroups: ids,
  employeeGroups: ids,
  jobDescriptions: ids,
  /** The devices they clock on; who has none assigned clocks on all of them. */
  devices: ids,
  /** Entries of lookup 1; of piecework only. */
  lookup1: ids,
};
const crew = z.object(crewFilters);
/** Parsed: lists of ids. */
export type CrewFilters = z.output<typeof crew>;
