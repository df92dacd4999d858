import type { Db } from '../../platform/db/db.ts';
import { enqueueMail } from '../../platform/mail/mail.ts';
import { recordsMail } from '../../platform/mail/templates.ts';
import type { Services } from '../../platform/services.ts';
import { wordsOfUser } from '../../platform/words/recipients.sql.ts';
import { endFile, type RecordEnd } from './records.sql.ts';

type Whose = { accountId: string; accountName: string; recordFileId: string };

/** Ends the making of a file and queues a mail to the user who asked for it, if it is still one who may log in (docs/reference/records.md#files-of-records). The caller wakes the sender. */
export async function endAndTell(
  tx: Db,
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  { accountId, accountName, recordFileId }: Whose,
  end: RecordEnd,
): Promise<void> {
  const told = await endFile(tx, accountId, recordFileId, end);
  if (!told) return;
  const { userId, firstName, email, from, to } = told;
  const url = `${config.publicUrl}/employer/reports/records`;
  const given = {
    ...{ firstName, accountName, from, to, url },
    failure: 'failure' in end ? end.failure : null,
    supportContact: config.supportContact,
  };
  const text = recordsMail(given, await wordsOfUser(tx, { accountId, userId }));
  const key = `records-${recordFileId}`;
  await enqueueMail(tx, { ...text, purpose: 'notice', accountId, recipient: email, now: clock.now(), key });
}
