import { Alert, Group, Stack, Table, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { listUnsentMails, type MailStatus, sendTestMail, type UnsentMail } from '#contract/mail.ts';
import { messageOf } from '../../api/errors.ts';
import { moment } from '../../lib/moments.ts';
import { ServerButton } from '../../shell/ServerButton.tsx';
import { useMayCall } from '../../state/session.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { ListTable } from '../../ui/ListTable.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { mailStatusQuery, sendTestMailMutation, unsentMailsQuery } from './mail.queries.ts';

/** The state of outgoing mail, a test mail, and failed mails with the mail server's reply. */
export function MailPage() {
  const status = useQuery(mailStatusQuery);
  return (
    <Stack gap="md">
      <PageTitle>Mail</PageTitle>
      <Loaded query={status} failed="Failed to load the state of mail" height={120} label="the state of mail">
        {(data) => <Server status={data} />}
      </Loaded>
      {useMayCall(listUnsentMails) && <NotDelivered hasServer={status.data?.hasServer !== false} />}
    </Stack>
  );
}

function NotDelivered({ hasServer }: { hasServer: boolean }) {
  const unsent = useQuery(unsentMailsQuery);
  return (
    <Panel title="Not delivered">
      <Loaded query={unsent} failed="Failed to load mails" height={160} label="mails">
        {({ results }) =>
          results.length > 0 ? (
            <Unsent mails={results} />
          ) : (
            <EmptyState
              text={
                hasServer ? 'Every mail was delivered to the mail server.' : 'Nothing is sent: mails are in the outbox.'
              }
            />
          )
        }
      </Loaded>
    </Panel>
  );
}

function Server({ status: { hasServer, sender } }: { status: MailStatus }) {
  const test = useMutation(sendTestMailMutation);
  const may = useMayCall(sendTestMail);
  return (
    <Panel title="Mail server">
      {hasServer ? (
        <Text size="sm">Mails are sent as {sender}.</Text>
      ) : (
        <Alert color="orange" variant="light">
          No mail server is set up: mails are written to the outbox folder of the server and reach nobody. Set SMTP_URL
          and start the server again. Until then, hand over invitation links from a user’s Password tab.
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
            Send test mail to me
          </ServerButton>
        </Group>
      )}
      {test.isError && <ErrorNote text={messageOf(test.error)} />}
    </Panel>
  );
}

const PURPOSE: Record<string, string> = {
  reset: 'Password reset',
  invitation: 'Invitation',
  notice: 'Notice',
  activation: 'Activation code',
  alert: 'Alert',
};

function Unsent({ mails }: { mails: readonly UnsentMail[] }) {
  return (
    <ListTable label="Mails that were not delivered" stacked columns={['Recipient', 'Mail', 'Reason', 'Next try']}>
      {mails.map(({ _id, recipient, purpose, reason, createdAt, nextAttemptAt }) => (
        <Table.Tr key={_id}>
          <Table.Td>{recipient}</Table.Td>
          <Table.Td data-label="Mail">
            {PURPOSE[purpose] ?? purpose}, {moment(createdAt)}
          </Table.Td>
          <Table.Td data-label="Reason">{reason}</Table.Td>
          <Table.Td data-label="Next try">{moment(nextAttemptAt, 'Given up')}</Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}
