import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getMailStatus } from '#contract/platform/mail.ts';
import { AnchorLink } from '../../../shell/links.ts';
import { useMayCall } from '../../../state/session.ts';
import { mailStatusQuery } from './mail.queries.ts';

/** A warning above the administrators' lists: no mail server is set up, or mails did not arrive. */
export function MailBanner() {
  const { t } = useLingui();
  const may = useMayCall(getMailStatus);
  const { data } = useQuery({ ...mailStatusQuery, enabled: may });
  if (!may || !data || (data.hasServer && data.failed === 0)) return null;
  const { failed } = data;
  return (
    <Alert color="orange" variant="light" icon={<IconAlertTriangle aria-hidden />}>
      {data.hasServer
        ? t`${plural(failed, { one: `${failed} mail was not delivered.`, other: `${failed} mails were not delivered.` })}`
        : t`No mail server is set up: invitations, activation codes and alerts are written to the outbox and reach nobody.`}{' '}
      <AnchorLink to="/manage/mail" size="sm" underline="always" c="inherit">
        {data.hasServer ? t`See why` : t`What to do`}
      </AnchorLink>
    </Alert>
  );
}
