import { z } from 'zod';
import type { Message } from './words.ts';

/** A message as it comes over the wire; apart from words.ts, because pages say words before zod has loaded. */
export const message: z.ZodType<Message> = z.object({
  id: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.lazy(() => message)])).optional(),
});

/** An English text without values, or a message: what a page says in its own language. */
export const textOrMessage = z.union([z.string(), message]);
