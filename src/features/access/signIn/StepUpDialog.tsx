import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { getSignIn, type Passkey, type SignInOptions, stepUp } from '#contract/access/signIn.ts';
import { listOwnLinks, startSignOn } from '#contract/access/singleSignOn.ts';
import type { RequestOf } from '#contract/platform/endpoint.ts';
import { call } from '../../../api/call.ts';
import { storedConfig } from '../../../api/config.ts';
import { ApiError, messageOf } from '../../../api/errors.ts';
import { passkeyProof } from '../../../api/passkeyProof.ts';
import { whyNoPasskeys } from '../../../api/passkeys.ts';
import { tabStorage } from '../../../lib/storage.ts';
import { SIGN_ON_MARK } from '../../../start/signOnMark.ts';
import { useSession } from '../../../state/session.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';

type Proof = RequestOf<typeof stepUp>['body'];
const { id: NONE_USED } = msg`No passkey was used. Try again.`;

/**
 * 'Confirm that it is you': asks for a proof before an important call, by passkey or code; of users without a factor by password, or by a new log-in at
 * a provider of single sign-on that they are linked to.
 */
export default function StepUpDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const { t } = useLingui();
  const [options, setOptions] = useState<SignInOptions>();
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [providers, setProviders] = useState<Provider[]>([]);
  const sessionId = useSession()?.id;
  const [firstSession] = useState(sessionId);
  useEffect(() => {
    // Another user cannot confirm what this session began.
    if (sessionId !== firstSession) onAnswer(false);
  });
  useEffect(() => {
    call(getSignIn).then(setOptions, setFailure);
    if (storedConfig().singleSignOn) linkedProviders().then(setProviders, console.warn);
  }, []);

  const leave = async (provider: string) => {
    setBusy(true);
    setFailure(null);
    try {
      const { url } = await call(startSignOn, { body: { provider, again: true } });
      tabStorage.set(SIGN_ON_MARK, location.pathname + location.search);
      location.assign(url);
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  const attempt = async (proof: () => Promise<Proof | undefined>) => {
    setBusy(true);
    setFailure(null);
    try {
      const result = await proof();
      if (!result) return setFailure(new ApiError(NONE_USED));
      await call(stepUp, { body: result });
      onAnswer(true);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog opened onClose={() => onAnswer(false)} title={t`Confirm that it is you`} size="sm" closable={!busy}>
      <Stack>
        {failure !== null && <ErrorNote text={messageOf(failure)} />}
        {options && <Ways options={options} busy={busy} attempt={attempt} />}
        {options && !hasFactorOf(options) && (
          <Providers providers={providers} busy={busy} onChosen={(id) => void leave(id)} />
        )}
      </Stack>
    </Dialog>
  );
}

type Provider = { id: string; name: string };
async function linkedProviders(): Promise<Provider[]> {
  const { links, providers } = await call(listOwnLinks);
  return providers.filter(({ issuer }) => links.some((one) => one.issuer === issuer));
}
const hasFactorOf = ({ passkeys, app }: SignInOptions) => passkeys.length > 0 || app !== 'none';

type ProvidersProps = { providers: readonly Provider[]; busy: boolean; onChosen: (id: string) => void };
function Providers({ providers, busy, onChosen }: ProvidersProps) {
  if (providers.length === 0) return null;
  return (
    <>
      {providers.map(({ id, name }) => (
        <Button key={id} variant="default" loading={busy} onClick={() => onChosen(id)}>
          <Trans>Log in with {name} again</Trans>
        </Button>
      ))}
      <Text size="sm">
        <Trans>After that log-in you are back on this page. Then do again what you were about to do.</Trans>
      </Text>
    </>
  );
}

type WaysProps = {
  options: SignInOptions;
  busy: boolean;
  attempt: (proof: () => Promise<Proof | undefined>) => Promise<void>;
};
function Ways({ options, busy, attempt }: WaysProps) {
  const { t } = useLingui();
  const { passkeys, app, passkeyDomain, recoveryCodes } = options;
  const [typed, setTyped] = useState('');
  const hasFactor = hasFactorOf(options);
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
          ? t`What you are about to do matters. It goes on at once when you have confirmed.`
          : t`None of your log-in options can be used here. Ask an administrator for help.`}
      </Text>
      {mayUsePasskey && (
        <Button loading={busy} onClick={() => void attempt(passkeyProof)}>
          <Trans>Use a passkey</Trans>
        </Button>
      )}
      {mayType && (
        <form onSubmit={submit} noValidate>
          <Stack>
            {hasFactor ? (
              <TextInput
                label={app === 'on' ? t`Code` : t`Recovery code`}
                description={
                  app === 'on'
                    ? t`Enter the code that your authenticator app shows.`
                    : t`Enter one of your recovery codes. Each works once.`
                }
                autoComplete="one-time-code"
                autoCapitalize="none"
                spellCheck={false}
                {...field}
              />
            ) : (
              <PasswordInput label={t`Password`} autoComplete="current-password" {...field} />
            )}
            <Button
              type="submit"
              variant={mayUsePasskey ? 'default' : 'filled'}
              loading={busy}
              disabled={!typed.trim()}
            >
              <Trans>Continue</Trans>
            </Button>
          </Stack>
        </form>
      )}
    </>
  );
}
