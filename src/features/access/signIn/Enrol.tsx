import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type Enrolled, getSignIn, makeRecoveryCodes, type SignInOptions } from '#contract/access/signIn.ts';
import type { PendingLogIn } from '#contract/platform/errors.ts';
import { call } from '../../../api/call.ts';
import { ApiError } from '../../../api/errors.ts';
import { whyNoPasskeys } from '../../../api/passkeys.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { AddPasskey } from './AddPasskey.tsx';
import { AppSetUp } from './AppSetUp.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { useWork } from './useWork.ts';

type Fresh = { token: string; ttl: number };
type Props = {
  pending: PendingLogIn;
  onEnrolled: (fresh: Fresh) => void;
  onBack: (failure: unknown) => void;
};

/** Also shown for a log-in that the server no longer knows. */
const { id: TOO_LATE } = msg`Your log-in took too long. Log in again.`;

/** Sets up the second factor that an account requires, within the log-in; then recovery codes. */
export default function Enrol({ pending: { ticket: token }, onEnrolled, onBack }: Props) {
  const { t } = useLingui();
  const [options, setOptions] = useState<SignInOptions>();
  const [way, setWay] = useState<'passkey' | 'app'>();
  const [done, setDone] = useState<{ fresh: Fresh; codes: readonly string[] }>();
  const isHandled = (error: unknown) => {
    const isOver = error instanceof ApiError && (error.status === 401 || error.status === 410);
    if (isOver) onBack(new ApiError(TOO_LATE));
    return isOver;
  };
  const { failure, run } = useWork(isHandled);
  useEffect(() => {
    void run(() => call(getSignIn, {}, { token })).then((found) => found && setOptions(found));
  }, []);

  const finish = async ({ session }: Enrolled) => {
    if (!session) return onBack(null);
    // If this fails, the user can make codes in the user menu.
    const made = await call(makeRecoveryCodes, {}, { token: session.token }).catch(() => undefined);
    if (made) setDone({ fresh: session, codes: made.codes });
    else onEnrolled(session);
  };
  const parts = {
    token,
    isHandled,
    onDone: (answer: Enrolled) => void finish(answer),
    onCancel: () => setWay(undefined),
  };

  return (
    <Stack>
      <PageTitle>{t`Set Up a Second Factor`}</PageTitle>
      {failure && <ErrorNote text={failure} />}
      {done ? (
        <RecoveryCodes codes={done.codes} onStored={() => onEnrolled(done.fresh)} />
      ) : (
        <>
          <Text>
            <Trans>Your account requires one. Set it up to go on.</Trans>
          </Text>
          {way === 'passkey' && <AddPasskey {...parts} />}
          {way === 'app' && <AppSetUp {...parts} />}
          {!way && (
            <>
              {options && !whyNoPasskeys(options.passkeyDomain) && (
                <Button onClick={() => setWay('passkey')}>
                  <Trans>Add a passkey</Trans>
                </Button>
              )}
              <Button variant="default" disabled={!options} onClick={() => setWay('app')}>
                <Trans>Set up an authenticator app</Trans>
              </Button>
            </>
          )}
          <Anchor component="button" type="button" ta="start" onClick={() => onBack(null)}>
            <Trans>Back to Login</Trans>
          </Anchor>
        </>
      )}
    </Stack>
  );
}
