import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';

const result = z.object({
  requests: z.object({ total: z.int(), average: z.number() }),
  '2xx': z.int(),
  '3xx': z.int(),
  non2xx: z.int(),
});

export type Cost = { micros: number; perSecond: number; statuses: string };

/** Returns the CPU microseconds of this process per request; the load comes from another process. */
export async function cpuPerRequest(
  url: string,
  headers: readonly Record<string, string>[],
  seconds: number,
): Promise<Cost> {
  const before = process.cpuUsage();
  const asked = JSON.stringify({ url, headers, seconds });
  const child = spawn(process.execPath, [join(import.meta.dirname, 'load.ts'), asked], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  for await (const chunk of child.stdout) text += chunk;
  const { user, system } = process.cpuUsage(before);
  const measured = result.parse(JSON.parse(text));
  const answered = measured['2xx'] + measured['3xx'];
  if (answered < measured.requests.total * 0.99) throw new Error(`${measured.requests.total - answered} were refused`);
  return {
    micros: (user + system) / measured.requests.total,
    perSecond: measured.requests.average,
    statuses: `${measured['2xx']} x 2xx, ${measured['3xx']} x 3xx`,
  };
}
