import { msg } from '#contract/platform/words.ts';
import { wakeMail } from '../../platform/mail/mail.ts';
import type { Services } from '../../platform/services.ts';
import { takeLeftTickets } from '../session/tickets.sql.ts';
import { tell } from './notices.ts';
import { deleteOldChallenges } from './passkeys.sql.ts';

const LEFT = {
  action: 'sign-in.left',
  sentence: msg(
    'Someone logged in with your password and did not show a second factor. If it was not you, change your password.',
  ),
  result: 'refused',
} as const;

/** Defines the background work: telling users whose password was used without the second factor, and deleting what has expired. */
export function defineSignInJobs(services: Services) {
  const { jobs, db, clock } = services;
  jobs.define('sign-in.clean', async () => {
    const now = clock.now();
    await deleteOldChallenges(db, now);
    const told = await db.tx(async (tx) => {
      const left = await takeLeftTickets(tx, now);
      for (const { address, ...user } of left)
        await tell(tx, services, user, LEFT, { actor: user.username, actorId: user.userId, address, now });
      return left.length;
    });
    if (told > 0) await wakeMail(jobs);
  });
  jobs.schedule('sign-in.clean', '*/15 * * * *');
}
