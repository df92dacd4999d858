import type { Db } from '../db/db.ts';
import type { Services } from '../services.ts';
import { lockActiveUser } from '../session/logins.sql.ts';
import { deleteSessionsOf } from '../session/sessions.sql.ts';
import { endTicketsOf } from '../session/tickets.sql.ts';
import { type Concerned, tell } from './notices.ts';
import { deleteOptionsOf, settleFactor } from './options.sql.ts';

/** Removes everything that a user has set up, ends the user's sessions, and says so (S-108). Wake the mail sender after it. */
export async function resetOptions(
  tx: Db,
  services: Pick<Services, 'config'>,
  user: Concerned,
  actor: Parameters<typeof tell>[4],
): Promise<void> {
  // What the user changes at this moment is done first, and goes with the rest.
  await lockActiveUser(tx, user);
  await deleteOptionsOf(tx, user);
  await settleFactor(tx, user);
  await deleteSessionsOf(tx, user);
  await endTicketsOf(tx, user);
  const sentence =
    'Your passkeys, authenticator app and recovery codes were removed by an administrator. You log in with your password.';
  await tell(tx, services, user, { action: 'sign-in.reset', sentence }, actor);
}
