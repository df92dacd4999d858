import { t } from '@lingui/core/macro';
import { getMailStatus, listUnsentMails, sendTestMail } from '#contract/platform/mail.ts';
import { mailToast } from '../../../api/mailed.ts';
import { mutationOf, queryOf } from '../../../api/query.ts';

export const mailStatusQuery = queryOf(getMailStatus, ['mail', 'status'], {
  staleTime: 60_000,
  meta: { silent: true },
});

export const unsentMailsQuery = queryOf(listUnsentMails, ['mail', 'unsent'], { meta: { silent: true } });

/** The failure is shown beside the button. */
export const sendTestMailMutation = mutationOf(sendTestMail, {
  success: mailToast(() => t`Test mail sent to you`),
  silent: true,
});
