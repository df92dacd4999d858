import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError, messageOf } from '../../api/errors.ts';
import { AnchorLink } from '../../shell/links.ts';
import { endSession } from '../../shell/session/lifecycle.ts';
import { typedBefore } from '../../start/shell.ts';
import { useOnline } from '../../state/reachability.ts';
import type { Session } from '../../state/session.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';

/** Zod and the contract come with the first keystroke, not before the form can be seen. */
const loadSignIn = () => import('./signIn.ts');
const EMPTY = { username: '', password: '' };
const NOTHING_LEFT = { username: false, password: false };

/**
 * Username and password; on failure the text stands in the banner, the session is cleared and the form reset. Without the form
 * library: two fields need none, and this is the page that must be there first.
 */
export function LoginForm({
  onSignedIn,
  onBarred,
}: {
  onSignedIn: (session: Session) => void;
  /** The role may not log in, whatever the password. */
  onBarred: () => void;
}) {
  // What was typed into the page's own form before this one took its place.
  const [typed] = useState(typedBefore);
  const [values, setValues] = useState({ username: typed.username, password: typed.password });
  const [left, setLeft] = useState(NOTHING_LEFT);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const online = useOnline();
  const problems = {
    username: values.username.trim() ? null : 'Username is required',
    password: values.password ? null : 'Password is required',
  };
  const isValid = !problems.username && !problems.password;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isValid || busy) return setLeft({ username: true, password: true });
    setBusy(true);
    setFailure(null);
    try {
      const { signIn } = await loadSignIn();
      onSignedIn(await signIn(values.username.trim(), values.password));
    } catch (error) {
      await endSession({ stay: true });
      if (error instanceof ApiError && error.errorCode === 'INVALID_ROLE') return onBarred();
      setValues(EMPTY);
      setLeft(NOTHING_LEFT);
      setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
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

  return (
    <form onSubmit={submit} onFocus={() => void loadSignIn().catch(() => undefined)} noValidate>
      <Stack>
        <PageTitle>Login</PageTitle>
        {!online && (
          <Alert color="orange" variant="light">
            You are offline. Logging in needs a connection.
          </Alert>
        )}
        {failure && (
          <Alert color="red" variant="light" role="alert">
            {failure}
          </Alert>
        )}
        <TextInput
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...field('username')}
        />
        <PasswordInput label="Password" autoComplete="current-password" {...field('password')} />
        <Button type="submit" loading={busy} disabled={!isValid}>
          Login
        </Button>
        <AnchorLink to="/login/request-reset">Reset Password</AnchorLink>
      </Stack>
    </form>
  );
}
