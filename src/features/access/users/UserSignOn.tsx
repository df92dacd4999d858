import { Trans, useLingui } from '@lingui/react/macro';
import { Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { addUserLink } from '#contract/access/singleSignOn.ts';
import type { User } from '#contract/access/users.ts';
import { messageOf } from '../../../api/errors.ts';
import { moment } from '../../../lib/moments.ts';
import { ConfirmedButton } from '../../../shell/ConfirmedButton.tsx';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { useMayCall } from '../../../state/session.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { addLinkMutation, removeLinkMutation, userLinksQuery } from './signOn.queries.ts';
import { useOutranked } from './useOutranked.ts';

/** A user's log-ins at providers of single sign-on, which an administrator links and removes; nothing where there are neither. */
export function UserSignOn({ user }: { user: User }) {
  const { t } = useLingui();
  const { data } = useQuery(userLinksQuery(user._id));
  const add = useMutation(addLinkMutation(user._id));
  const remove = useMutation(removeLinkMutation(user._id));
  const mayChange = useMayCall(addUserLink) && !useOutranked(user);
  const [chosen, setChosen] = useState('');
  const [subject, setSubject] = useState('');
  if (!data || (data.providers.length === 0 && data.links.length === 0)) return null;
  const unlinked = data.providers.filter(({ issuer }) => !data.links.some((one) => one.issuer === issuer));
  const provider = (unlinked.find(({ id }) => id === chosen) ?? unlinked[0])?.id;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (provider) add.mutate({ provider, subject: subject.trim() }, { onSuccess: () => setSubject('') });
  };
  return (
    <Panel title={t`Single sign-on`}>
      {data.links.map(
        ({ issuer, provider: name, subject: identifier, label, linkedAt, linkedBy, lastUsedAt, isMapped }) => (
          <Group key={issuer} justify="space-between" wrap="nowrap" mb="sm">
            <div style={{ flex: 1 }}>
              <Text fw={600}>{name}</Text>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {label === identifier ? identifier : `${label} (${identifier})`}
              </Text>
              <Text size="sm" c="dimmed">
                {lastUsedAt
                  ? t`Linked ${moment(linkedAt)} by ${linkedBy}, last used ${moment(lastUsedAt)}.`
                  : t`Linked ${moment(linkedAt)} by ${linkedBy}, not used yet.`}
                {isMapped && t` Permissions and people follow the account’s rules at each log-in.`}
              </Text>
            </div>
            {mayChange && (
              <ConfirmedButton
                look="plain"
                title={t`Remove the log-in`}
                question={
                  isMapped
                    ? t`The log-in at ${name} lets the user in no more, and their sessions end. Without another one that follows the rules, they keep the permissions of now.`
                    : t`The log-in at ${name} lets the user in no more, and their sessions end.`
                }
                action={t`Remove`}
                busy={remove.isPending}
                onConfirm={(close) => remove.mutate(issuer, { onSuccess: close })}
              >
                <Trans>Remove</Trans>
              </ConfirmedButton>
            )}
          </Group>
        ),
      )}
      {mayChange && unlinked.length > 0 && (
        <form onSubmit={submit} noValidate aria-label={t`Link a log-in`}>
          <Stack gap="sm">
            {unlinked.length > 1 && (
              <NativeSelect
                label={t`Provider`}
                value={provider}
                onChange={({ currentTarget }) => setChosen(currentTarget.value)}
                data={unlinked.map(({ id, name }) => ({ value: id, label: name }))}
              />
            )}
            <TextInput
              label={t`Identifier at ${unlinked.find(({ id }) => id === provider)?.name}`}
              description={t`The provider’s own (sub): the user is told it when a log-in there is linked to no user.`}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              maxLength={255}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={subject}
              onChange={({ currentTarget }) => setSubject(currentTarget.value)}
            />
            {add.isError && <ErrorNote text={messageOf(add.error)} />}
            <Group justify="flex-end">
              <ServerButton type="submit" variant="default" disabled={!subject.trim()} loading={add.isPending}>
                <Trans>Link</Trans>
              </ServerButton>
            </Group>
          </Stack>
        </form>
      )}
    </Panel>
  );
}
