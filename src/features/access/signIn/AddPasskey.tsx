import { msg, t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { addPasskey, createPasskeyOptions, type Enrolled } from '#contract/access/signIn.ts';
import { call } from '../../../api/call.ts';
import { ApiError } from '../../../api/errors.ts';
import { makePasskey } from '../../../api/passkeys.ts';
import { deviceStorage } from '../../../lib/storage.ts';
import { PASSKEY_MARK } from '../../../start/passkeyMark.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { useWork } from './useWork.ts';

type Props = {
  /** For a log-in that must set up a factor; absent in a session. */
  token?: string;
  /** Handles a failure that ends that log-in; returns true if it did. */
  isHandled?: (error: unknown) => boolean;
  onDone: (answer: Enrolled) => void;
  onCancel: () => void;
};

const KNOWN = msg`This device has a passkey of yours already.`;
const NONE_MADE = msg`No passkey was made. Try again.`;

async function make(isShared: boolean, token?: string): Promise<Enrolled> {
  const options = await call(createPasskeyOptions, { body: { isShared } }, { token });
  const made = await makePasskey(options).catch((error: unknown) => {
    const isKnown = error instanceof DOMException && error.name === 'InvalidStateError';
    throw new ApiError(isKnown ? t(KNOWN) : t(NONE_MADE));
  });
  if (!made) throw new ApiError(t(NONE_MADE));
  const added = await call(addPasskey, { body: made }, { token });
  deviceStorage.set(PASSKEY_MARK, '1');
  return added;
}

/** Adds a passkey on this device or, where others can unlock this one, on the user's own. */
export function AddPasskey({ token, isHandled, onDone, onCancel }: Props) {
  const { t } = useLingui();
  const [who, setWho] = useState<'me' | 'others'>('me');
  const { busy, failure, run } = useWork(isHandled);
  const add = async () => {
    const answer = await run(() => make(who === 'others', token));
    if (answer) onDone(answer);
  };
  return (
    <Stack>
      {failure && <ErrorNote text={failure} />}
      <Radio.Group
        label={t`Who can unlock this device?`}
        value={who}
        onChange={(value) => setWho(value === 'others' ? 'others' : 'me')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="me" label={t`Only I`} />
          <Radio value="others" label={t`Others too`} />
        </Stack>
      </Radio.Group>
      {who === 'others' && (
        <Text size="sm">
          <Trans>
            Use your own phone or a security key: whoever unlocks this device could use a passkey kept here.
          </Trans>
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel} disabled={busy}>
          <Trans>Cancel</Trans>
        </Button>
        <Button loading={busy} onClick={() => void add()}>
          <Trans>Add a passkey</Trans>
        </Button>
      </Group>
    </Stack>
  );
}
