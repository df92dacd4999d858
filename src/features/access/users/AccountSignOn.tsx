import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { isPreset, PRESETS } from '#contract/access/presets.ts';
import {
  type AccountSignOn as Found,
  type SignOnRule,
  type SignOnSettings,
  signOnSettings,
  updateAccountSignOn,
} from '#contract/access/singleSignOn.ts';
import { messageOf } from '../../../api/errors.ts';
import { labelled } from '../../../lib/lists.ts';
import { translated } from '../../../lib/words.tsx';
import { LeaveGuard } from '../../../shell/LeaveGuard.tsx';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { useMayCall } from '../../../state/session.ts';
import { faultIn } from '../../../ui/checkedBy.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ScopeField } from './ScopeField.tsx';
import { accountSignOnQuery, updateAccountSignOnMutation } from './signOn.queries.ts';
import { accountUsersQuery } from './users.queries.ts';

type Props = { accountId: string };
const FRESH = { linkByEmail: false, isRequired: false, passwordUserId: null, createUsers: null };
const NEW_RULE: SignOnRule = { value: '', preset: 'viewer', scope: null };
const LABEL_FIRST = ['label', 'input', 'description', 'error'] as const;

/** How an account uses single sign-on; nothing where the installation has no provider and the account no setting. */
export function AccountSignOn({ accountId }: Props) {
  const { t } = useLingui();
  const { data } = useQuery(accountSignOnQuery(accountId));
  if (!data || (data.providers.length === 0 && !data.settings)) return null;
  return (
    <Panel title={t`Single sign-on`}>
      <SettingsForm key={JSON.stringify(data.settings)} accountId={accountId} found={data} />
    </Panel>
  );
}

function SettingsForm({ accountId, found: { settings: saved, providers } }: Props & { found: Found }) {
  const { t } = useLingui();
  const [settings, setSettings] = useState<SignOnSettings | null>(saved);
  const [isTouched, setIsTouched] = useState(false);
  const update = useMutation(updateAccountSignOnMutation(accountId));
  const mayUpdate = useMayCall(updateAccountSignOn);
  const change = (more: Partial<SignOnSettings>) => setSettings((before) => before && { ...before, ...more });
  const isDirty = JSON.stringify(settings) !== JSON.stringify(saved);
  const problem =
    settings?.isRequired && settings.passwordUserId === null
      ? t`Choose a user who keeps a password as the way back`
      : settings && faultIn(signOnSettings, settings);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTouched(true);
    if (!problem) update.mutate(settings);
  };
  const known = providers.map(({ issuer, name }) => ({ value: issuer, label: name }));
  const endsRules = saved?.createUsers && !(settings?.createUsers && settings.issuer === saved.issuer);
  const former = saved && !known.some(({ value }) => value === saved.issuer) ? [saved.issuer] : [];
  return (
    <form onSubmit={submit} noValidate aria-label={t`Single sign-on`} data-dirty={isDirty || undefined}>
      <LeaveGuard when={isDirty && !update.isPending} />
      <fieldset disabled={!mayUpdate} style={{ border: 0, margin: 0, padding: 0, minInlineSize: 0 }}>
        <Stack>
          <NativeSelect
            label={t`Provider`}
            description={t`Users with a linked log-in can use it with any provider; these settings are for one.`}
            inputWrapperOrder={[...LABEL_FIRST]}
            value={settings?.issuer ?? ''}
            onChange={({ currentTarget: { value: issuer } }) =>
              setSettings((before) => (issuer ? { ...(before ?? FRESH), issuer } : null))
            }
            data={[{ value: '', label: t`No settings` }, ...known, ...former]}
          />
          {settings && (
            <>
              <Switch
                label={t`Link by email address`}
                description={t`A log-in with the verified email address of exactly one active user is linked to that user.`}
                checked={settings.linkByEmail}
                onChange={({ currentTarget }) => change({ linkByEmail: currentTarget.checked })}
              />
              <Switch
                label={t`Require single sign-on`}
                description={t`Passwords, password resets and passkeys of the account’s users let nobody in, except the user chosen below.`}
                checked={settings.isRequired}
                onChange={({ currentTarget }) => change({ isRequired: currentTarget.checked })}
              />
              {settings.isRequired && (
                <PasswordUser
                  accountId={accountId}
                  value={settings.passwordUserId}
                  onChange={(passwordUserId) => change({ passwordUserId })}
                />
              )}
              <Switch
                label={t`Create users`}
                description={t`A log-in with a value of a claim creates a user, whose permissions and people follow these rules at each log-in.`}
                checked={settings.createUsers !== null}
                onChange={({ currentTarget }) =>
                  change({ createUsers: currentTarget.checked ? { claim: 'groups', rules: [NEW_RULE] } : null })
                }
              />
              {settings.createUsers && (
                <Rules
                  accountId={accountId}
                  value={settings.createUsers}
                  onChange={(createUsers) => change({ createUsers })}
                />
              )}
            </>
          )}
          {endsRules && (
            <Text size="sm" role="status">
              <Trans>
                Users whom the rules created are logged out at once. They get in again only by rules of the account’s
                provider, or with the permissions of now once their log-in is removed (Users, Password).
              </Trans>
            </Text>
          )}
          {isTouched && problem && <ErrorNote text={problem} />}
          {update.isError && <ErrorNote text={messageOf(update.error)} />}
          {mayUpdate && (
            <Group justify="flex-end">
              <ServerButton type="submit" disabled={!isDirty} loading={update.isPending}>
                <Trans>Save Single Sign-On</Trans>
              </ServerButton>
            </Group>
          )}
        </Stack>
      </fieldset>
    </form>
  );
}

