import { z } from 'zod';

/**
 * Without this, Zod tests whether it may compile parsers with `new Function`, which the page's policy refuses and reports. The build puts this in
 * Zod's own file (build/chunks.ts), so that it runs before the first schema is made.
 */
z.config({ jitless: true });
