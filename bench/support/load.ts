import { createRequire } from 'node:module';
import { z } from 'zod';

/** Runs in a process of its own: sends the load of `process.argv[2]` over 50 connections, each request with the next set of headers; prints JSON. */
const { url, seconds, headers } = z
  .object({ url: z.string(), seconds: z.number(), headers: z.array(z.record(z.string(), z.string())) })
  .parse(JSON.parse(process.argv[2] ?? '{}'));
const autocannon = createRequire(import.meta.url)('autocannon');
const result = await autocannon({
  url,
  connections: 50,
  duration: seconds,
  requests: headers.map((one) => ({ headers: one })),
});
console.log(JSON.stringify(result));
