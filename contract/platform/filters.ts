import { z } from 'zod';
import { documentId } from './common.ts';
import { MAX_FILTER_IDS } from './limits.ts';
import { asText, msg } from './words.ts';

/** A list of ids in a query string, separated by commas; URLSearchParams writes an array in the same way. */
const ids = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => [...new Set([value].flat().flatMap((text) => text.split(',')))].filter((id) => id !== ''))
  .pipe(z.array(documentId).max(MAX_FILTER_IDS, asText(msg('At most {most} of each', { most: MAX_FILTER_IDS }))))
  .optional();

/**
 * The filter 'My crew': a figure covers the people who fit each list that is not empty; without lists, everybody. An id that is not
 * the account's fits nobody.
 */
export const crewFilters = {
  timeGroups: ids,
  employeeGroups: ids,
  jobDescriptions: ids,
  /** The devices they clock on; a person without assigned devices clocks on all of them. */
  devices: ids,
  /** Entries of lookup 1; they filter piecework only. */
  lookup1: ids,
};
const crew = z.object(crewFilters);
/** Parsed: lists of ids. */
export type CrewFilters = z.output<typeof crew>;
