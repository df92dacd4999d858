import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Passkey, removePasskey, renamePasskey } from '#contract/access/signIn.ts';
import { call } from '../../../api/call.ts';
import { moment } from '../../../lib/moments.ts';
import { dateOf, momentOf } from '../../../lib/zoned.ts';
import { session } from '../../../state/session.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { useWork } from './useWork.ts';

type Props = { passkeys: readonly Passkey[]; domain: string; onChanged: () => void };

/** The passkeys of a user: name, made, last used, with Rename and Remove. */
export function PasskeyList({ passkeys, domain, onChanged }: Props) {
  if (passkeys.length === 0) return null;
  return (
    <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
      {passkeys.map((passkey) => (
        <li key={passkey._id}>
          <Row passkey={passkey} domain={domain} onChanged={onChanged} />
        </li>
      ))}
    </Stack>
  );
}

function Row({ passkey, domain, onChanged }: Omit<Props, 'passkeys'> & { passkey: Passkey }) {
  const { t } = useLingui();
  const { _id: passkeyId, name } = passkey;
  const [typed, setTyped] = useState<string>();
  const { busy, failure, run } = useWork();
  const rename = async () => {
    const body = { name: typed?.trim() ?? name };
    const renamed = await run(() => call(renamePasskey, { params: { passkeyId }, body }));
    if (!renamed) return;
    setTyped(undefined);
    onChanged();
  };
  const remove = async () => {
    const left = await run(() => call(removePasskey, { params: { passkeyId } }));
    if (!left) return;
    await tellBrowser(left);
    onChanged();
  };
  return (
    <Stack gap={4}>
      {failure && <ErrorNote text={failure} />}
      {typed === undefined ? (
        <Group justify="space-between" gap="sm">
          <div>
            <Text fw={600}>{name}</Text>
            <Text size="sm" c="dimmed">
              {describe(passkey, domain)}
            </Text>
          </div>
          <Group gap="xs" ms="auto">
            <Button variant="default" aria-label={t`Rename ${name}`} onClick={() => setTyped(name)}>
              <Trans>Rename</Trans>
            </Button>
            <Button variant="default" aria-label={t`Remove ${name}`} loading={busy} onClick={() => void remove()}>
              <Trans>Remove</Trans>
            </Button>
          </Group>
        </Group>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void rename();
          }}
        >
          <Group align="flex-end" gap="xs">
            <TextInput
              label={t`Name`}
              maxLength={60}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Button variant="default" onClick={() => setTyped(undefined)}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" loading={busy} disabled={!typed.trim()}>
              <Trans>Rename</Trans>
            </Button>
          </Group>
        </form>
      )}
    </Stack>
  );
}

/** Employers read every time on the account's clock, administrators on their own. */
export function timeOf(instant: string): string {
  const info = session.get()?.info;
  return info?.role === 'employer'
    ? momentOf(instant, info.timeZone, dateOf(Date.now(), info.timeZone))
    : moment(instant);
}

function describe({ createdAt, lastUsedAt, suspendedAt, domain: madeFor }: Passkey, domain: string): string {
  if (madeFor !== domain) return t`Made for ${madeFor}, cannot be used here`;
  if (suspendedAt) return t`A copy of it was used on ${timeOf(suspendedAt)}: it lets nobody in any more.`;
  return lastUsedAt
    ? t`Made ${timeOf(createdAt)}, last used ${timeOf(lastUsedAt)}`
    : t`Made ${timeOf(createdAt)}, never used`;
}

type Left = { rpId: string; userId: string; allAcceptedCredentialIds: string[] };
/** Tells the browser to forget a removed passkey. Only after the user's own removal, because Chromium deletes all others. */
async function tellBrowser({ rpId, userId, allAcceptedCredentialIds }: Left) {
  if (rpId === '' || typeof PublicKeyCredential !== 'function') return;
  // Newer than the oldest supported browser, and than TypeScript's types.
  const { signalAllAcceptedCredentials } = PublicKeyCredential as {
    signalAllAcceptedCredentials?: (left: Left) => Promise<void>;
  };
  await signalAllAcceptedCredentials
    ?.call(PublicKeyCredential, { rpId, userId, allAcceptedCredentialIds })
    .catch(() => undefined);
}
