import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { resetUserSignIn, type UserSignIn as SignIn, type User } from '#contract/access/users.ts';
import { ConfirmedButton } from '../../../shell/ConfirmedButton.tsx';
import { useMayCall } from '../../../state/session.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { useOutranked } from './useOutranked.ts';
import { resetSignInMutation, userSignInQuery } from './users.queries.ts';

/** The log-in options of a user, and a button that removes them all for a user who lost them. */
export function UserSignIn({ user }: { user: User }) {
  const { t } = useLingui();
  const { data } = useQuery(userSignInQuery(user._id));
  const reset = useMutation(resetSignInMutation(user._id));
  const mayReset = useMayCall(resetUserSignIn) && !useOutranked(user);
  if (!data || (data.passkeys === 0 && !data.hasApp)) return null;
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ') || user.username;
  return (
    <Panel label={t`Log-in options`}>
      <Text size="sm">{inWords(data)}</Text>
      {mayReset && (
        <Group justify="flex-end">
          <ConfirmedButton
            look="plain"
            title={t`Remove all log-in options`}
            question={t`Make sure that it is ${name} who asks: call a number that you know.`}
            tick={t`I understand the consequences.`}
            action={t`Remove all`}
            busy={reset.isPending}
            onConfirm={(close) => reset.mutate(undefined, { onSuccess: close })}
          >
            <Trans>Remove all</Trans>
          </ConfirmedButton>
        </Group>
      )}
    </Panel>
  );
}

const inWords = ({ passkeys, hasApp }: SignIn) =>
  hasApp
    ? t`Passkeys: ${passkeys}. Authenticator app: set up.`
    : t`Passkeys: ${passkeys}. Authenticator app: not set up.`;
