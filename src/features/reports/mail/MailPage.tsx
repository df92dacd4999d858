import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Group, Stack, Table, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { listUnsentMails, type MailStatus, sendTestMail, type UnsentMail } from '#contract/platform/mail.ts';
import { messageOf } from '../../../api/errors.ts';
import { moment } from '../../../lib/moments.ts';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { useMayCall } from '../../../state/session.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { ListTable } from '../../../ui/ListTable.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { mailStatusQuery, sendTestMailMutation, unsentMailsQuery } from './mail.queries.ts';

/** The state of outgoing mail, a test mail, and failed mails with the mail server's reply. */
export function MailPage() {
  const { t } = useLingui();
  const status = useQuery(mailStatusQuery);
  return (
    <Stack gap="md">
      <PageTitle>{t`Mail`}</PageTitle>
      <Loaded query={status} failed={t`Failed to load the state of mail`} height={120} label={t`the state of mail`}>
        {(data) => <Server status={data} />}
      </Loaded>
      {useMayCall(listUnsentMails) && <NotDelivered hasServer={status.data?.hasServer !== false} />}
    </Stack>
  );
}

function NotDelivered({ hasServer }: { hasServer: boolean }) {
  const { t } = useLingui();
  const unsent = useQuery(unsentMailsQuery);
  return (
    <Panel title={t`Not delivered`}>
      <Loaded query={unsent} failed={t`Failed to load mails`} height={160} label={t`mails`}>
        {({ results }) =>
          results.length > 0 ? (
            <Unsent mails={results} />
          ) : (
            <EmptyState
              text={
                hasServer
                  ? t`Every mail was delivered to the mail server.`
                  : t`Nothing is sent: mails are in the outbox.`
              }
            />
          )
        }
      </Loaded>
    </Panel>
  );
}

function Server({ status: { hasServer, sender } }: { status: MailStatus }) {
  const { t } = useLingui();
  const test = useMutation(sendTestMailMutation);
  const may = useMayCall(sendTestMail);
  return (
    <Panel title={t`Mail server`}>
      {hasServer ? (
        <Text size="sm">
          <Trans>Mails are sent as {sender}.</Trans>
        </Text>
      ) : (
        <Alert color="orange" variant="light">
          <Trans>
            No mail server is set up: mails are written to the outbox folder of the server and reach nobody. Set
            SMTP_URL and start the server again. Until then, hand over invitation links from a user’s Password tab.
          </Trans>
        </Alert>
      )}
      {may && (
        <Group justify="flex-end">
          <ServerButton
            variant="default"
            leftSection={<IconSend size={18} aria-hidden />}
            loading={test.isPending}
            onClick={() => test.mutate()}
          >
            <Trans>Send test mail to me</Trans>
          </ServerButton>
        </Group>
      )}
      {test.isError && <ErrorNote text={messageOf(test.error)} />}
    </Panel>
  );
}

const PURPOSE: Record<string, MessageDescriptor | undefined> = {
  reset: msg`Password reset`,
  invitation: msg`Invitation`,
  notice: msg`Notice`,
  activation: msg`Activation code`,
  alert: msg`Alert`,
};

function Unsent({ mails }: { mails: readonly UnsentMail[] }) {
  const { t } = useLingui();
  return (
    <ListTable
      label={t`Mails that were not delivered`}
      stacked
      columns={[t`Recipient`, t`Mail`, t`Reason`, t`Next try`]}
    >
      {mails.map(({ _id, recipient, purpose, reason, createdAt, nextAttemptAt }) => (
        <Table.Tr key={_id}>
          <Table.Td>{recipient}</Table.Td>
          <Table.Td data-label={t`Mail`}>
            {t(PURPOSE[purpose] ?? { id: purpose })}, {moment(createdAt)}
          </Table.Td>
          <Table.Td data-label={t`Reason`}>{reason}</Table.Td>
          <Table.Td data-label={t`Next try`}>{moment(nextAttemptAt, t`Given up`)}</Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}
