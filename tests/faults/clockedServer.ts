import { z } from 'zod';
import { main } from '#server/main.ts';
import { networkTo } from '../support/pushService.ts';

/**
 * The real server with a clock that its parent process sets: `{now}` is sent over the channel and answered when it is set. With `run`, the checks of
 * every minute are made now, through the queue as always. The push service listens on the port of this machine that the file's argument names. Only
 * tests start this file.
 */
const message = z.object({ now: z.number(), run: z.boolean() });
let now = Number(process.env.TEST_CLOCK);
if (!Number.isFinite(now) || !process.send)
  throw new Error('Started by tests only: TEST_CLOCK and a channel are needed');

const server = await main({ now: () => new Date(now) }, networkTo(Number(process.argv[2] ?? 9), 2_000));
process.on('message', async (said) => {
  const asked = message.parse(said);
  now = asked.now;
  process.send?.({ at: now });
  if (asked.run)
    for (const job of ['alerts.run', 'alerts.reports', 'mail.send', 'push.send'])
      await server?.jobs.send(job, {}).catch(() => undefined);
});
