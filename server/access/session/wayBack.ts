import { msg } from '#contract/platform/words.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict } from '../../platform/http/errors.ts';
import type { UserKey } from './sessions.sql.ts';
import { isWayBack } from './signOn.sql.ts';

/**
 * Refuses to take away the user who keeps a password while their account requires single sign-on, or their rights: the account's settings name
 * another one first. The caller holds the user's row. Throws CONFLICT.
 */
export async function refuseForWayBack(tx: Db, user: UserKey & { username: string }): Promise<void> {
  if (await isWayBack(tx, user))
    throw conflict(
      msg(
        '{username} keeps a password as the way back. Choose another user in the account’s settings first, at Single sign-on.',
        { username: user.username },
      ),
    );
}
