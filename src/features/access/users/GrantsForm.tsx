import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { PRESETS } from '#contract/access/presets.ts';
import { type User, updateUser } from '#contract/access/users.ts';
import type { Permission } from '#contract/platform/permissions.ts';
import { translated } from '../../../lib/words.tsx';
import { LeaveGuard } from '../../../shell/LeaveGuard.tsx';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { useMayCall, useSession } from '../../../state/session.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { useOutranked } from './useOutranked.ts';
import { bySubject, defaultGrants, type Grants, grantable, offered, ROLE_LABEL, sameSet } from './userForm.ts';
import classes from './users.module.css';
import { updateUserMutation } from './users.queries.ts';

/** The Settings tab of a user: modules and API permissions, as the role allows (spec section 6). */
export function GrantsForm({ user }: { user: User }) {
  const { t } = useLingui();
  const saved: Grants = { modules: user.modules, api: user.permissions.api };
  const [grants, setGrants] = useState(saved);
  const update = useMutation(updateUserMutation(user._id));
  const choice = offered(user);
  const mine = useSession()?.info.permissions.api ?? [];
  const mayChange = useMayCall(updateUser) && !useOutranked(user);
  const mayGive = grantable(choice.api, mine);
  const isFree = (name: Permission) => mayGive.includes(name) || saved.api.includes(name);
  const set = ({ modules, api }: Grants) => setGrants({ modules, api: api.filter(isFree) });
  const changed = !sameSet(grants.modules, saved.modules) || !sameSet(grants.api, saved.api);

  return (
    <form
      aria-label={t`Modules and permissions`}
      data-dirty={changed || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        update.mutate({ modules: grants.modules, permissions: { api: grants.api } });
      }}
    >
      <LeaveGuard when={changed && !update.isPending} />
      <fieldset disabled={!mayChange} className={classes.whole}>
        <Panel title={t`Modules`}>
          <Checkbox.Group
            aria-label={t`Modules`}
            value={grants.modules}
            onChange={(modules) => setGrants({ ...grants, modules })}
          >
            <Stack gap="xs">
              {choice.modules.map((module) => (
                <Checkbox key={module} value={module} label={module} />
              ))}
            </Stack>
          </Checkbox.Group>
        </Panel>
        <Panel title={t`API permissions`}>
          <Checkbox.Group
            aria-label={t`API permissions`}
            value={grants.api}
            onChange={(api) => setGrants({ ...grants, api })}
          >
            <div className={classes.permissions}>
              {bySubject(choice.api).map(([subject, permissions]) => (
                <Stack key={subject} gap="xs" role="group" aria-label={subject ?? t`Alerts`}>
                  <strong>{subject ?? t`Alerts`}</strong>
                  {permissions.map((permission) => (
                    <Checkbox key={permission} value={permission} label={permission} disabled={!isFree(permission)} />
                  ))}
                </Stack>
              ))}
            </div>
          </Checkbox.Group>
          {mayGive.length < choice.api.length && (
            <Text size="sm" c="dimmed">
              <Trans>You cannot give administrators permissions that you do not have yourself.</Trans>
            </Text>
          )}
          {mayChange && (
            <Group gap="xs">
              <Button variant="default" size="xs" onClick={() => set({ ...grants, api: choice.api })}>
                <Trans>Select all</Trans>
              </Button>
              <Button variant="default" size="xs" onClick={() => set({ ...grants, api: [] })}>
                <Trans>Deselect all</Trans>
              </Button>
              {user.role === 'employer' ? (
                Object.values(PRESETS).map(({ label, api }) => (
                  <Button key={label} variant="default" size="xs" onClick={() => set({ ...grants, api: [...api] })}>
                    {translated(label)}
                  </Button>
                ))
              ) : (
                <Button variant="default" size="xs" onClick={() => set(defaultGrants(user.role))}>
                  <Trans>Defaults of {t(ROLE_LABEL[user.role])}</Trans>
                </Button>
              )}
            </Group>
          )}
        </Panel>
      </fieldset>
      {mayChange && (
        <Group justify="flex-end">
          <ServerButton type="submit" disabled={!changed} loading={update.isPending}>
            <Trans>Update Settings</Trans>
          </ServerButton>
        </Group>
      )}
    </form>
  );
}
