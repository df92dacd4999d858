import { z } from 'zod/mini';

/** Without this, Zod tests whether it may compile with `new Function`, which the page's policy refuses and reports. It must be the first import. */
z.config({ jitless: true });
