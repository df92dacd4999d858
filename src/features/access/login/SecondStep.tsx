import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { passSecondFactor, type SecondFactor } from '#contract/access/signIn.ts';
import type { PendingLogIn } from '#contract/platform/errors.ts';
import { call } from '../../../api/call.ts';
import { ApiError, messageOf } from '../../../api/errors.ts';
import { passkeyProof } from '../../../api/passkeyProof.ts';
import type { Session } from '../../../state/session.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { startOf } from './signIn.ts';

const { id: NONE_USED } = msg`No passkey was used. Try again, or log in with your password.`;
/** Also shown for a ticket that the server no longer knows. */
const { id: TOO_LATE } = msg`Your log-in took too long. Log in again.`;

type Method = PendingLogIn['methods'][number];
type Props = {
  pending: PendingLogIn;
  onSignedIn: (session: Session) => void;
  onBack: (failure: unknown) => void;
};

/** Asks for the second factor, in place of the log-in form. */
export default function SecondStep({ pending: { ticket, methods }, onSignedIn, onBack }: Props) {
  const { t } = useLingui();
  const [method, setMethod] = useState<Method | undefined>(methods.includes('app') ? 'app' : methods[0]);
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);

  const attempt = async (proof: () => Promise<SecondFactor | undefined>) => {
    setBusy(true);
    setFailure(null);
    try {
      const result = await proof();
      if (!result) return setFailure(new ApiError(NONE_USED));
      onSignedIn(await startOf(await call(passSecondFactor, { body: result }, { token: ticket })));
    } catch (error) {
      if (error instanceof ApiError && (error.status === 410 || error.status === 401))
        return onBack(new ApiError(TOO_LATE));
      setCode('');
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const byCode = (event: FormEvent) => {
    event.preventDefault();
    void attempt(async () => ({ code: code.trim() }));
  };
  const isRecovery = method === 'recovery';

  return (
    <form onSubmit={byCode} noValidate>
      <Stack>
        <PageTitle>{t`Second Factor`}</PageTitle>
        {failure !== null && (
          <Alert color="red" variant="light" role="alert">
            {messageOf(failure)}
          </Alert>
        )}
        {methods.length === 0 && (
          <Text>
            <Trans>Your second factor cannot be used here. Ask an administrator for help.</Trans>
          </Text>
        )}
        {methods.includes('passkey') && !isRecovery && (
          <Button
            variant={method === 'passkey' ? 'filled' : 'default'}
            loading={busy}
            onClick={() => void attempt(passkeyProof)}
          >
            <Trans>Use a passkey</Trans>
          </Button>
        )}
        {(method === 'app' || isRecovery) && (
          <>
            <TextInput
              key={method}
              label={isRecovery ? t`Recovery code` : t`Code`}
              description={
                isRecovery
                  ? t`Enter one of your recovery codes. Each works once.`
                  : t`Enter the code that your authenticator app shows.`
              }
              autoComplete="one-time-code"
              inputMode={isRecovery ? undefined : 'numeric'}
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
            <Button type="submit" loading={busy} disabled={!code.trim()}>
              <Trans>Continue</Trans>
            </Button>
          </>
        )}
        {methods.includes('recovery') && !isRecovery && (
          <Anchor component="button" type="button" ta="start" onClick={() => setMethod('recovery')}>
            <Trans>Use a recovery code</Trans>
          </Anchor>
        )}
        <Anchor component="button" type="button" ta="start" onClick={() => onBack(null)}>
          <Trans>Back to Login</Trans>
        </Anchor>
      </Stack>
    </form>
  );
}
