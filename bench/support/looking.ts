import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { timed } from './rig.ts';

/** How a dashboard answers meanwhile: the 95th percentile in milliseconds while `work` is done, and how long that took. */
export async function lookedAt(
  dashboard: { url: string; authorization: string },
  work: () => Promise<unknown>,
): Promise<{ p95: number; ms: number }> {
  const looker = spawn(process.execPath, [join(import.meta.dirname, 'looker.ts'), JSON.stringify(dashboard)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // It has started when it has looked for a moment.
  await pause(1_500);
  const ms = await timed(work);
  looker.stdin.end();
  let text = '';
  for await (const chunk of looker.stdout) text += chunk;
  return { p95: z.coerce.number().positive().parse(text), ms };
}

/** Figures are computed anew every minute: what is to be compared begins at the start of one, so that none has that moment in it alone. */
export const toNextMinute = () => pause(61_000 - (Date.now() % 60_000));
