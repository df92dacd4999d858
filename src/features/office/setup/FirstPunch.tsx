import { Plural, Trans } from '@lingui/react/macro';
import { Group, Loader, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Setup } from '#contract/office/setup.ts';
import { messageOf } from '../../../api/errors.ts';
import { ServerButton } from '../../../shell/ServerButton.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import classes from './firstRun.module.css';
import { setupQuery } from './setup.queries.ts';
import { removeTryOutMutation, tryOutMutation, useTryOut } from './tryOut.ts';

type Props = { accountId: string; setup: Setup; dashboard: ReactNode };

/** The interval at which the first punch is requested. */
const LOOK_EVERY_MS = 5_000;

/** The last step waits for the first punch; employers who may correct can try the dashboard out before anybody clocks. */
export function FirstPunch({ accountId, setup, dashboard }: Props) {
  const { data: live = setup } = useQuery({
    ...setupQuery(accountId),
    refetchInterval: ({ state }) => (state.data?.firstPunchAt ? false : LOOK_EVERY_MS),
  });
  const { mayTry, punches } = useTryOut(accountId, live.today);
  const tryOut = useMutation(tryOutMutation(accountId, live));
  const remove = useMutation(removeTryOutMutation(accountId));
  const isMoving = live.firstPunchAt !== null || punches.length > 0;
  const error = tryOut.error ?? remove.error;
  return (
    <Stack gap="sm" role="status">
      {isMoving ? (
        <>
          <Text className={classes.moving}>
            <Trans>Your dashboard is moving.</Trans>
          </Text>
          <Group>{dashboard}</Group>
        </>
      ) : (
        <Group gap="sm">
          <Loader size="sm" aria-hidden />
          <Text>
            <Trans>Waiting for the first punch</Trans>
          </Text>
        </Group>
      )}
      {error && <ErrorNote text={messageOf(error)} />}
      {mayTry && live.firstPunchAt === null && punches.length === 0 && (
        <Group>
          <ServerButton
            variant={isMoving ? 'default' : 'filled'}
            loading={tryOut.isPending}
            disabled={live.counts.employees === 0}
            onClick={() => tryOut.mutate()}
          >
            <Trans>Try it out</Trans>
          </ServerButton>
        </Group>
      )}
      {punches.length > 0 && (
        <Group gap="sm">
          <Text size="sm">
            <Plural
              value={punches.length}
              one="# punch is tried out, as corrections."
              other="# punches are tried out, as corrections."
            />
          </Text>
          <ServerButton variant="default" loading={remove.isPending} onClick={() => remove.mutate(punches)}>
            <Trans>Remove the try-out</Trans>
          </ServerButton>
        </Group>
      )}
    </Stack>
  );
}
