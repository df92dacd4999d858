import { t } from '@lingui/core/macro';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { getMailStatus, listUnsentMails, sendTestMail } from '#contract/platform/mail.ts';
import { call } from '../../../api/call.ts';
import { mailToast } from '../../../api/mailed.ts';

export const mailStatusQuery = queryOptions({
  queryKey: ['mail', 'status'],
  queryFn: ({ signal }) => call(getMailStatus, {}, { signal }),
  staleTime: 60_000,
  meta: { silent: true },
});

export const unsentMailsQuery = queryOptions({
  queryKey: ['mail', 'unsent'],
  queryFn: ({ signal }) => call(listUnsentMails, {}, { signal }),
  meta: { silent: true },
});

/** The failure is shown beside the button. */
export const sendTestMailMutation = mutationOptions({
  mutationFn: () => call(sendTestMail),
  meta: { success: mailToast(() => t`Test mail sent to you`), silent: true },
});
