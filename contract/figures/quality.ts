import { z } from 'zod';
import { documentId, localDate } from '../platform/common.ts';
import { employer, endpoint } from '../platform/endpoint.ts';
import { correctedEmployee } from './corrections.ts';

/** Figures of what was found in samples of containers (docs/reference/quality.md). */
const looked = {
  samples: z.int(),
  pieces: z.int(),
  /** Of how many pieces each defect was found, in the order of `defects`. */
  found: z.array(z.int()),
};
export const lookedAt = z.object(looked);
export type LookedAt = z.infer<typeof lookedAt>;

/** Returns the share of pieces in percent, to a tenth; null where none were looked at. */
export const shareOf = (found: number, pieces: number): number | null =>
  pieces > 0 ? Math.round((found / pieces) * 1_000) / 10 : null;
/** Returns the share of all defects together: a piece that has two is found twice. */
export const shareOfAll = ({ found, pieces }: Pick<LookedAt, 'found' | 'pieces'>) =>
  shareOf(
    found.reduce((sum, one) => sum + one, 0),
    pieces,
  );

export const getQuality = endpoint({
  method: 'GET',
  path: '/quality',
  access: employer('Stats.GET_PERFORMANCE_METRICS'),
  scope: 'people',
  summary: 'What was found in samples of containers on some days, by the people who filled them.',
  query: z.strictObject({
    from: localDate,
    to: localDate,
    /** Of one person, and of their crew in `all`. */
    employeeId: documentId.optional(),
  }),
  response: z.object({
    /** Those that are not deleted, and those that were found. */
    defects: z.array(z.object({ _id: documentId, name: z.string() })),
    people: z.array(z.object({ employee: correctedEmployee, crew: z.string().nullable(), ...looked })),
    all: lookedAt,
    days: z.array(z.object({ day: localDate, ...looked })),
    /** Samples of containers that were never counted: they are of no employee. */
    uncounted: z.int(),
    /** Samples that were received on these days and set aside for their time: they are in no figure. */
    setAside: z.int(),
  }),
  refusals: ['DATE_OUT_OF_RANGE', 'TOO_LARGE'],
});
export type Quality = z.infer<typeof getQuality.response>;
