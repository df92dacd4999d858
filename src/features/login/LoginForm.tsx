import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { messageOf } from '../../api/errors.ts';
import { useOnline } from '../../api/reachability.ts';
import { endSession } from '../../session/lifecycle.ts';
import type { Session } from '../../session/session.ts';
import { AnchorLink } from '../../shell/links.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';

const required = (message: string) => (value: string) => (value.trim() ? null : message);
/** Zod and the contract come with the first keystroke, not before the form can be seen. */
const loadSignIn = () => import('./signIn.ts');

/** Username and password; on failure the text stands in the banner, the session is cleared and the form reset. */
export function LoginForm({ onSignedIn }: { onSignedIn: (session: Session) => void }) {
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const online = useOnline();
  const form = useForm({
    initialValues: { username: '', password: '' },
    validate: {
      username: required('Username is required'),
      password: (value) => (value ? null : 'Password is required'),
    },
    validateInputOnBlur: true,
  });
  const submit = async ({ username, password }: typeof form.values) => {
    setBusy(true);
    setFailure(null);
    try {
      const { signIn } = await loadSignIn();
      onSignedIn(await signIn(username.trim(), password));
    } catch (error) {
      await endSession({ stay: true });
      form.reset();
      setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={form.onSubmit(submit)} onFocus={() => void loadSignIn().catch(() => undefined)} noValidate>
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
          {...form.getInputProps('username')}
        />
        <PasswordInput label="Password" autoComplete="current-password" {...form.getInputProps('password')} />
        <Button type="submit" loading={busy} disabled={!form.isDirty() || !form.isValid()}>
          Login
        </Button>
        <AnchorLink to="/login/request-reset">Reset Password</AnchorLink>
      </Stack>
    </form>
  );
}
