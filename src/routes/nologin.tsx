import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { ButtonLink } from '../shell/links.ts';
import { StandalonePage } from '../shell/StandalonePage.tsx';
import { logOutNow } from '../shell/session/lifecycle.ts';
import { useStore } from '../state/createStore.ts';
import { useSession } from '../state/session.ts';
import { PageTitle } from '../ui/PageTitle.tsx';
import { ShownFigures } from './login/-ShownFigures.tsx';
import { shownFigures } from './login/-shownFigures.ts';

const REASONS = new Map([
  ['invalid-role', msg`Your user account is not allowed to log in.`],
  ['no-module-access', msg`You do not have access to this module.`],
  ['invalid-session', msg`You are not logged in with an active session.`],
]);

/** The router reads `reason=42` as a number: any code is text. */
const codeOf = (reason: unknown) => (typeof reason === 'string' ? reason : (JSON.stringify(reason) ?? ''));

export const Route = createFileRoute('/nologin')({
  validateSearch: (search: Record<string, unknown>): { reason: string; redirect?: string } => ({
    reason: codeOf(search.reason),
    ...(typeof search.redirect === 'string' && { redirect: search.redirect }),
  }),
  component: Denied,
});

function Denied() {
  const { t } = useLingui();
  const { reason, redirect } = Route.useSearch();
  const known = REASONS.get(reason);
  const session = useSession();
  const navigate = Route.useNavigate();
  const mayShowFigures = !session && reason === 'invalid-session';
  // They have a button of their own that leads to the log-in.
  const hasFigures = useStore(shownFigures) !== null && mayShowFigures;
  return (
    <StandalonePage>
      {mayShowFigures && <ShownFigures onLogIn={() => void navigate({ to: '/login', search: { redirect } })} />}
      <Stack>
        <PageTitle>{t`Permission Denied`}</PageTitle>
        <Text>{known ? t(known) : t`Reason code: ${reason}`}</Text>
        {session ? (
          // The session is still valid, and must not be left to the next person.
          <Button onClick={() => void logOutNow()}>
            <Trans>Log Out</Trans>
          </Button>
        ) : (
          !hasFigures && (
            <ButtonLink to="/login" search={{ redirect }}>
              <Trans>Back to Login</Trans>
            </ButtonLink>
          )
        )}
      </Stack>
    </StandalonePage>
  );
}
