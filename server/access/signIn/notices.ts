import type { AuditAction } from '#contract/platform/audit.ts';
import type { Message } from '#contract/platform/words.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { enqueueMail } from '../../platform/mail/mail.ts';
import { signInMail } from '../../platform/mail/templates.ts';
import type { Services } from '../../platform/services.ts';
import { wordsOfUser } from '../../platform/words/recipients.sql.ts';
import type { UserKey } from '../session/sessions.sql.ts';

/** The user whose options are concerned, and who is told. */
export type Concerned = UserKey & { username: string; firstName: string; email: string };
/** `sentence` is for the mail, `detail` for the trail. */
type Notice = { action: AuditAction; sentence: Message; detail?: string | Message; result?: 'ok' | 'refused' };
/** The actor, the time and the address; with `hold` for a user's call. */
type Actor = {
  actor: string;
  actorId?: string;
  address?: string;
  hold?: Parameters<typeof audit>[1]['hold'];
  now: Date;
};

/**
 * Queues a mail to the user and adds a line to the trail about a change of log-in options. The caller wakes the sender after the
 * commit.
 */
export async function tell(
  tx: Db,
  { config }: Pick<Services, 'config'>,
  user: Concerned,
  { sentence, ...notice }: Notice,
  { now, ...actor }: Actor,
): Promise<void> {
  const { accountId, userId: targetId, username: target } = user;
  await audit(tx, { accountId, at: now, ...actor, target, targetId, ...notice });
  const { firstName } = user;
  const text = signInMail({ firstName, sentence, supportContact: config.supportContact }, await wordsOfUser(tx, user));
  await enqueueMail(tx, { ...text, purpose: 'notice', accountId, recipient: user.email, now });
}
