import { Button, Code, CopyButton, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { makeInvitationLink, type UserWithPassword } from '#contract/users.ts';
import { moment } from '../../lib/moments.ts';
import { ServerButton } from '../../shell/ServerButton.tsx';
import { useMayCall } from '../../state/session.ts';
import { Panel } from '../../ui/Panel.tsx';
import classes from './users.module.css';
import { invitationLinkMutation } from './users.queries.ts';

/** An invitation link for a user who has not set a password yet, to hand over where mail does not reach. It is shown until the page is left. */
export function InvitationLink({ user }: { user: UserWithPassword }) {
  const may = useMayCall(makeInvitationLink);
  const make = useMutation(invitationLinkMutation(user._id));
  if (!may || !user.isActive || (user.hasPassword && !make.data)) return null;
  return (
    <Panel label="Invitation link">
      <Text size="sm">
        For a new user who gets no mail: a link to set the first password. Earlier links stop working.
      </Text>
      {make.data && (
        <>
          <Code block className={classes.link}>
            {make.data.url}
          </Code>
          <Text size="sm" c="dimmed">
            Anyone who has it becomes {user.firstName} {user.lastName}: it works once, until{' '}
            {moment(make.data.expiresAt)}, and is not shown again.
          </Text>
        </>
      )}
      <Group justify="flex-end">
        {make.data ? (
          <CopyButton value={make.data.url}>
            {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy invitation link'}</Button>}
          </CopyButton>
        ) : (
          <ServerButton variant="default" loading={make.isPending} onClick={() => make.mutate()}>
            Make invitation link
          </ServerButton>
        )}
      </Group>
    </Panel>
  );
}
