import { Trans, useLingui } from '@lingui/react/macro';
import { Button, CopyButton, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import {
  makeInvitationLink,
  type User,
  type UserWithPassword,
  withdrawInvitationLink,
} from '#contract/access/users.ts';
import { QR_SIZE } from '#contract/platform/limits.ts';
import { moment } from '../../../lib/moments.ts';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { useMayCall } from '../../../state/session.ts';
import { LinkAsCode } from '../../../ui/LinkAsCode.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { invitationLinkMutation, type LinkPurpose, withdrawInvitationMutation } from './users.queries.ts';

/** An invitation link for a user who has not set a password yet, to hand over where mail does not reach. It is shown until the page is left. */
export function InvitationLink({ user }: { user: UserWithPassword }) {
  const { t } = useLingui();
  const may = useMayCall(makeInvitationLink);
  const mayWithdraw = useMayCall(withdrawInvitationLink);
  const make = useMutation(invitationLinkMutation);
  const withdraw = useMutation(withdrawInvitationMutation);
  if (!may || !user.isActive || (user.hasPassword && !make.data)) return null;
  const maySetUp = user.role === 'employer' && user.permissions.api.includes('Setup.MANAGE');
  const button = (purpose: LinkPurpose, label: string) => (
    <ServerButton
      variant="default"
      loading={make.isPending && make.variables.purpose === purpose}
      onClick={() => make.mutate({ userId: user._id, purpose })}
    >
      {label}
    </ServerButton>
  );
  return (
    <Panel label={t`Invitation link`}>
      <Text size="sm">
        <Trans>For a new user who gets no mail: a link to set the first password. Earlier links stop working.</Trans>
        {maySetUp && t` A set-up link works for 30 days, and leads to Settings after that.`}
      </Text>
      {!make.data && user.invitedUntil && (
        <Text size="sm">
          <Trans>An invitation works until {moment(user.invitedUntil)}.</Trans>
        </Text>
      )}
      {make.data && <ShownLink user={user} {...make.data} />}
      <Group justify="flex-end">
        {mayWithdraw && (make.data || user.invitedUntil) && (
          <ServerButton
            variant="default"
            color="red"
            loading={withdraw.isPending}
            onClick={() => withdraw.mutate(user._id, { onSuccess: () => make.reset() })}
          >
            <Trans>Withdraw</Trans>
          </ServerButton>
        )}
        {make.data ? (
          <CopyLink url={make.data.url} />
        ) : (
          <>
            {maySetUp && button('set-up', t`Make set-up link`)}
            {button('password', t`Make invitation link`)}
          </>
        )}
      </Group>
    </Panel>
  );
}

export const CopyLink = ({ url }: { url: string }) => {
  const { t } = useLingui();
  return (
    <CopyButton value={url}>
      {({ copied, copy }) => <Button onClick={copy}>{copied ? t`Copied` : t`Copy link`}</Button>}
    </CopyButton>
  );
};

type Shown = { user: Pick<User, 'firstName' | 'lastName'>; url: string; expiresAt: string };
/** A link to hand over: to scan from this screen, or to send. */
export function ShownLink({ user: { firstName, lastName }, url, expiresAt }: Shown) {
  const { t } = useLingui();
  return (
    <>
      <LinkAsCode url={url} label={t`QR code of the link`} size={QR_SIZE.other} />
      <Text size="sm" c="dimmed">
        <Trans>
          Anyone who has it becomes {firstName} {lastName}: it works once, until {moment(expiresAt)}, and is not shown
          again.
        </Trans>
      </Text>
    </>
  );
}
