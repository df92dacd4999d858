import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { appConfig } from '../../../api/config.ts';
import { ApiError, messageOf } from '../../../api/errors.ts';
import { deviceStorage } from '../../../lib/storage.ts';
import { AnchorLink } from '../../../shell/links.ts';
import { endSession } from '../../../shell/session/lifecycle.ts';
import { PASSKEY_MARK } from '../../../start/passkeyMark.ts';
import { typedBefore } from '../../../start/shell.ts';
import { useOnline } from '../../../state/reachability.ts';
import type { Session } from '../../../state/session.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import type { Enrolment } from './secondStepOf.tsx';

/** Zod and the contract load at the first keystroke, so that the form shows sooner. */
const loadSignIn = () => import('./signIn.ts');
const loadPasskeys = () => import('./passkeys.ts');
type Signed = Awaited<ReturnType<typeof askNow>>;
const askNow = async () => (await loadPasskeys()).askNow();
const EMPTY = { username: '', password: '' };

/**
 * Username and password; on failure the message is shown in the banner, the session is cleared and the form reset. Without the form library: two fields
 * do not need it, and this page must be there first.
 */
export function LoginForm({
  onSignedIn,
  onBarred,
  Enrol,
  above,
}: {
  onSignedIn: (session: Session) => void;
  /** Called when the role may not log in, whatever the password. */
  onBarred: () => void;
  /** Sets up a second factor that an account requires. */
  Enrol: Enrolment;
  /** Returns a part of the card above the form, from which the log-in can begin. */
  above?: (logIn: () => void) => ReactNode;
}) {
  const { t } = useLingui();
  // The text that was typed into the page's static form before this component replaced it.
  const [typed] = useState(typedBefore);
  const [values, setValues] = useState<typeof EMPTY>(typed);
  const [left, setLeft] = useState<{ [field in keyof typeof EMPTY]?: boolean }>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [step, setStep] = useState<ReactNode>(null);
  const [below, setBelow] = useState<ReactNode>(null);
  const online = useOnline();
  const problems = {
    username: values.username.trim() ? null : t`Username is required`,
    password: values.password ? null : t`Password is required`,
  };
  const isValid = !problems.username && !problems.password;

  // One attempt at a time: the failure of a second one would end the session that the first one has started. A successful log-in leaves the page.
  const isRunning = useRef(false);
  const nameField = useRef<HTMLInputElement>(null);
  const run = async (logIn: () => Promise<Session>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setFailure(null);
    try {
      onSignedIn(await logIn());
    } catch (error) {
      await endSession({ stay: true });
      isRunning.current = false;
      if (error instanceof ApiError && error.errorCode === 'SECOND_FACTOR_REQUIRED') {
        const { secondStepOf } = await import('./secondStepOf.tsx');
        const onBack = (why: unknown) => {
          setStep(null);
          setFailure(why);
        };
        setStep(secondStepOf(error, Enrol, { onSignedIn, onBack }));
      }
      setBusy(false);
      if (error instanceof ApiError && error.errorCode === 'INVALID_ROLE') return onBarred();
      setValues(EMPTY);
      setLeft({});
      setFailure(error);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isValid || busy) return setLeft({ username: true, password: true });
    void run(async () => (await loadSignIn()).signIn(values.username.trim(), values.password));
  };
  const logInWith = (sign: () => Signed | Promise<Signed>) =>
    run(async () => {
      const signed = await sign();
      return (await loadSignIn()).signInWithPasskey(signed);
    });
  useEffect(() => {
    // Browsers allow one passkey request at a time: none is open while another may be made. Starting again fetches a fresh challenge.
    if (busy || step) return;
    let end: (() => void) | undefined;
    let isGone = false;
    const offer = async () => {
      const config = await appConfig();
      if (!config.passkeyDomain && !config.singleSignOn) return;
      const { offerMore } = await loadPasskeys();
      if (!isGone) end = offerMore(config, setBelow, (signed) => logInWith(() => signed));
    };
    const start = () => void offer().catch(() => undefined);
    // When the form is shown. (Safari does not say when a page is idle, and one that is never drawn is never idle.)
    setTimeout(start);
    return () => {
      isGone = true;
      end?.();
    };
  }, [busy, step]);
  const field = (name: keyof typeof EMPTY) => ({
    name,
    value: values[name],
    autoFocus: typed.focused === name,
    error: left[name] && problems[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setValues((before) => ({ ...before, [name]: value }));
    },
    onBlur: () => setLeft((before) => ({ ...before, [name]: true })),
  });

  /** Logs in with a passkey of this device, where there is a connection; else leads to the form. */
  const begin = () => {
    if (online && deviceStorage.get(PASSKEY_MARK)) return void logInWith(askNow);
    nameField.current?.focus();
  };

  if (step) return step;
  return (
    <>
      {above?.(begin)}
      <form onSubmit={submit} onFocus={() => void loadSignIn().catch(() => undefined)} noValidate>
        <Stack>
          <PageTitle>{t`Login`}</PageTitle>
          {!online && (
            <Alert color="orange" variant="light">
              <Trans>You are offline. Logging in needs a connection.</Trans>
            </Alert>
          )}
          {failure !== null && (
            <Alert color="red" variant="light" role="alert">
              {messageOf(failure)}
            </Alert>
          )}
          <TextInput
            ref={nameField}
            label={t`Username`}
            autoComplete="username webauthn"
            autoCapitalize="none"
            spellCheck={false}
            {...field('username')}
          />
          <PasswordInput label={t`Password`} autoComplete="current-password" {...field('password')} />
          <Button type="submit" loading={busy} disabled={!isValid}>
            <Trans>Login</Trans>
          </Button>
          <AnchorLink to="/login/request-reset">
            <Trans>Reset Password</Trans>
          </AnchorLink>
          {deviceStorage.get(PASSKEY_MARK) && (
            <Anchor component="button" type="button" ta="start" onClick={() => void logInWith(askNow)}>
              <Trans>Log in with a passkey</Trans>
            </Anchor>
          )}
          {below}
        </Stack>
      </form>
    </>
  );
}
