import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { timed } from './rig.ts';
import { quantile } from './vitals.ts';

type Dashboard = {
  url: string;
  authorization: string;
  /** The address to which a terminal sends punches in the meantime. */
  punch?: string;
};
const answers = z.object({ looks: z.array(z.number()).min(1), punches: z.array(z.number()) });

/** Does `work` and returns how long it took, and how long the dashboard and the terminal's punches waited meanwhile, in milliseconds. */
export async function lookedAt(dashboard: Dashboard, work: () => Promise<unknown>) {
  const looker = spawn(process.execPath, [join(import.meta.dirname, 'looker.ts'), JSON.stringify(dashboard)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // The process has started when it has been asking for a moment.
  await pause(1_500);
  const ms = await timed(work);
  looker.stdin.end();
  let text = '';
  for await (const chunk of looker.stdout) text += chunk;
  const { looks, punches } = answers.parse(JSON.parse(text));
  return {
    ms,
    p95: quantile(looks, 0.95),
    p99: quantile(looks, 0.99),
    slowest: Math.max(...looks),
    slowestPunch: Math.max(0, ...punches),
  };
}

/**
 * Waits for the start of a minute: figures are computed again every minute, and each of the compared runs should contain that moment equally often.
 */
export const toNextMinute = () => pause(61_000 - (Date.now() % 60_000));
