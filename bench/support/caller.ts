import { z } from 'zod';

/** Runs in a process of its own: sends the requests that it receives as messages, one at a time, and reports the answers. */
const asked = z.object({
  url: z.string(),
  method: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string().optional(),
});

process.on('message', async (message) => {
  const { url, body, ...rest } = asked.parse(message);
  const started = performance.now();
  const response = await fetch(url, { ...rest, body: body ?? null });
  const text = await response.text();
  process.send?.({ status: response.status, text, ms: performance.now() - started });
});
