import { z } from 'zod';
import { instant } from './common.ts';
import { message } from './message.ts';

/** The most imports that are listed. */
export const MAX_LISTED_IMPORTS = 20;
/** An import of the last 30 days, as the lists of them show it. */
export const listedImport = z.object({
  at: instant,
  by: z.string(),
  /** Null for pasted cells. */
  fileName: z.string().nullable(),
  /** Why it cannot be undone any more; null where it can, unless what it brought was changed since. */
  cannotUndo: z.string().nullable(),
  cannotUndoWords: message.optional(),
});
