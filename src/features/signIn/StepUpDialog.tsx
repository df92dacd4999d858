import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import type { RequestOf } from '#contract/endpoint.ts';
import { getSignIn, type Passkey, type SignInOptions, stepUp } from '#contract/signIn.ts';
import { call } from '../../api/call.ts';
import { messageOf } from '../../api/errors.ts';
import { passkeyProof } from '../../api/passkeyProof.ts';
import { whyNoPasskeys } from '../../api/passkeys.ts';
import { useSession } from '../../state/session.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';

type Proof = RequestOf<typeof stepUp>['body'];
const NONE_USED = 'No passkey was used. Try again.';

/** 'Confirm that it is you': asks for a proof before an important call, by passkey or code, or by password for users without a factor. */
export default function StepUpDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const [options, setOptions] = useState<SignInOptions>();
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const sessionId = useSession()?.id;
  const [asked] = useState(sessionId);
  useEffect(() => {
    // Another user cannot confirm what this session began.
    if (sessionId !== asked) onAnswer(false);
  });
  useEffect(() => {
    call(getSignIn).then(setOptions, (error: unknown) => setFailure(messageOf(error)));
  }, []);

  const attempt = async (proof: () => Promise<Proof | undefined>) => {
    setBusy(true);
    setFailure(null);
    try {
      const given = await proof();
      if (!given) return setFailure(NONE_USED);
      await call(stepUp, { body: given });
      onAnswer(true);
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog opened onClose={() => onAnswer(false)} title="Confirm that it is you" size="sm" closable={!busy}>
      <Stack>
        {failure && <ErrorNote text={failure} />}
        {options && <Ways options={options} busy={busy} attempt={attempt} />}
      </Stack>
    </Dialog>
  );
}

type WaysProps = {
  options: SignInOptions;
  busy: boolean;
  attempt: (proof: () => Promise<Proof | undefined>) => Promise<void>;
};
function Ways({ options, busy, attempt }: WaysProps) {
  const { passkeys, app, passkeyDomain, recoveryCodes } = options;
  const [typed, setTyped] = useState('');
  const hasFactor = passkeys.length > 0 || app !== 'none';
  const isHere = ({ domain, suspendedAt }: Passkey) => domain === passkeyDomain && !suspendedAt;
  const mayUsePasskey = passkeys.some(isHere) && !whyNoPasskeys(passkeyDomain);
  const mayType = !hasFactor || app === 'on' || recoveryCodes > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void attempt(async () => (hasFactor ? { code: typed.trim() } : { password: typed }));
    setTyped('');
  };
  const field = {
    value: typed,
    onChange: (event: { currentTarget: { value: string } }) => setTyped(event.currentTarget.value),
    // The field loads later than its dialog.
    autoFocus: true,
  };
  return (
    <>
      <Text size="sm">
        {mayUsePasskey || mayType
          ? 'What you are about to do matters. It goes on at once when you have confirmed.'
          : 'None of your log-in options can be used here. Ask an administrator for help.'}
      </Text>
      {mayUsePasskey && (
        <Button loading={busy} onClick={() => void attempt(passkeyProof)}>
          Use a passkey
        </Button>
      )}
      {mayType && (
        <form onSubmit={submit} noValidate>
          <Stack>
            {hasFactor ? (
              <TextInput
                label={app === 'on' ? 'Code' : 'Recovery code'}
                description={
                  app === 'on'
                    ? 'Enter the code that your authenticator app shows.'
                    : 'Enter one of your recovery codes. Each works once.'
                }
                autoComplete="one-time-code"
                autoCapitalize="none"
                spellCheck={false}
                {...field}
              />
            ) : (
              <PasswordInput label="Password" autoComplete="current-password" {...field} />
            )}
            <Button
              type="submit"
              variant={mayUsePasskey ? 'default' : 'filled'}
              loading={busy}
              disabled={!typed.trim()}
            >
              Continue
            </Button>
          </Stack>
        </form>
      )}
    </>
  );
}
