import { z } from 'zod';

/**
 * Zod would try whether it may compile parsers with `new Function`; the policy of the page refuses that, and reports it. The build puts
 * this beside Zod itself (build/chunks.ts), so that it holds before the first schema is made.
 */
z.config({ jitless: true });
