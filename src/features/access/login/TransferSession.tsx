import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../../api/errors.ts';
import { AnchorLink } from '../../../shell/links.ts';
import { endSession } from '../../../shell/session/lifecycle.ts';
import { type Session, useSession } from '../../../state/session.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import type { Enrolment } from './secondStepOf.tsx';
import type { Arrival } from './signIn.ts';

type State =
  | { is: 'exchanging' }
  | { is: 'asking'; arrival: Arrival }
  | { is: 'step'; shown: ReactNode }
  | { is: 'error'; error: unknown };
const nameOf = ({ firstName, lastName, username }: Arrival['info']) =>
  [firstName, lastName].filter(Boolean).join(' ') || username;

/**
 * Exchanges the token in the address for a session; asks first when this tab or browser was used by another user. Failure clears the session. A log-in at
 * a provider ends here too: `isExpected` where this tab began it, so that no confirmation is needed, and a second factor may still be missing.
 */
export function TransferSession({
  webAuthToken,
  isExpected,
  Enrol,
  onEntered,
  onStored,
}: {
  webAuthToken: string;
  isExpected: boolean;
  Enrol: Enrolment;
  onEntered: (session: Session) => void;
  onStored: () => void;
}) {
  const { t } = useLingui();
  const [state, setState] = useState<State>({ is: 'exchanging' });
  const current = useSession();
  const started = useRef(false);

  useEffect(() => {
    // The token works once, so a page must not use it twice.
    if (started.current) return;
    started.current = true;
    const fail = async (error: unknown) => {
      await endSession({ stay: true });
      if (error instanceof ApiError && error.errorCode === 'SECOND_FACTOR_REQUIRED') {
        const { secondStepOf } = await import('./secondStepOf.tsx');
        const onBack = (why: unknown) => setState({ is: 'error', error: why });
        return setState({ is: 'step', shown: secondStepOf(error, Enrol, { onSignedIn: onEntered, onBack }) });
      }
      setState({ is: 'error', error });
    };
    const exchange = async () => {
      const { arrive, enter, isOtherUser } = await import('./signIn.ts');
      const arrival = await arrive(webAuthToken);
      if (isOtherUser(arrival, isExpected)) setState({ is: 'asking', arrival });
      else onEntered(await enter(arrival));
    };
    exchange().catch(fail);
  }, [webAuthToken, isExpected, Enrol, onEntered]);

  const accept = async (arrival: Arrival) => {
    const { enter } = await import('./signIn.ts');
    onEntered(await enter(arrival));
  };
  const refuse = async (arrival: Arrival) => {
    const { turnAway } = await import('./signIn.ts');
    await turnAway(arrival);
    onStored();
  };

  if (state.is === 'step') return state.shown;
  return (
    <Stack>
      <PageTitle>{t`Session Transfer`}</PageTitle>
      {state.is === 'exchanging' && (
        <Group role="status">
          <Loader size="sm" />{' '}
          <Text>
            <Trans>Transferring your session</Trans>
          </Text>
        </Group>
      )}
      {state.is === 'asking' && (
        <>
          <Text>
            {current
              ? t`You are logged in as ${nameOf(current.info)}. Do you want to log out and continue as ${nameOf(state.arrival.info)}?`
              : t`Another user was logged in here last. Do you want to continue as ${nameOf(state.arrival.info)}?`}
          </Text>
          <Button onClick={() => void accept(state.arrival)}>
            <Trans>Continue as {nameOf(state.arrival.info)}</Trans>
          </Button>
          <Button variant="default" onClick={() => void refuse(state.arrival)}>
            {current ? t`Stay logged in` : t`Back to Login`}
          </Button>
        </>
      )}
      {state.is === 'error' && (
        <>
          <ErrorNote text={state.error === null ? t`Your log-in was not completed.` : messageOf(state.error)} />
          <AnchorLink to="/login">
            <Trans>Back to Login</Trans>
          </AnchorLink>
        </>
      )}
    </Stack>
  );
}
