import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import {
  finishOwnLink,
  listOwnLinks,
  removeOwnLink,
  startOwnLink,
  type UserLinks,
} from '#contract/access/singleSignOn.ts';
import { call } from '../../../api/call.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { timeOf } from './PasskeyList.tsx';
import { useWork } from './useWork.ts';

type Props = { arrived: string | undefined; onLinked: () => void };

/** The user's own log-ins at providers of single sign-on; nothing where there are neither. */
export function OwnLinks({ arrived, onLinked }: Props) {
  const { t } = useLingui();
  const [found, setFound] = useState<UserLinks>();
  const { busy, failure, run } = useWork();
  const used = useRef<string>(undefined);
  const load = () => call(listOwnLinks).then(setFound, () => undefined);
  useEffect(() => {
    if (!arrived) return void load();
    // The token works once.
    if (used.current === arrived) return;
    used.current = arrived;
    void run(() => call(finishOwnLink, { body: { token: arrived } })).finally(() => {
      onLinked();
      void load();
    });
  }, [arrived]);
  if (!found || (found.providers.length === 0 && found.links.length === 0)) return null;
  const unlinked = found.providers.filter(({ issuer }) => !found.links.some((one) => one.issuer === issuer));
  const link = async (provider: string) => {
    const begun = await run(() => call(startOwnLink, { body: { provider } }));
    if (begun) location.assign(begun.url);
  };
  const remove = async (issuer: string) => {
    if (await run(() => call(removeOwnLink, { query: { issuer } }))) await load();
  };
  return (
    <Panel title={t`Single sign-on`}>
      {failure && <ErrorNote text={failure} />}
      <Stack gap="sm">
        {found.links.map(({ issuer, provider, label, linkedAt, lastUsedAt }) => (
          <Group key={issuer} justify="space-between" gap="sm" wrap="nowrap">
            <div style={{ flex: 1 }}>
              <Text fw={600}>{provider}</Text>
              <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {lastUsedAt
                  ? t`${label}, linked ${timeOf(linkedAt)}, last used ${timeOf(lastUsedAt)}`
                  : t`${label}, linked ${timeOf(linkedAt)}, not used yet`}
              </Text>
            </div>
            <Button
              variant="default"
              aria-label={t`Remove ${provider}`}
              loading={busy}
              onClick={() => void remove(issuer)}
            >
              <Trans>Remove</Trans>
            </Button>
          </Group>
        ))}
        {unlinked.map(({ id, name }) => (
          <Group key={id} justify="space-between" gap="sm" wrap="nowrap">
            <div style={{ flex: 1 }}>
              <Text fw={600}>{name}</Text>
              <Text size="sm" c="dimmed">
                <Trans>Not linked</Trans>
              </Text>
            </div>
            <Button variant="default" aria-label={t`Link ${name}`} loading={busy} onClick={() => void link(id)}>
              <Trans>Link</Trans>
            </Button>
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}
