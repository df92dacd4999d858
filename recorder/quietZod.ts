import { z } from 'zod/mini';

/** Zod would try whether it may compile with `new Function`, which the page's policy refuses and reports. First of all imports. */
z.config({ jitless: true });