type UserProps = Props & { value: string | null; onChange: (userId: string | null) => void };
function PasswordUser({ accountId, value, onChange }: UserProps) {
  const { t } = useLingui();
  const { data } = useQuery(accountUsersQuery(accountId));
  const users = (data?.users ?? []).filter(({ isActive, role }) => isActive && role !== 'device');
  return (
    <NativeSelect
      label={t`Keeps a password`}
      description={t`The way back while the provider is away.`}
      inputWrapperOrder={[...LABEL_FIRST]}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
      data={[
        { value: '', label: t`Choose a user` },
        ...users.map((user) => ({ value: user._id, label: `${user.firstName} ${user.lastName} (${user.username})` })),
      ]}
    />
  );
}

type CreateUsers = NonNullable<SignOnSettings['createUsers']>;
type RulesProps = Props & { value: CreateUsers; onChange: (value: CreateUsers) => void };
function Rules({ accountId, value: { claim, rules }, onChange }: RulesProps) {
  const { t } = useLingui();
  const set = (at: number, more: Partial<SignOnRule>) =>
    onChange({ claim, rules: rules.map((rule, i) => (i === at ? { ...rule, ...more } : rule)) });
  return (
    <Stack>
      <TextInput
        label={t`Claim`}
        description={t`Such as groups, roles, hd or realm_access.roles. The first rule that fits counts.`}
        inputWrapperOrder={[...LABEL_FIRST]}
        maxLength={100}
        autoCapitalize="none"
        spellCheck={false}
        value={claim}
        onChange={({ currentTarget }) => onChange({ claim: currentTarget.value, rules })}
      />
      {rules.map((rule, at) => (
        // Rules have no identity but their place.
        <Stack key={at} component="section" aria-label={t`Rule ${at + 1}`} gap="sm">
          <Group justify="space-between">
            <Text fw={600}>
              <Trans>Rule {at + 1}</Trans>
            </Text>
            {rules.length > 1 && (
              <Button
                variant="subtle"
                aria-label={t`Remove rule ${at + 1}`}
                onClick={() => onChange({ claim, rules: rules.filter((_, i) => i !== at) })}
              >
                <Trans>Remove</Trans>
              </Button>
            )}
          </Group>
          <TextInput
            label={t`Value`}
            maxLength={200}
            autoCapitalize="none"
            spellCheck={false}
            value={rule.value}
            onChange={({ currentTarget }) => set(at, { value: currentTarget.value })}
          />
          <NativeSelect
            label={t`Access`}
            value={rule.preset}
            onChange={({ currentTarget: { value } }) => isPreset(value) && set(at, { preset: value })}
            data={Object.entries(PRESETS).map(([value, { label, about }]) => ({
              value,
              label: labelled(translated(label), translated(about)),
            }))}
          />
          <ScopeField accountId={accountId} value={rule.scope} onChange={(scope) => set(at, { scope })} />
        </Stack>
      ))}
      {rules.length < 50 && (
        <Group>
          <Button variant="default" onClick={() => onChange({ claim, rules: [...rules, NEW_RULE] })}>
            <Trans>Add a rule</Trans>
          </Button>
        </Group>
      )}
    </Stack>
  );
}
