import { Text } from '@mantine/core';
import { createFileRoute, useRouterState } from '@tanstack/react-router';
import { lazy } from 'react';
import { LanguageChooser } from '../../features/access/login/LanguageChooser.tsx';
import { LoginForm } from '../../features/access/login/LoginForm.tsx';
import { StandalonePage } from '../../shell/StandalonePage.tsx';
import { useToast } from '../../state/notices.ts';
import { ShownFigures } from './-ShownFigures.tsx';
import { redirectSearch } from './-search.ts';
import { useEnter } from './-useEnter.ts';

const Enrol = lazy(() => import('../../features/access/signIn/Enrol.tsx'));

export const Route = createFileRoute('/login/')({ validateSearch: redirectSearch, component: Login });

function Login() {
  const { redirect } = Route.useSearch();
  const enter = useEnter(redirect);
  const navigate = Route.useNavigate();
  const barred = () => void navigate({ to: '/nologin', search: { reason: 'invalid-role' }, replace: true });
  return (
    <StandalonePage below={<LanguageChooser />}>
      <LoginForm
        onSignedIn={enter}
        onBarred={barred}
        Enrol={Enrol}
        above={(logIn) => <ShownFigures onLogIn={logIn} />}
      />
      <Reason />
    </StandalonePage>
  );
}

/** Shows why the last session ended, even after the toast has gone: nobody may have been in front of a tablet on the wall at that moment. */
function Reason() {
  const reason = useRouterState({ select: ({ location }) => location.state.reason });
  const toast = useToast();
  if (!reason || toast?.text === reason) return null;
  return (
    <Text size="sm" mt="md" role="status">
      {reason}
    </Text>
  );
}
