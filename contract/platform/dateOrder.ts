import { z } from 'zod';

/** The order of the parts of a column's dates. */
export const dateOrder = z.enum(['ymd', 'dmy', 'mdy']);
export type DateOrder = z.infer<typeof dateOrder>;
