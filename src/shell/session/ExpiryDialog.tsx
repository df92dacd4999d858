import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Text, VisuallyHidden } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../api/errors.ts';
import { useStore } from '../../state/createStore.ts';
import { expiryWarning } from '../../state/expiryWarning.ts';
import { session } from '../../state/session.ts';
import { ModalBox } from '../../ui/ModalBox.tsx';
import { isAnnounced } from './expiry.ts';
import { extend } from './extend.ts';
import { expiresAtOf, logOutNow } from './lifecycle.ts';

/** Shown while the session's last seconds run. */
export function ExpiryDialog() {
  const seconds = useStore(expiryWarning);
  return seconds === null ? null : <Countdown seconds={seconds} />;
}

/** The focus is on Extend session; Escape does not close it. It is announced now and then, not every second. */
function Countdown({ seconds }: { seconds: number }) {
  const { t } = useLingui();
  const extending = useMutation({
    mutationFn: async () => ({ id: session.get()?.id ?? '', ttl: await extend() }),
    onSuccess: ({ id, ttl }) => session.setExpiry(id, expiresAtOf(ttl)),
    // A toast would be behind this dialog, out of reach.
    meta: { success: () => t`Your session was extended`, silent: true },
  });
  return (
    <ModalBox
      title={t`Your session is about to expire`}
      words={
        <>
          <Trans>
            You will be logged out in <strong>{seconds}</strong> <Plural value={seconds} one="second" other="seconds" />
            .
          </Trans>
          {extending.error && (
            <Text component="span" display="block" mt="xs" role="alert" c="var(--mantine-color-error)">
              {messageOf(extending.error)}
            </Text>
          )}
        </>
      }
    >
      <VisuallyHidden role="status" aria-live="assertive">
        {isAnnounced(seconds)
          ? t`${plural(seconds, { one: '# second', other: '# seconds' })} until you are logged out`
          : ''}
      </VisuallyHidden>
      <Button variant="default" onClick={() => void logOutNow()}>
        <Trans>Log out</Trans>
      </Button>
      <Button data-autofocus loading={extending.isPending} onClick={() => extending.mutate()}>
        <Trans>Extend session</Trans>
      </Button>
    </ModalBox>
  );
}
