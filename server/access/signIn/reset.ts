import { msg } from '#contract/platform/words.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Services } from '../../platform/services.ts';
import { lockActiveUser } from '../session/logins.sql.ts';
import { deleteSessionsOf } from '../session/sessions.sql.ts';
import { endTicketsOf } from '../session/tickets.sql.ts';
import { type Concerned, tell } from './notices.ts';
import { deleteOptionsOf, settleFactor } from './options.sql.ts';

/** Removes all log-in options of a user, ends the user's sessions, and records it. The caller wakes the mail sender. */
export async function resetOptions(
  tx: Db,
  services: Pick<Services, 'config'>,
  user: Concerned,
  actor: Parameters<typeof tell>[4],
): Promise<void> {
  // Waits for a change that the user is making at this moment, which is then removed as well.
  await lockActiveUser(tx, user);
  await deleteOptionsOf(tx, user);
  await settleFactor(tx, user);
  await deleteSessionsOf(tx, user);
  await endTicketsOf(tx, user);
  const sentence = msg(
    'Your passkeys, authenticator app and recovery codes were removed by an administrator. You log in with your password.',
  );
  await tell(tx, services, user, { action: 'sign-in.reset', sentence }, actor);
}
