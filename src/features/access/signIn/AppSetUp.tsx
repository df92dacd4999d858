import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Code, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { confirmApp, type Enrolled, startApp } from '#contract/access/signIn.ts';
import { call } from '../../../api/call.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { QrCode } from '../../../ui/QrCode.tsx';
import { useWork } from './useWork.ts';

const CODE_PX = 240;

type Props = {
  /** For a log-in that must set up a factor; absent in a session. */
  token?: string;
  /** Handles a failure that ends that log-in; returns true if it did. */
  isHandled?: (error: unknown) => boolean;
  onDone: (answer: Enrolled) => void;
  onCancel: () => void;
};

/** Sets up an authenticator app: shows its secret as a QR code and as text, and asks for a code to confirm it. */
export function AppSetUp({ token, isHandled, onDone, onCancel }: Props) {
  const { t } = useLingui();
  const [key, setKey] = useState<{ secret: string; url: string }>();
  const [code, setCode] = useState('');
  const { busy, failure, run } = useWork(isHandled);
  const isStarted = useRef(false);
  useEffect(() => {
    // One secret per page: a second one would invalidate the one that is being scanned.
    if (isStarted.current) return;
    isStarted.current = true;
    void run(() => call(startApp, {}, { token })).then((made) => (made ? setKey(made) : undefined));
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await run(() => call(confirmApp, { body: { code: code.trim() } }, { token }));
    setCode('');
    if (answer) onDone(answer);
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label={t`Authenticator app`}>
      <Stack>
        {failure && <ErrorNote text={failure} />}
        <Text size="sm">
          <Trans>
            Scan this with your authenticator app, or type the key into it. Then enter the code that it shows.
          </Trans>
        </Text>
        {key ? (
          <>
            <Group justify="center">
              <QrCode text={key.url} size={CODE_PX} label={t`QR code of the key`} />
            </Group>
            <Code block style={{ whiteSpace: 'pre-wrap' }}>
              {key.secret.replace(/.{4}(?=.)/g, '$& ')}
            </Code>
          </>
        ) : (
          !failure && <Skeleton h={CODE_PX} aria-label={t`Loading the key`} />
        )}
        <TextInput
          label={t`Code`}
          autoComplete="one-time-code"
          inputMode="numeric"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel} disabled={busy}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={busy} disabled={!key || !code.trim()}>
            <Trans>Continue</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
